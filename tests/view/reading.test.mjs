// What is read of a curve, and what a position stands for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { along, isEnd, same, stopsOf, valueAt } from "../../oco_live/view/curves.js";
import { absolute, beyond, digitsOf, letter, positionOf, positionText } from "../../oco_live/view/units.js";

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
const panel = { name: "p", x: linear, y: { ...linear, limits: [-5, 5] }, ratio: ["r", "b"] };
const line = { name: "r", kind: "line" };

test("numbers and their places are each other's inverse", () => {
  assert.equal(absolute(root, { T: 400 }, 0.5), 100);
  assert.equal(positionOf(root, { T: 400 }, 100), 0.5);
  assert.equal(positionText(root, { T: 1000 }, 0.5), "250");
  assert.equal(positionText(linear, {}, Math.PI), "3.142");
  assert.equal(letter(root), "t");
});

test("what lies on the edge may lie beyond it", () => {
  const pinned = { ...line, pinned: true };
  assert.deepEqual(
    [-5, 5, 0].map((y) => beyond(panel, pinned, y)),
    ["≤", "≥", ""],
  );
  assert.equal(beyond(panel, line, 5), "");
  assert.equal(beyond({ ...panel, y: log }, line, 1), "≤");
});

test("a baked number has the digits that its steps leave", () => {
  const curve = { step: 10 / 65535 };
  assert.deepEqual(
    [5, 0.01526, 0.01525, 0.001526, 0.001525, 1e-9].map((y) => digitsOf(panel, y, "baked", curve)),
    [3, 3, 2, 2, 1, 1],
  );
  assert.equal(digitsOf(panel, 1e-9, "python", curve), 3);
  assert.equal(digitsOf(panel, 1000, "baked", { step: 0.1, near: 10 }), 2); // stretched: a step there is 10
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
  const pinned = { ...line, pinned: true, between: "root" };
  assert.deepEqual(valueAt(panel, pinned, { x: [1, 4], y: [4, 5] }, 2.25), [6, true]);
  assert.equal(valueAt(panel, { ...pinned, between: "line" }, { x: [1, 4], y: [4, 5] }, 2.25), null);
});

test("positions are the same within a step of what is baked", () => {
  const grain = { step: 1 / 8192 };
  assert.ok(same(linear, 1, 1 + 1 / 8192, grain) && !same(linear, 1, 1 + 1.2 / 8192, grain));
  assert.ok(same(log, 10, 10 ** (1 + 1 / 8192), grain) && !same(log, 10, 10 ** (1 + 1.2 / 8192), grain));
  const stretched = { step: 1e-3, near: 1 };
  assert.ok(
    same(linear, 9, 9.01, stretched) && !same(linear, 9, 9.012, stretched) && !same(linear, 0, 0.01, stretched),
  );
  for (const axis of [linear, log]) assert.ok(same(axis, 3, 3) && same(axis, 0.3, 0.1 * 3) && !same(axis, 3, 3.0001));
});

test("where two curves were baked their points of one x are one stop, and the end is one", () => {
  const grain = { step: 1 / 8192 };
  const all = [
    { name: "r", kind: "line" },
    { name: "p", kind: "line" },
  ];
  const series = { r: { x: [0, 5, 10], y: [0, 1, 4], grain }, p: { x: [0, 5.0001, 9.9999], y: [0, 2, 5], grain } };
  const found = stopsOf(panel, all, { series, status: {} });
  assert.deepEqual(valueAt(panel, all[1], series.p, found.stops[1].x), [2, true]);
  assert.ok(isEnd(linear, all[1], series.p, found.stops[2].x));
  assert.ok(!isEnd(linear, all[1], { ...series.p, grain: undefined }, found.stops[2].x));
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
  const words = { ...panel, y: { ...linear, words: ["a", "b", "c"] } };
  const found = stopsOf(words, [line], { series: { r: { x: [0, 1, 0, 2], y: [2, 2, 0, 0] } }, status: {} });
  assert.deepEqual(found.stops, [{ y: 2 }, { y: 0 }]);
});
