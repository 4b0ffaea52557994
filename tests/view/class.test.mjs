// A class: texts gathered, counted, and written into a table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "../../oco_live/view/course/codec.js";
import { Class, MOST } from "../../oco_live/view/course/gather.js";
import { entryOf } from "../../oco_live/view/course/handed.js";
import { csvOf, medianOf, tableOf, tallyOf } from "../../oco_live/view/course/tally.js";
import { chapter, other, readerOf, who } from "./class.mjs";
import { WAYS } from "./ways.mjs";

const chapters = [chapter, other];
const text = (i, more = {}) => encode({ ...entryOf(chapter, readerOf(i), who(i)), ...more });
const texts = (count) => Promise.all(Array.from({ length: count }, (_, i) => text(i)));

async function read(pasted) {
  const found = new Class(chapters);
  await found.add(pasted);
  return found;
}

test("a hundred texts, ten of them broken in ten ways: the ninety count, the ten are named", async () => {
  const all = await texts(100);
  Object.values(WAYS).forEach(([change], k) => {
    all[10 * k] = change(all[10 * k]);
  });
  const found = await read(all.join("\n\n"));
  assert.equal(found.left.length, 10);
  assert.deepEqual(
    found.left.map(({ why }) => Object.values(WAYS).findIndex(([, words]) => words.test(why)) >= 0),
    Array(10).fill(true),
  );
  const right = Array.from({ length: 100 }, (_, i) => i).filter((i) => i % 10);
  assert.deepEqual(found.counts, { descent: 90 });
  const { questions, exercises } = tallyOf(chapter, found.of("descent"));
  const count = (test) => right.filter(test).length;
  assert.equal(questions[0].lines.length, 90);
  const { edges, counts } = questions[1]; // the first numbers: 1 + i % 5
  for (const value of [1, 2, 3, 4, 5]) {
    const at = edges.findLastIndex((edge) => edge <= value + 1e-9);
    assert.equal(
      counts[Math.min(at, counts.length - 1)],
      count((i) => 1 + (i % 5) === value),
      String(value),
    );
  }
  assert.equal(
    counts.reduce((a, b) => a + b),
    90,
  );
  assert.deepEqual(questions[2].counts, { yes: count((i) => i % 4), no: 0 });
  assert.equal(
    questions[2].skipped,
    count((i) => i % 4 === 0),
  );
  assert.deepEqual([questions[2].reasoned, questions[2].understood], [count((i) => i % 4), count((i) => i % 4)]);
  assert.deepEqual(questions[2].first, [count((i) => i % 4 && i % 3), count((i) => i % 4 && i % 3 === 0), 0]);
  const wrong = (k) => count((i) => i % 2 === 0 && (i % 3 === 1) === (k === 1));
  assert.deepEqual([exercises[0].tried, exercises[0].passed], [90, count((i) => i % 2)]);
  const frequent = exercises[0].frequent.map(({ words, count: n }) => [words, n]);
  assert.deepEqual(frequent, [
    ["Why 0?", wrong(0)],
    ["Why 1?", wrong(1)],
  ]);
});

test("five hundred texts count, and no more", async () => {
  const found = await read((await texts(MOST + 1)).join("\n"));
  assert.deepEqual(found.counts, { descent: MOST });
  assert.match(found.left[0].why, /only the first 500/);
  assert.equal(tallyOf(chapter, found.of("descent")).questions[0].middle.length, 49);
});

test("twice the same text counts once; the same device again, its later text", async () => {
  const [early, late] = [await text(1), await text(1, { t: 29_500_000, n: "Later" })];
  for (const order of [
    [early, late],
    [late, early],
  ]) {
    const found = await read(order.join("\n"));
    assert.deepEqual(
      found.of("descent").map(({ name }) => name),
      ["Later"],
    );
    assert.match(found.left[0].why, /handed in again/);
    assert.match(found.left[0].what, /Reader 1/);
  }
  const twice = await read(`${early}\n${early}`);
  assert.deepEqual([twice.counts.descent, twice.left[0].why], [1, "it is here twice"]);
});

test("two readers of one name both count, and are told", async () => {
  const found = await read(`${await text(1, { n: "Ann" })} ${await text(2, { n: "Ann" })} ${await text(3, { n: "" })}`);
  assert.equal(found.counts.descent, 3);
  assert.deepEqual(found.namesakes("descent"), ["Ann"]);
});

test("what holds no text is named by its file", async () => {
  const found = new Class(chapters);
  await found.add("Dear all", "note.txt");
  await found.add(`x ${(await text(1)).slice(0, 60)}`, "half.eml");
  assert.deepEqual(
    found.left.map(({ what }) => /note\.txt|half\.eml/.test(what)),
    [true, true],
  );
});

test("broken texts that begin alike are told apart, and the same paste again adds nothing", async () => {
  const all = await texts(4);
  const cut = `${all[1].slice(0, 60)}`;
  const old = await text(2, { e: "00000000", n: "Ann\u202e <b>" });
  const pasted = [all[0], cut, old, cut, all[3]].join("\n\n");
  const found = await read(pasted);
  const lines = found.left.map(({ what }) => what.split(", ")[0]);
  assert.deepEqual(lines, ["text 2", "text 3 (Ann <b>)", "text 4"]);
  const before = structuredClone(found.left);
  await found.add(`${pasted}\n`);
  await found.add("Dear all");
  await found.add("Dear all");
  assert.deepEqual(found.left.slice(0, 3), before);
  assert.equal(found.left.length, 4);
  await found.add(`${await text(9)}\n${cut}`); // another paste with one of them
  assert.deepEqual([found.left.length, found.counts.descent], [4, 3]);
});

test("several chapters are kept apart", async () => {
  const elsewhere = encode(entryOf(other, readerOf(1), who(1)));
  const found = await read(`${await text(1)}\n${await elsewhere}`);
  assert.deepEqual(found.counts, { descent: 1, other: 1 });
});

test("the table is safe in a spreadsheet", async () => {
  const names = ['=HYPERLINK("http://x","y")', "+1", "-1", "@SUM(A1)", "\u00a0=1", "a,b", 'say "x"', "＝1"];
  const all = await Promise.all(names.map((n, i) => text(i, { n })));
  const rows = tableOf(chapter, (await read(all.join("\n"))).of("descent"));
  assert.equal(rows.length, names.length + 1);
  assert.ok(rows.every((row) => row.length === rows[0].length));
  const csv = csvOf(rows);
  for (const line of csv.slice(1).split("\r\n")) assert.doesNotMatch(line, /^"?[\s\u00a0]*[=+\-@＝]/);
  assert.match(csv, /"'=HYPERLINK\(""http:\/\/x"",""y""\)"/);
  assert.match(csv, /"a,b"/);
  assert.equal(csvOf([["a\nb", -1, "-1"]]), '\ufeff"a\nb",-1,\'-1\r\n');
});

test("what passed and was changed later says so in the table, and is counted", async () => {
  const found = await read(`${await text(1, { x: [[1, "wrong", "changed"], null] })}\n${await text(3)}`);
  assert.deepEqual(tallyOf(chapter, found.of("descent")).exercises[0].changed, 1);
  const [head, ...rows] = tableOf(chapter, found.of("descent"));
  assert.deepEqual(
    rows.map((row) => row[head.indexOf("d-step")]),
    ["passed, later changed", "passed"],
  );
});

test("the median", () => {
  assert.equal(medianOf([]), null);
  assert.equal(medianOf([3, 1, 10]), 3);
  assert.equal(medianOf([4, 1, 3, 10]), 3.5);
});
