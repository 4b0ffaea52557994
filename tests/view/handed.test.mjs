// What is handed in: a text made, carried, broken, and read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Broken, decode, encode, sumOf, textsIn } from "../../oco_live/view/course/codec.js";
import { answersIn, entryOf, nameOf } from "../../oco_live/view/course/handed.js";
import { lettersOf, valuesOf } from "../../oco_live/view/course/lines.js";
import { chapter, other, readerOf, who } from "./class.mjs";
import { letters, plain, resummed, WAYS } from "./ways.mjs";

const chapters = [chapter, other];
const entry = (i = 1) => entryOf(chapter, readerOf(i), who(i));
const read = async (text) => answersIn(await decode(text), chapters);
const told = (kind) => ({ name: "Broken", message: kind });
Broken.prototype.name = "Broken";

test("the checksum is CRC-32", () => {
  assert.equal(sumOf("123456789"), "cbf43926");
  assert.equal(sumOf(""), "00000000");
});

test("a text comes back as it was: first predictions, reasons, code, name", async () => {
  const text = await encode(entry());
  assert.match(text, /^oco1\.d\.[\w-]+\.[0-9a-f]{8}$/);
  const found = await read(text);
  const { predictions } = readerOf(1);
  assert.deepEqual([found.chapter, found.id, found.name, found.time], ["descent", "id1", "Reader 1", 29_000_001]);
  assert.deepEqual(found.questions[1], { state: "committed", value: 2, why: [] }); // the first: 2 is 1 + 1 % 5
  assert.deepEqual(found.questions[2], { state: "committed", value: "yes", why: [0, 1] });
  found.questions[0].value.forEach((y, k) =>
    assert.ok(Math.abs(Math.log(y / predictions["d-line"].value[k])) <= Math.log(1e4) / 180),
  );
  assert.deepEqual(found.exercises[0], { passed: true, changed: false, code: "return w - g", wrong: "" });
  assert.deepEqual(found.exercises[1], { passed: false, changed: false, code: "x = 1", wrong: "at 1." });
});

test("what passed once and was changed is told from what passed", async () => {
  const passed = { passed: true, code: "a", of: "a", verdict: { state: "passed", sentence: "" } };
  const ways = [
    [passed, false],
    [{ passed: true, code: "a", verdict: null }, false], // from a file of answers alone
    [{ ...passed, code: "b" }, true],
    [{ ...passed, code: "b", of: "b", verdict: { state: "failed", sentence: "at 1.", hint: "Why?" } }, true],
    [{ ...passed, passed: false, code: "b", verdict: { state: "failed", sentence: "changed" } }, false],
  ];
  for (const [work, changed] of ways) {
    const kept = { predictions: {}, exercises: { "d-step": work } };
    const [found] = (await read(await encode(entryOf(chapter, kept, who(1))))).exercises;
    assert.deepEqual([found.passed, found.changed, found.code], [work.passed, changed, work.code]);
    if (work.passed) assert.equal(found.wrong, "");
  }
});

test("skipped, not seen and not tried are told apart, and none is a nought", async () => {
  const { questions, exercises } = await read(await encode(entry(0)));
  assert.deepEqual(questions[2], { state: "skipped", value: null, why: [] });
  assert.equal(exercises[1], null);
  const nothing = await read(await encode(entryOf(chapter, { predictions: {}, exercises: {} }, who(3))));
  assert.deepEqual(nothing.questions[0], { state: "open", value: null, why: [] });
});

test("a try after the answer does not replace the first prediction, whether it is made, left or skipped", () => {
  for (const state of ["committed", "open", "skipped"]) {
    const predictions = { "d-factor": { state, first: 4, value: 3 }, "d-sign": { state: "open", first: null } };
    assert.deepEqual(entryOf(chapter, { predictions, exercises: {} }, who(1)).q, [null, [4], null], state);
  }
});

test("names: blanks, what turns letters over, other alphabets, and too many letters", async () => {
  assert.equal(nameOf("  Ann\u202e\n Lee\u0000 "), "Ann Lee");
  assert.equal(nameOf("x".repeat(100)).length, 60);
  for (const name of ["Ляпунов", "李雷", '<img src=x onerror="1">', "😀"])
    assert.equal((await read(await encode({ ...entry(), n: name }))).name, name);
});

test("a browser that cannot compress writes plain texts, which all can read", async () => {
  const { CompressionStream, DecompressionStream } = globalThis;
  const packed = await encode(entry());
  try {
    delete globalThis.CompressionStream;
    const text = await encode(entry());
    delete globalThis.DecompressionStream;
    assert.match(text, /^oco1\.p\./);
    assert.equal((await read(text)).name, "Reader 1");
    await assert.rejects(read(packed), told(/cannot unpack it/));
  } finally {
    Object.assign(globalThis, { CompressionStream, DecompressionStream });
  }
});

test("a text is short", async () => {
  const text = await encode(entry());
  assert.ok(text.length < 400, String(text.length));
});

// ---- on its way

test("mail breaks lines, quotes and adds words", async () => {
  const [one, two] = await Promise.all([encode(entry(1)), encode(entry(2))]);
  const broken = one.replace(/(.{60})/g, "$1=\r\n> ");
  const pasted = `Dear all,\nhere it is:\n\n${broken}\n\nBest wishes\nAnn\n\n"${two}",17\nand that is all.`;
  assert.deepEqual(textsIn(pasted), [one, two]);
  assert.deepEqual(textsIn(`${one}\n${two}`), [one, two]);
  assert.deepEqual(textsIn("Dear all, I was ill. Ann"), []);
});

test("ten ways of being broken are told apart", async () => {
  const text = await encode(entry());
  for (const [way, [change, words]] of Object.entries(WAYS)) {
    assert.notEqual(change(text), text, way);
    await assert.rejects(read(change(text)), told(words), way);
  }
});

test("what a stranger could put in is refused", async () => {
  const wrong = [
    null,
    [],
    7,
    { ...entry(), q: [] },
    { ...entry(), x: "ab" },
    { ...entry(), t: -1 },
    { ...entry(), t: 1.5 },
    { ...entry(), i: "" },
    { ...entry(), n: "x".repeat(61) },
    { ...entry(), n: { toString: "x" } },
    { ...entry(), q: [["short"], null, null] },
    { ...entry(), q: [[null, [1]], null, null] },
    { ...entry(), q: [null, [5.5], null] },
    { ...entry(), q: [null, ["2"], null] },
    { ...entry(), q: [null, null, ["constructor"]] },
    { ...entry(), q: [null, null, ["yes", [3]]] },
    { ...entry(), q: [null, null, ["yes", [0, 1, 2, 0]]] },
    { ...entry(), x: [[2, "x"], null] },
    { ...entry(), x: [[0, "x".repeat(3001)], null] },
    { ...entry(), x: [[0, "x", "y".repeat(201)], null] },
  ];
  for (const one of wrong) await assert.rejects(read(plain(one)), Broken, JSON.stringify(one)?.slice(0, 200));
});

test("what unpacks to more than answers can be is not unpacked", async () => {
  const stream = new Blob([new Uint8Array(50_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  await assert.rejects(decode(resummed(`oco1.d.${letters(packed)}`)), told(/longer than answers/));
});

test("lines: their letters and back, within half a level, in both spacings", () => {
  for (const range of [
    { kind: "log", low: 1, high: 1e4 },
    { kind: "linear", low: -3, high: 7 },
  ]) {
    const values = Array.from({ length: 49 }, (_, i) => valuesOf(range, String.fromCharCode(35 + i).repeat(49))[0]);
    assert.deepEqual(valuesOf(range, lettersOf(range, values)), values);
  }
  assert.equal(valuesOf({ kind: "linear", low: 0, high: 1 }, "!".repeat(49)), null);
  assert.equal(valuesOf({ kind: "linear", low: 0, high: 1 }, "a".repeat(48)), null);
});
