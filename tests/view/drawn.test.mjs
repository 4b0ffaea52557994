// A drawn line: strokes, keys, gaps, shapes, and what is said of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  alongside,
  COLUMNS,
  empty,
  gapOf,
  PLACES,
  placeOf,
  put,
  readAt,
  saidOf,
  shapeOf,
  stroke,
  whole,
} from "../../oco_live/view/predict/drawn.js";

const close = (a, b) => Math.abs(a - b) < 1e-9;
const lineOf = (f) => Array.from({ length: PLACES }, (_, i) => f(i / (PLACES - 1)));

test("a stroke fills what lies between its ends, either way", () => {
  for (const [from, to] of [
    [0, 10],
    [10, 0],
  ]) {
    const line = empty();
    stroke(line, { place: from, height: from / 20 }, { place: to, height: to / 20 });
    for (let i = 0; i <= 10; i++) assert.ok(close(line[i], i / 20));
    assert.equal(line[11], null);
  }
});

test("a stroke that leaves the picture stays at its edge", () => {
  const line = empty();
  stroke(line, { place: 0, height: -3 }, { place: 4, height: 5 });
  assert.ok(line.slice(0, 5).every((height) => height >= 0 && height <= 1));
});

test("a line is whole once it comes near both edges; its gaps are straight", () => {
  const line = empty();
  assert.equal(whole(line), null);
  stroke(line, { place: 3, height: 0.2 }, { place: 10, height: 0.2 });
  assert.equal(whole(line), null);
  stroke(line, { place: 20, height: 0.7 }, { place: PLACES - 2, height: 0.7 });
  const full = whole(line);
  assert.equal(full.length, PLACES);
  assert.ok(close(full[0], 0.2) && close(full.at(-1), 0.7) && close(full[15], 0.45));
  assert.equal(line[0], null, "the line itself is left as it was");
});

test("keys draw a line from one column to the next, and bend one that is there", () => {
  const line = empty();
  for (let column = 0; column < COLUMNS; column++) put(line, placeOf(column), 0.5);
  assert.ok(whole(line).every((height) => close(height, 0.5)));
  put(line, placeOf(4), 0.9);
  assert.ok(close(line[placeOf(4)], 0.9) && close(line[placeOf(4) + 3], 0.7));
  assert.ok(close(line[placeOf(3)], 0.5) && close(line[placeOf(5)], 0.5));
});

test("a line's shape", () => {
  const there = (at) => lineOf((x) => 0.1 + Math.abs(x - at));
  const shapes = {
    flat: [lineOf((x) => 0.5 + 0.02 * x)],
    "valley there": [there(0.7), there(0.6)],
    valley: [there(0.3)],
    hill: [lineOf((x) => 0.6 - Math.abs(x - 0.5))],
    falls: [lineOf((x) => 0.9 - 0.8 * x)],
    rises: [lineOf((x) => 0.1 + 0.8 * x)],
  };
  for (const [shape, lines] of Object.entries(shapes))
    for (const line of lines) assert.equal(shapeOf(line, 0.7), shape);
  assert.equal(shapeOf(there(0.7), null), "valley");
});

test("a line that keeps to another is near it on the whole", () => {
  const other = lineOf((x) => 0.8 - 0.3 * x);
  assert.ok(alongside(other, other));
  const [near, steeper] = [(x) => 0.84 - 0.3 * x, (x) => 0.8 - 0.6 * x].map(lineOf);
  assert.ok(alongside(near, other) && !alongside(steeper, other));
});

test("the gap is told as a factor on an axis of factors, else as a difference", () => {
  const xs = [1, 10, 100];
  assert.equal(
    gapOf(xs, [20, 20, 80], [10, 10, 10], "log", "η"),
    "On average your line runs 3.2 times too high; the gap is widest at η = 100: drawn 80, measured 10.",
  );
  assert.match(gapOf(xs, [10, 10, 10], [10, 10, 0.00025], "log", "η"), /measured 2\.5·10⁻⁴\.$/);
  assert.match(gapOf(xs, [10, 11, 10], [10, 10, 10], "log", "η"), /runs at the right height/);
  assert.match(gapOf(xs, [1, 2, -3], [4, 5, 0], "linear", "t"), /On average your line runs 3 too low/);
  assert.equal(
    gapOf([1, 2, 3], [10, 20, 10], [70, 80, 60], "linear", "t", "%"),
    "On average your line runs 57 percentage points too low; the gap is widest at t = 1: drawn 10 %, measured 70 %.",
  );
});

test("a curve is read between its points, in the spacing of the axes", () => {
  const curve = { x: [1, 100], y: [1, 10000] };
  assert.ok(close(readAt(curve, 10, { x: "log", y: "log" }), 100));
  assert.ok(close(readAt(curve, 10, { x: "log", y: "linear" }), 5000.5));
  assert.ok(close(readAt(curve, 50.5, { x: "linear", y: "linear" }), 5000.5));
  assert.equal(readAt(curve, 0.5, { x: "log", y: "log" }), 1);
  assert.equal(readAt(curve, 200, { x: "log", y: "log" }), 10000);
});

test("what is said of an answer: the first gap that fits, else what is said to all", () => {
  const number = {
    kind: "number",
    plain: "plain",
    said: [
      { gap: [1.9, 2.1], words: "twice" },
      { gap: null, words: "you said {you}" },
    ],
  };
  assert.equal(saidOf(number, 2), "twice");
  assert.equal(saidOf(number, 4.25), "you said 4.25");
  const choice = { kind: "choose", plain: "plain", said: [{ gap: "no", words: "no!" }] };
  assert.equal(saidOf(choice, "no"), "no!");
  assert.equal(saidOf(choice, "yes"), "plain");
  const line = { kind: "draw", plain: "plain", said: [{ gap: ["flat", "hill"], words: "one of two" }] };
  assert.equal(saidOf(line, "hill"), "one of two");
  assert.equal(saidOf(line, "falls"), "plain");
});
