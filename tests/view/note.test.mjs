// What is said while an answer is waited for, or where Python is not to be had.
import assert from "node:assert/strict";
import { test } from "node:test";
import { noteOf } from "../../oco_live/view/note.js";
import { spec } from "./fakes.mjs";

const note = (state, pending, fetching, more, nearest) =>
  noteOf(spec, { state, reason: "", progress: 0.256, hopeless: false, ...more }, pending, fetching, nearest);

test("nothing where everything answers, and nothing of what comes by itself", () => {
  for (const state of ["idle", "starting", "ready"])
    assert.deepEqual(note(state, false, false), { text: "", waiting: false, again: false, spoken: false });
});

test("who waits is told for what", () => {
  assert.deepEqual([note("ready", true, false).text, note("ready", true, false).waiting], ["", true]);
  assert.match(note("starting", true, false).text, /^This answer is computed by Python.* \(26 % fetched\)/);
  for (const state of ["idle", "starting", "ready", "failed"]) {
    assert.match(note(state, true, true).text, /^The answers for this stream are on their way …$/);
    assert.ok(note(state, true, true).waiting && !note(state, false, true).waiting);
    assert.doesNotMatch(note(state, false, true).text, /on their way/);
  }
});

test("what stands in for an answer is called so", () => {
  assert.match(note("starting", true, false, {}, "η = 0.15").text, /^Nearest grid point: η = 0\.15\. This answer/);
  assert.equal(note("ready", true, false, {}, "η = 0.15").text, "Nearest grid point: η = 0.15.");
});

test("without Python the reason is said and spoken, and another attempt offered where it may help", () => {
  const failed = note("failed", false, false, { reason: "Offline." });
  assert.equal(failed.text, "η and the stream answer at once; the other controls need Python. Offline.");
  const three = ["t", "γ", "U"].map((symbol) => ({ symbol, kind: "slider", baked: true }));
  assert.match(noteOf({ controls: three }, { state: "failed" }).text, /^t, γ, U and the stream answer at once; /);
  assert.match(failed.text, /Offline\.$/);
  assert.deepEqual([failed.again, failed.spoken, failed.waiting], [true, true, false]);
  assert.equal(note("failed", false, false, { hopeless: true }).again, false);
  assert.equal(note("idle", false, false).spoken, false);
});

test("in a sandboxed frame one sentence says what is missing", () => {
  const { text, again, spoken } = note("failed", false, false, { reason: "No.", hopeless: true, sandboxed: true });
  const missing = "the other controls need Python, which a sandboxed frame may not start.";
  assert.deepEqual([text, again, spoken], [`η and the stream answer at once; ${missing}`, false, true]);
});
