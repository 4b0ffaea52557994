// What a picture looks like, in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf, shapeOf } from "../../oco_live/view/shape.js";

const axis = { limits: [-100, 100], unit: "", scale: "linear", words: [], power: 1 };
const panel = { name: "p", title: "Regret up to round t", x: axis, y: axis };
const series = (name, more) => ({ name, kind: "line", label: name, end: "", frames: true, ...more });
const steps = Array.from({ length: 11 }, (_, i) => i);
const said = (y, more = {}) => {
  const frame = { series: { r: { x: steps, y } }, status: {}, facts: {}, texts: {}, ...more.frame };
  return shapeOf({ ...panel, ...more.panel }, [series("regret", { name: "r", ...more.series })], frame, () => true);
};

test("a curve rises or falls, concave or convex where that is clear", () => {
  assert.equal(said(steps.map(Math.sqrt)), "Regret up to round t: regret rises from 0 to 3.16, concave.");
  assert.match(said(steps.map((t) => t * t)), /rises from 0 to 100, convex\.$/);
  assert.match(said(steps.map((t) => -t)), /falls from 0 to −10\.$/);
  assert.match(said(steps.map((t) => t + 3 * (t % 2))), /rises from 0 to 10\.$/); // it trembles: no bend is said
  assert.match(said(steps.map(() => 4)), /regret is 4\.$/);
});

test("a valley, a hill, and what is neither", () => {
  assert.match(said(steps.map((t) => (t - 5) ** 2)), /falls to 0, then rises to 25\.$/);
  assert.match(said(steps.map((t) => 25 - (t - 5) ** 2)), /rises to 25, then falls to 0\.$/);
  assert.match(said(steps.map((t) => 5 * Math.sin(2 * t))), /goes from 0 to 4\.56 between −3\.78 and /);
});

test("names are short: what stands at the end, or the label up to its number", () => {
  assert.equal(nameOf({ end: "bound", label: "T3’s bound at this η: {bound}" }), "bound");
  assert.equal(nameOf({ end: "", label: "regret Rₜ: {regret} at T" }), "regret Rₜ");
});

test("points, bars, rows and planes", () => {
  assert.match(said(steps, { series: { kind: "points" } }), /regret: 11 points\.$/);
  const one = { series: { r: { x: [2], y: [-1] } }, status: {}, facts: {}, texts: {} };
  assert.match(said([], { series: { kind: "points", end: "u" }, frame: one }), /u at \(2, −1\)\.$/);
  const bars = { series: { r: { x: [0, 0, 5, 5], y: [0, 3, 0, 8] } }, status: {}, facts: {}, texts: {} };
  assert.match(said([], { series: { kind: "segments" }, frame: bars }), /2 bars, the highest 8 at 5\.$/);
  const rows = {
    series: { r: { x: [0, 4, 4, 6.5], y: [1, 1, 0, 0] } },
    status: {},
    facts: {},
    texts: { "p.y.0": "sum" },
  };
  const words = { ...panel, y: { ...axis, words: ["gap", "regret"] } };
  assert.match(
    said([], { series: { kind: "segments" }, frame: rows, panel: words }),
    /: regret 4; sum \+2\.5, up to 6\.5\.$/,
  );
});

test("what is not there, not shown or not known is not said", () => {
  assert.equal(said(steps, { frame: { status: { r: "absent" } } }), "Regret up to round t");
  const y = { ...axis, unit: "unit" };
  assert.equal(said(steps, { panel: { y } }), "Regret up to round t");
});
