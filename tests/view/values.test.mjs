// What controls may be set to.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  agree,
  allows,
  answersTo,
  couldBeBaked,
  nearest,
  placeOf,
  positionOf,
  settingWords,
  spokenText,
  squeezed,
  stopAt,
  stopsOf,
  TUNED,
  toggled,
  tunedPlace,
  typed,
  valuesFor,
  valueText,
  withStream,
} from "../../oco_live/view/values.js";
import { spec, start } from "./fakes.mjs";

const [stream, eta, T, signs] = spec.controls;

test("a new stream starts from its defaults, but the baked slider stays", () => {
  assert.deepEqual(withStream(spec, { ...start, eta: 1, T: 1000 }, "b"), { stream: "b", eta: 1, T: 10, signs: "++" });
});

test("a baked slider stays only where the new stream knows its place", () => {
  const narrow = {
    ...spec,
    controls: spec.controls.map((control) => (control === eta ? { ...eta, allowed: { b: [0.1, 0.5] } } : control)),
  };
  assert.equal(withStream(narrow, { ...start, eta: 1 }, "b").eta, 0.1);
  assert.equal(withStream(narrow, { ...start, eta: 0.5 }, "b").eta, 0.5);
});

test("values from outside", () => {
  assert.ok(
    allows(eta, 0.1, "a") &&
      allows(eta, 0.3, "a") &&
      !allows(eta, 0.09, "a") &&
      !allows(eta, 1.1, "a") &&
      !allows(eta, NaN, "a"),
  );
  assert.ok(allows(T, 11, "a") && !allows(T, 10.5, "a") && !allows(T, 1000, "b"));
  assert.ok(
    allows(signs, "--", "a") && !allows(signs, "---", "a") && !allows(signs, "+x", "a") && !allows(signs, "--", "b"),
  );
  assert.ok(allows(stream, "b", "a") && !allows(stream, "toString", "a"));
  assert.deepEqual([valuesFor(T, "a"), valuesFor(T, "b"), valuesFor(signs, "b")], [[10, 100, 1000], [10, 100], []]);
});

test("a text: as a link has it, and as it is shown", () => {
  const told = JSON.parse(readFileSync(process.env.OCO_VIEW_DATA, "utf8")).texts;
  assert.ok(told.length > 10);
  for (const [text, expected] of told) assert.equal(squeezed(text), expected, text);
  assert.equal(typed("1,0;0,2:-1"), "1,0; 0,2:-1");
  const control = {
    name: "rounds",
    kind: "text",
    values: ["1;2"],
    default: { a: "1;2", b: "1;2" },
    allowed: { b: [] },
  };
  assert.ok(allows(control, "anything, for Python to say", "a") && !allows(control, "1", "b"));
  assert.ok(!allows(control, "1".repeat(8001), "a"));
});

test("signs turn round", () => {
  assert.deepEqual([toggled("+-", 0), toggled("+-", 1), toggled("+-", -1)], ["--", "++", "+-"]);
});

test("the nearest place", () => {
  assert.deepEqual(
    [0.29, 0.31, 5, -5].map((value) => nearest([0.1, 0.5, 1], value)),
    [0, 1, 2, 0],
  );
  assert.equal(nearest([1, 3], 2), 0);
});

test("what a sweep may hold, or something near it", () => {
  for (const value of [1, 0.3, TUNED]) assert.ok(couldBeBaked(spec, { ...start, eta: value }));
  assert.ok(!couldBeBaked(spec, { ...start, T: 10 }));
  assert.ok(couldBeBaked(spec, { stream: "b", eta: 0.1, T: 100, signs: "++" })); // the preset
  assert.ok(!couldBeBaked(spec, { stream: "b", eta: 0.5, T: 100, signs: "++" }));
});

test("a tuned parameter is answered by the frame whose number is that of the fact", () => {
  const frame = (value, fact) => ({ params: { ...start, eta: value }, facts: { eta_star: fact } });
  const wanted = { ...start, eta: TUNED };
  assert.ok(answersTo(spec, wanted, frame(0.3, 0.3 + 1e-11)) && !answersTo(spec, wanted, frame(0.3, 0.301)));
  assert.ok(answersTo(spec, wanted, frame(1, 7))); // off the slider: its end
  assert.ok(!answersTo(spec, wanted, { params: start, facts: {} }));
  assert.ok(answersTo(spec, { ...start, eta: 0.3 + 1e-12 }, frame(0.3, 7))); // of a link: more digits than are baked
  assert.ok(answersTo(spec, start, frame(0.5, 7)) && !answersTo(spec, { ...start, T: 10 }, frame(0.5, 7)));
  assert.ok(allows(eta, TUNED, "a") && !allows(T, TUNED, "a"));
  assert.equal(withStream(spec, wanted, "b").eta, TUNED);
});

test("places on a slider, by ratio or by difference", () => {
  assert.deepEqual(
    [0.1, 1, 10, 0.01, 100, Math.sqrt(10)].map((value) => placeOf([0.1, 1, 10], value)),
    [0, 1, 2, 0, 2, 1.5],
  );
  assert.equal(placeOf([0, 1, 3], 0.25), 0.25);
});

test("the tuned place is a stop: it catches a hand that is near, and keys come by it", () => {
  const place = tunedPlace(eta, "a", { eta_star: 0.2 });
  assert.equal(place, 0.43);
  assert.deepEqual(
    [0, 0.07, 0.09, 0.5, 0.77, 0.79, 1].map((at) => stopAt(at, place)),
    [0, 0, 0.43, 0.43, 0.43, 1, 1],
  );
  assert.deepEqual(
    [0.2, 0.7].map((at) => stopAt(at, null)),
    [0, 1],
  );
  assert.deepEqual(
    [stopsOf(3, place), stopsOf(3, null), stopsOf(3, 1)],
    [
      [0, 0.43, 1, 2],
      [0, 1, 2],
      [0, 1, 2],
    ],
  );
  for (const facts of [{}, { eta_star: 0.05 }, { eta_star: 2 }]) assert.equal(tunedPlace(eta, "a", facts), null);
  assert.equal(tunedPlace(T, "a", { eta_star: 0.2 }), null);
  assert.deepEqual(
    [0.2, 0.4].map((value) => positionOf(eta, value, "a", { eta_star: 0.2 })),
    [0.43, 1],
  );
});

test("a slider's words", () => {
  assert.deepEqual([valueText(eta, 0.2, { eta_star: 0.2 }), valueText(eta, 0.2, {})], ["0.2 = η*", "0.2"]);
  assert.equal(spokenText(eta, 0.2, { eta_star: 0.2 }), "η = 0.2, the tuned step");
  assert.equal(spokenText(eta, 0.5, { eta_star: 0.2 }), "η = 0.5");
});

test("the setting in words: choices and T, and what is not as it is at first", () => {
  assert.equal(settingWords(spec, start), "A · T = 100");
  assert.equal(settingWords(spec, { ...start, signs: "--", T: 10 }), "A · T = 10 · signs −−");
  assert.equal(settingWords(spec, { stream: "b", eta: 1, T: 10, signs: "++" }), "B · T = 10");
});

test("agreement is by name", () => {
  assert.ok(agree({ a: 1, b: "x" }, { b: "x", a: 1, c: 2 }) && !agree({ a: 1 }, { a: 2 }) && !agree({ a: 1 }, {}));
});
