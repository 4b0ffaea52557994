// From numbers to places: scales and ticks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { curveOf } from "../../oco_live/view/numbers.js";
import { between, scaleOf } from "../../oco_live/view/scale.js";
import { widthOf } from "../../oco_live/view/text.js";
import { powerText, ticksOf, tickText, withLast } from "../../oco_live/view/ticks.js";
import { dice } from "./dice.mjs";

const texts = (ticks) => ticks.map(({ text }) => text);
const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);

test("a scale and its inverse, of every kind", () => {
  for (const range of [
    { kind: "linear", low: -3, high: 7 },
    { kind: "log", low: 0.01, high: 1000 },
    { kind: "root", power: 2, low: 0, high: 4601 },
    { kind: "symlog", near: 10, low: -4000, high: 900 },
  ]) {
    const scale = scaleOf(range, 20, 420);
    for (const [value, pixel] of [
      [range.low, 20],
      [range.high, 420],
    ])
      close(scale.at(value), pixel);
    for (let pixel = 20; pixel <= 420; pixel += 25) close(scale.at(scale.value(pixel)), pixel);
  }
  close(scaleOf({ kind: "root", power: 2, low: 0, high: 400 }, 0, 100).at(100), 50);
  close(scaleOf({ kind: "symlog", near: 1, low: -10, high: 10 }, 0, 100).at(0), 50);
});

test("a range on its way to another", () => {
  const log = (low, high) => ({ kind: "log", low, high });
  const half = between(log(1, 100), log(1, 10000), 0.5);
  close(half.high, 1000);
  assert.deepEqual(between({ kind: "linear", low: 0, high: 1 }, log(1, 10), 0.1), log(1, 10)); // at once
});

// ---- ticks

test("ticks of a linear axis are 1-2-5, with 0 as 0", () => {
  const at = (low, high) => texts(ticksOf(scaleOf({ kind: "linear", low, high }, 0, 300), 50));
  assert.deepEqual(at(0, 100), ["0", "20", "40", "60", "80", "100"]);
  assert.deepEqual(at(-0.02, 0.11), ["0", "0.05", "0.1"]);
  assert.deepEqual(at(-4200, 1300), ["−4000", "−3000", "−2000", "−1000", "0", "1000"]);
  const random = dice(1);
  for (let i = 0; i < 500; i++) {
    const span = 10 ** (12 * random() - 6);
    const low = (random() - 0.5) * span;
    const ticks = ticksOf(scaleOf({ kind: "linear", low, high: low + span }, 0, 100 + 500 * random()), 60);
    assert.ok(ticks.length >= 2, String([low, span]));
    const step = ticks[1].value - ticks[0].value;
    const lead = Number((step / 10 ** Math.floor(Math.log10(step * 1.0001))).toPrecision(3));
    assert.ok([1, 2, 5].includes(lead), String([low, span, lead]));
    assert.equal(new Set(texts(ticks)).size, ticks.length);
  }
});

test("ticks of a logarithmic axis are powers of ten, and 1-2-5 where it is short", () => {
  const at = (low, high, size = 400) => texts(ticksOf(scaleOf({ kind: "log", low, high }, 0, size), 40));
  assert.deepEqual(at(1e-4, 100), ["10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "1", "10", "10²"]);
  assert.deepEqual(at(1e-4, 100, 150), ["10⁻⁴", "", "10⁻²", "", "1", "", "10²"]);
  assert.deepEqual(at(3, 30), ["5", "10", "20"]);
  assert.ok(at(8.1, 9.7).length >= 2); // so short that it is like a linear one
  assert.equal(powerText(-12), "10⁻¹²");
});

test("ticks of a symmetric-log axis: 0 and the powers on both sides", () => {
  const scale = scaleOf({ kind: "symlog", near: 10, low: -5000, high: 1500 }, 400, 0);
  assert.deepEqual(texts(ticksOf(scale, 20)), ["−10³", "−10²", "−10", "0", "10", "10²", "10³"]);
  assert.ok(texts(ticksOf(scale, 120)).includes("0"));
});

test("ticks of an axis that is spaced as a root are values of t, and T is one of its own", () => {
  const scale = scaleOf({ kind: "root", power: 2, low: 0, high: 4601 }, 0, 600);
  const plain = ticksOf(scale, 60);
  assert.deepEqual(texts(plain).slice(0, 3), ["0", "100", "500"]);
  const found = withLast(plain, 4601, "T = 4601", scale, (text) => widthOf(text, 13));
  assert.equal(found.at(-1).text, "T = 4601");
  const left = (tick) => scale.at(tick.value) - widthOf(tick.text, 13) / 2;
  for (let i = 1; i < found.length; i++)
    assert.ok(left(found[i]) > left(found[i - 1]) + widthOf(found[i - 1].text, 13));
});

test("a number at a tick has all of its digits, and a minus sign", () => {
  for (const [value, text] of [
    [4601, "4601"],
    [0.125, "0.125"],
    [-1250, "−1250"],
    [0.1 + 0.2, "0.3"],
    [123456, "123456"],
  ])
    assert.equal(tickText(value), text);
});

test("a curve stands in absolute numbers: its unit times a power of its position", () => {
  const axis = { scale: "linear", near: 0, limits: [0, 1], unit: "", power: 1, words: [] };
  const panel = { x: { ...axis, unit: "T", power: 2 }, y: { ...axis, unit: "unit" }, equal: false };
  const frame = { series: { one: { x: [0.5, 1], y: [2, 3] } }, status: {}, facts: { T: 100, unit: 10 } };
  const curve = curveOf(panel, { name: "one", kind: "line", label: "one", pinned: false }, frame);
  assert.deepEqual(
    [curve.x, curve.y],
    [
      [25, 100],
      [20, 30],
    ],
  );
});
