// Counts of a class. Pure arithmetic.
import { textOf } from "../format.js";

const BINS = 50; // at most, of numbers
const FREQUENT = 3; // wrong answers that are shown

// The edges of bins around the numbers that a question's slider has, or around each second, each third …
function edgesOf([low, high, step]) {
  const steps = Math.max(1, Math.round((high - low) / step));
  const each = Math.ceil(steps / BINS);
  return Array.from({ length: Math.ceil(steps / each) + 2 }, (_, i) => low + (i - 0.5) * each * step);
}

// The bin of a value: each has its lower edge, the last one both.
function binOf(edges, value) {
  const found = edges.findLastIndex((edge) => value >= edge - 1e-9 * Math.abs(edge));
  return Math.min(edges.length - 2, Math.max(0, found));
}

function histogram(limits, values) {
  const edges = edgesOf(limits);
  const counts = Array(edges.length - 1).fill(0);
  for (const value of values) counts[binOf(edges, value)] += 1;
  return { edges, counts };
}

export function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  if (!sorted.length) return null;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

// One question: how many have committed and skipped; counts of choices, a histogram of numbers with its median, or the
// drawn lines; counts of the reasons that were chosen first, and how many found the right one.
export function asked(question, answers) {
  const values = answers.flatMap(({ state, value }) => (state === "committed" ? [value] : []));
  const whys = answers.map(({ why }) => why).filter(({ length }) => length);
  const first = Array(question.reasons).fill(0);
  for (const [one] of whys) first[one] += 1;
  const found = {
    committed: values.length,
    skipped: answers.filter(({ state }) => state === "skipped").length,
    first,
    reasoned: whys.length,
    understood: whys.filter((why) => why.includes(question.right)).length,
  };
  if (question.kind === "choose") {
    const counts = Object.keys(question.options).map((option) => [option, values.filter((v) => v === option).length]);
    return { ...found, counts: Object.fromEntries(counts) };
  }
  if (question.kind === "number") return { ...found, ...histogram(question.limits, values), median: medianOf(values) };
  const middle = values.length ? values[0].map((_, i) => medianOf(values.map((line) => line[i]))) : null;
  return { ...found, lines: values, middle };
}

// One exercise: how many have tried, passed, and changed their text after that; and what was wrong most often: [words,
// how many, one of the codes].
export function worked(answers) {
  const tried = answers.filter(Boolean);
  const failed = tried.filter(({ passed }) => !passed);
  const reasons = new Map();
  for (const { wrong, code } of failed) {
    const key = wrong || code.trim();
    const before = reasons.get(key);
    reasons.set(key, { count: (before?.count ?? 0) + 1, code: before?.code ?? code });
  }
  const ordered = [...reasons].sort(([a, one], [b, other]) => other.count - one.count || a.localeCompare(b));
  const frequent = ordered.slice(0, FREQUENT).map(([words, { count, code }]) => ({ words, count, code }));
  return {
    tried: tried.length,
    passed: tried.length - failed.length,
    changed: tried.filter(({ changed }) => changed).length,
    frequent,
    others: reasons.size - frequent.length,
  };
}

export const tallyOf = (chapter, answers) => ({
  count: answers.length,
  questions: chapter.questions.map((question, i) =>
    asked(
      question,
      answers.map(({ questions }) => questions[i]),
    ),
  ),
  exercises: chapter.exercises.map((_, i) => worked(answers.map(({ exercises }) => exercises[i]))),
});

// ---- the table

const FORMULA = /^\s*[=+\-@|%＝＋－＠]/; // at which a spreadsheet would compute instead of showing

// A cell of a CSV file. What a stranger wrote is a text even where it looks like a formula.
function cellOf(value) {
  const text = typeof value === "number" ? String(value) : String(value).replace(/\r\n?/g, "\n");
  const safe = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return /[",\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvOf = (rows) => `\ufeff${rows.map((row) => row.map(cellOf).join(",")).join("\r\n")}\r\n`;

// What stands in the table for an answer to a question.
function said(question, { state, value }) {
  if (state !== "committed") return state === "skipped" ? "skipped" : "";
  return question.kind === "draw" ? value.map((y) => Number(y.toPrecision(3))).join(" ") : value;
}

const workSaid = ({ passed, changed }) => (passed ? `passed${changed ? ", later changed" : ""}` : "not yet");

// Head and rows: name, when (UTC), then for each question the prediction and the reasons, for each exercise passed or
// not, what was wrong, and the code.
export function tableOf(chapter, answers) {
  const head = [
    "name",
    "handed in (UTC)",
    ...chapter.questions.flatMap(({ name, reasons }) => (reasons ? [name, `${name}: reasons`] : [name])),
    ...chapter.exercises.flatMap(({ name }) => [name, `${name}: wrong`, `${name}: code`]),
  ];
  const rows = answers.map(({ name, time, questions, exercises }) => [
    name,
    new Date(time * 60_000).toISOString().slice(0, 16).replace("T", " "),
    ...chapter.questions.flatMap((question, i) => {
      const value = said(question, questions[i]);
      return question.reasons ? [value, questions[i].why.map((k) => k + 1).join(" ")] : [value];
    }),
    ...exercises.flatMap((work) => (work ? [workSaid(work), work.wrong, work.code] : ["", "", ""])),
  ]);
  return [head, ...rows];
}

export const shareText = (part, whole) => (whole ? `${textOf((100 * part) / whole, 2)} %` : "");
