// What a device keeps of a course: counted, named, written into a file and read again.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { checked } from "../../oco_live/view/course/checked.js";
import { entryOf } from "../../oco_live/view/course/handed.js";
import * as kept from "../../oco_live/view/course/kept.js";
import { chapter, readerOf, who } from "./class.mjs";

const map = new Map();
globalThis.window = {
  localStorage: {
    get length() {
      return map.size;
    },
    key: (i) => [...map.keys()][i],
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => map.set(key, String(value)),
    removeItem: (key) => map.delete(key),
  },
};
const set = (key, entry) => map.set(key, typeof entry === "string" ? entry : JSON.stringify(entry));
const place = { v: 1, page: "chapters/descent", id: "one-step", words: "One step" };

function keep({ predictions, exercises }) {
  for (const [name, entry] of Object.entries(predictions)) set(`oco.predict.${name}`, { v: 1, ...entry });
  for (const [name, entry] of Object.entries(exercises)) set(`oco.exercise.${name}`, { v: 1, ...entry });
}

beforeEach(() => {
  map.clear();
  set("mode", "dark"); // the theme's
});

test("a chapter is counted", () => {
  keep(readerOf(1));
  const done = kept.progress(chapter, kept.all());
  assert.deepEqual(done, {
    ...{ predicted: 3, skipped: 0, understood: 1, reasons: 1, questions: 3 },
    ...{ solved: 1, tried: 2, exercises: 2 },
  });
  keep(readerOf(4));
  assert.deepEqual(kept.progress(chapter, kept.all()).skipped, 1);
});

test("another try takes nothing away: the first prediction counts, and gives way to no file unasked", () => {
  for (const state of ["open", "skipped"]) {
    set("oco.predict.d-factor", { v: 1, state, value: 2, first: 2, why: [] });
    const here = kept.all();
    const { predicted, skipped } = kept.progress(chapter, here);
    assert.deepEqual([predicted, skipped], [1, 0], state);
    const there = { ...here, predictions: { "d-factor": { v: 1, state: "committed", value: 5, first: 5, why: [] } } };
    assert.deepEqual(Object.keys(kept.compared(here, there).differ.predictions), ["d-factor"]);
  }
});

test("what cannot be read counts for nothing, and another edition's is kept and named", () => {
  set("oco.predict.d-line", "{");
  set("oco.predict.d-sign", { v: 1, state: "committed", why: "all" });
  set("oco.predict.d-factor.other", { v: 7, state: "committed" });
  set("oco.predict.old-question", { v: 1, state: "committed" });
  set("oco.exercise.old-exercise", { code: "x", passed: true });
  set("oco.place", "[]");
  const here = kept.all();
  const { predicted, understood } = kept.progress(chapter, here);
  assert.deepEqual([predicted, understood, here.place], [1, 0, null]);
  assert.deepEqual(kept.unknown([chapter], here), ["old-question", "old-exercise"]);
});

test("all goes into a file and comes back, another edition's, too", () => {
  keep(readerOf(1));
  set("oco.predict.old-question", { v: 1, state: "committed", value: 3 });
  set("oco.predict.d-line.other", { v: 7, mark: [1, 2] });
  set("oco.handed.descent", { id: "abc" });
  set("oco.place", place);
  const before = new Map(map);
  const file = kept.fileOf(kept.all(), "1.0");
  kept.removeAll();
  assert.deepEqual([...map.keys()], ["mode"]);
  const there = kept.contentOf(file);
  const { fresh, differ, count } = kept.compared(kept.all(), there);
  assert.deepEqual([Object.values(differ).flatMap(Object.keys), count], [[], 7]);
  kept.put(fresh, kept.all());
  kept.putPlace(there.place);
  assert.deepEqual(
    Object.fromEntries(map),
    Object.fromEntries([...before].map(([key, value]) => [key, map.get(key) && value])),
  );
  for (const [key, value] of before)
    if (key !== "mode" && !key.startsWith("oco.exercise."))
      assert.deepEqual(JSON.parse(map.get(key)), JSON.parse(value), key);
  assert.equal(JSON.parse(map.get("oco.exercise.d-step")).passed, true);
});

test("what differs waits; what is less gives way; what was passed stays passed", () => {
  keep(readerOf(1));
  const there = kept.contentOf(kept.fileOf(kept.all(), "1.0"));
  map.clear();
  set("oco.predict.d-line", { v: 1, state: "skipped", why: [] });
  set("oco.predict.d-factor", { v: 1, state: "committed", value: 5, why: [] });
  set("oco.exercise.d-least", { v: 1, code: "mine", passed: true });
  set("oco.exercise.d-step", { v: 1, code: "mine", passed: false });
  const here = kept.all();
  const { fresh, differ } = kept.compared(here, there);
  assert.deepEqual(Object.values(differ).flatMap(Object.keys), ["d-factor", "d-least", "d-step"]);
  kept.put(fresh, here);
  assert.equal(JSON.parse(map.get("oco.predict.d-line")).state, "committed");
  assert.equal(JSON.parse(map.get("oco.predict.d-factor")).value, 5);
  assert.equal(JSON.parse(map.get("oco.exercise.d-least")).code, "mine");
  kept.put(differ, here);
  assert.deepEqual(
    ["code", "passed"].map((word) => JSON.parse(map.get("oco.exercise.d-least"))[word]),
    ["x = 1", true],
  );
  assert.deepEqual(JSON.parse(map.get("oco.exercise.d-step")).code, "return w - g");
});

test("a file of answers alone is read, and a strange one is not", () => {
  const answers = { "d-step": { code: "x", passed: true } };
  assert.deepEqual(Object.keys(kept.contentOf(JSON.stringify({ form: "oco.answers", v: 1, answers })).exercises), [
    "d-step",
  ]);
  for (const text of [
    "",
    "{",
    "null",
    "[]",
    '{"form":"x"}',
    '{"form":"oco.course"}',
    '{"form":"oco.course","answers":[1]}',
  ])
    assert.equal(kept.contentOf(text), null, text);
  const odd = {
    "../x": { code: "1" },
    ok: { code: 7 },
    fine: { code: "2", verdict: { sentence: "a", pictures: ["<img>"] } },
  };
  const { exercises } = kept.contentOf(JSON.stringify({ form: "oco.course", answers: odd }));
  assert.deepEqual(exercises, { fine: { code: "2", verdict: { sentence: "a" } } });
});

test("of a file only what can be an answer is read; the rest is named and counts for nothing", () => {
  keep(readerOf(1));
  set("oco.predict.d-line.other", { v: 7, mark: [1, 2] });
  const good = kept.contentOf(kept.fileOf(kept.all(), "1.0"));
  assert.deepEqual(checked(good, [chapter]), good);
  const committed = (value, more = {}) => ({ v: 1, state: "committed", value, first: value, why: [], ...more });
  const { value: line } = good.predictions["d-line"];
  const wrong = {
    "d-sign": [
      ...["maybe", "constructor", "<b>yes</b>", ["yes"], null, 1].map((value) => committed(value)),
      ...[[3], [-1], [0.5], "all"].map((why) => committed("yes", { why })),
      committed("yes", { first: "<img>" }),
      { v: 1, state: "solved", why: [] },
      committed("yes", { v: 7 }),
    ],
    "d-factor": [5.5, 0, "2", [2]].map((value) => committed(value)),
    "d-line": [line.slice(1), [...line.slice(1), "<b>"], [...line.slice(1), 1e9], "line"].map((value) =>
      committed(value),
    ),
    "no-such": [committed(2)],
    "no-such.other": [committed(2)],
  };
  const file = (found) => checked(kept.contentOf(JSON.stringify({ form: kept.FORM, ...found })), [chapter]);
  for (const [name, ways] of Object.entries(wrong))
    for (const entry of ways) {
      const found = file({ predictions: { [name]: entry, "d-factor": committed(2), [name]: entry } });
      assert.match(found.refused.join(), new RegExp(`^${name} \\(.+\\)$`), JSON.stringify(entry));
      assert.ok(!(name in found.predictions));
      assert.equal(kept.compared(kept.all(), found).count, name === "d-factor" ? 0 : 1);
    }
  const work = { code: "x", passed: true };
  const { exercises, refused } = file({
    answers: {
      "d-step": { ...work, verdict: { state: "<b>" } },
      "d-least": work,
      "of-none": work,
      "<b>": work,
      "no-code": { passed: true },
    },
  });
  assert.deepEqual(Object.keys(exercises), ["d-least"]);
  assert.deepEqual(
    refused.map((words) => words.split(" (")[0]),
    ["<b>", "no-code", "d-step", "of-none"],
  );
});

test("what is kept and fits no question is not handed in, and stops nothing", () => {
  const predictions = {
    "d-line": { state: "committed", value: "<b>" },
    "d-sign": { state: "committed", why: [7, "x"] },
  };
  assert.deepEqual(entryOf(chapter, { predictions, exercises: {} }, who(1)).q, [null, null, null]);
});

test("a device has one random word for each chapter, and keeps it", () => {
  const [one, other] = [kept.handedId("descent"), kept.handedId("other")];
  assert.match(one, /^\w{1,20}$/);
  assert.equal(kept.handedId("descent"), one);
  assert.notEqual(one, other);
});
