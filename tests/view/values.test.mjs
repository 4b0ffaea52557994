// What controls may be set to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { agree, allows, couldBeBaked, nearest, toggled, valuesFor, withStream } from "../../oco_live/view/values.js";
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

test("what a sweep may hold", () => {
  assert.ok(couldBeBaked(spec, { ...start, eta: 1 }));
  assert.ok(!couldBeBaked(spec, { ...start, eta: 0.3 }));
  assert.ok(!couldBeBaked(spec, { ...start, T: 10 }));
  assert.ok(couldBeBaked(spec, { stream: "b", eta: 0.1, T: 100, signs: "++" })); // the preset
  assert.ok(!couldBeBaked(spec, { stream: "b", eta: 0.5, T: 100, signs: "++" }));
});

test("agreement is by name", () => {
  assert.ok(agree({ a: 1, b: "x" }, { b: "x", a: 1, c: 2 }) && !agree({ a: 1 }, { a: 2 }) && !agree({ a: 1 }, {}));
});
