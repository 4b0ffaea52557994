// Positions, paths and what is read of a curve.
import assert from "node:assert/strict";
import { test } from "node:test";
import { along, same, stopsOf, valueAt } from "../../oco_live/view/curves.js";
import { pathOf, pinsOf, place } from "../../oco_live/view/path.js";
import { absolute, beyond, digitsOf, letter, positionOf, positionText, tickText } from "../../oco_live/view/units.js";

const linear = { limits: [0, 10], scale: "linear", power: 1, words: [] };
const log = { limits: [1, 1000], scale: "log", power: 1, words: [] };
const root = {
  limits: [0, 1],
  scale: "linear",
  power: 2,
  unit: "T",
  rounds: true,
  words: [],
  label: "t, spaced as √t",
};
const panel = {
  name: "p",
  x: linear,
  y: { ...linear, limits: [-5, 5] },
  box: [10, 0, 110, 100],
  zooms: [1, 2],
  ratio: ["r", "b"],
  ticks: [],
};
const line = { name: "r", kind: "line" };

test("a place in a picture, cut at its edges", () => {
  assert.deepEqual(
    [0, 5, 10, 20, -1].map((value) => place(linear, value, 10, 110, 1)),
    [10, 60, 110, 110, 10],
  );
  assert.deepEqual(
    [1, 10, 1000].map((value) => Math.round(place(log, value, 0, 300, 1))),
    [0, 100, 300],
  );
  assert.equal(place(panel.y, 2.5, 100, 0, 2), 0); // half the height is seen
});

test("paths of lines, points and segments", () => {
  const curve = { x: [0, 5, 10], y: [-5, 0, 5] };
  assert.equal(pathOf(panel, "line", curve, 1), "M10.00 100.00L60.00 50.00L110.00 0.00");
  assert.equal(pathOf(panel, "points", { x: [5], y: [0] }, 1), "M60.00 50.00h0");
  assert.equal(
    pathOf(panel, "segments", { x: [0, 0, 5, 5], y: [-5, 0, -5, 5] }, 1),
    "M10.00 100.00L10.00 50.00M60.00 100.00L60.00 0.00",
  );
  assert.equal(pathOf(panel, "line", { x: [], y: [] }, 1), "");
});

test("a triangle where a curve leaves at the top, at the bottom, and nowhere", () => {
  assert.equal(pinsOf(panel, { x: [0, 5, 10], y: [0, 5, 1] }, 1), "M56.00 0.00h8l-4 -7z");
  assert.equal(pinsOf(panel, { x: [0, 5], y: [-5, 1] }, 1), "M6.00 100.00h8l-4 7z");
  assert.equal(pinsOf(panel, { x: [0, 5], y: [3, 1] }, 1), "");
  assert.equal(pinsOf(panel, { x: [0, 5], y: [3, 1] }, 2), "M6.00 0.00h8l-4 -7z");
});

test("numbers and their places are each other's inverse", () => {
  assert.equal(absolute(root, { T: 400 }, 0.5), 100);
  assert.equal(positionOf(root, { T: 400 }, 100), 0.5);
  assert.equal(positionText(root, { T: 1000 }, 0.5), "250");
  assert.equal(positionText(linear, {}, Math.PI), "3.142");
  assert.equal(letter(root), "t");
});

test("a tick's label, before and after its unit is known", () => {
  assert.deepEqual(
    [tickText(root, 0.25, { T: 400 }), tickText(root, 0.25, {}), tickText(linear, 0.1 + 0.2, {})],
    ["100", undefined, "0.3"],
  );
});

test("what lies on the edge may lie beyond it", () => {
  const pinned = { ...line, pinned: true };
  assert.deepEqual(
    [-5, 5, 0].map((y) => beyond({ ...panel, zooms: [1] }, pinned, y)),
    ["≤", "≥", ""],
  );
  assert.equal(beyond({ ...panel, zooms: [1] }, line, 5), "");
  assert.equal(beyond({ ...panel, zooms: [0.5, 1] }, pinned, 5), ""); // inside the widest picture
  assert.equal(beyond({ ...panel, y: log, zooms: [1] }, line, 1), "≤");
});

test("a baked number has the digits that its steps leave", () => {
  const steps = { ...panel, zooms: [1] };
  assert.deepEqual(
    [5, 0.01526, 0.01525, 0.001526, 0.001525, 1e-9].map((y) => digitsOf(steps, y, "baked")),
    [3, 3, 2, 2, 1, 1],
  );
  assert.equal(digitsOf(steps, 1e-9, "python"), 3);
});

test("a curve between its points: straight, like a root, or not at all", () => {
  const curve = { x: [1, 4, 9], y: [1, 2, 3] };
  assert.deepEqual(valueAt(panel, { ...line, between: "line" }, curve, 2.5), [1.5, true]);
  assert.deepEqual(valueAt(panel, { ...line, between: "root" }, curve, 2.25), [1.5, true]);
  assert.deepEqual(valueAt(panel, line, curve, 2.5), [1.5, false]);
  assert.deepEqual(valueAt(panel, line, curve, 4), [2, true]);
  assert.equal(valueAt(panel, line, curve, 0.5), null);
  assert.equal(valueAt(panel, line, curve, 9.5), null);
  assert.equal(valueAt(panel, { ...line, kind: "points" }, curve, 5), null);
  // A jump: what holds from there on.
  assert.deepEqual(valueAt(panel, line, { x: [0, 4, 4, 9], y: [0, 1, 2, 2] }, 4), [2, true]);
  assert.deepEqual(
    valueAt({ ...panel, y: log }, { ...line, between: "line" }, { x: [0, 2], y: [10, 1000] }, 1).map(Math.round),
    [100, 1],
  );
});

test("between two points of which one is beyond the edge a root is carried on from the other", () => {
  const wide = { ...panel, zooms: [1] };
  const pinned = { ...line, pinned: true, between: "root" };
  assert.deepEqual(valueAt(wide, pinned, { x: [1, 4], y: [4, 5] }, 2.25), [6, true]);
  assert.equal(valueAt(wide, { ...pinned, between: "line" }, { x: [1, 4], y: [4, 5] }, 2.25), null);
});

test("positions are the same within a step of what is baked", () => {
  assert.ok(same(linear, 1, 1 + 10 / 65535) && !same(linear, 1, 1 + 12 / 65535));
  assert.ok(same(log, 10, 10 * 1000 ** (1 / 65535)) && !same(log, 10, 10.01));
});

test("a share of the way", () => {
  assert.equal(along(linear, 2, 6, 0.5), 4);
  assert.equal(Math.round(along(log, 10, 1000, 0.5)), 100);
});

test("the cursor stops at the points of the first curve that moves", () => {
  const all = ["level", "r", "mark"].map((name) => ({ name, kind: "line" }));
  const series = {
    level: { x: [0, 10], y: [3, 3] },
    r: { x: [0, 5, 10], y: [0, 1, 4] },
    mark: { x: [5, 5], y: [-5, 5] },
  };
  const found = stopsOf(panel, all, { series, status: {} });
  assert.deepEqual(
    found.stops.map(({ x }) => x),
    [0, 5, 10],
  );
  assert.deepEqual([found.first.name, found.curves.map(({ name }) => name)], ["r", ["r"]]);
  assert.deepEqual(stopsOf(panel, all, { series, status: { r: "absent" } }).stops, []);
});

test("where the axis names rows the cursor goes down them", () => {
  const words = { ...panel, y: { ...linear, words: ["a", "b", "c"], ticks: { 0: 0, 1: 1, 2: 2 } } };
  const found = stopsOf(words, [line], { series: { r: { x: [0, 1, 0, 2], y: [2, 2, 0, 0] } }, status: {} });
  assert.deepEqual(found.stops, [{ y: 2 }, { y: 0 }]);
});
