// What is handed in of a chapter: its answers from what the device keeps, in few letters, and back from a text that a
// stranger may have made. A chapter of the catalogue: { id, edition, questions: [{ name, kind, options, limits, y,
// right, reasons }], exercises: [{ name }] } (oco_live/hosts/course.py).
//
// An entry: { c: chapter, e: its edition, b: the book's, i: a random word of this device for this chapter, t: minutes
// since 1970, n: name, q: [null, or [value, reasons]], x: [null, or [passed, code, what was wrong]] }. A skipped
// question is the value "-"; what has passed with another code than this one is "changed", where else stands what was
// wrong.
import { counts, firstOf } from "../predict/counted.js";
import { fits } from "../predict/fitting.js";
import { Broken } from "./codec.js";
import { lettersOf, valuesOf } from "./lines.js";

const NAME = 60; // letters
const CODE = 3000;
const REASON = 200;
const SKIPPED = "-";
const CHANGED = "changed";

// Without what would turn the letters around it over, or end a line.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const SIGNS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
export const nameOf = (text) => text.replace(SIGNS, " ").replace(/\s+/g, " ").trim().slice(0, NAME);

const kindOf = (value) => (typeof value === "string" ? value : "");

function asked(question, entry) {
  if (!entry) return null;
  const committed = counts(entry) && fits(question, firstOf(entry)); // what is kept may be another edition's
  let value = entry.state === "skipped" ? SKIPPED : null;
  if (committed) value = firstOf(entry);
  if (committed && question.kind === "draw") value = lettersOf(question.y, value);
  const given = Array.isArray(entry.why) ? entry.why : [];
  const why = given.filter((i) => Number.isInteger(i) && i >= 0 && i < question.reasons);
  if (value === null && !why.length) return null;
  return why.length ? [value, why] : [value];
}

// What has passed stays so when its text is changed; whether that text has passed is another question: it is not the
// one that was marked last, or did not pass then.
const changed = ({ code, of, verdict }) =>
  (typeof of === "string" && of !== code) || Boolean(verdict?.state && verdict.state !== "passed");

function worked(entry) {
  const tried = entry && (entry.passed || entry.verdict);
  if (!tried) return null;
  const { verdict, code } = entry;
  const said = changed(entry) ? CHANGED : "";
  const wrong = entry.passed ? said : kindOf(verdict.hint) || kindOf(verdict.sentence);
  return [entry.passed ? 1 : 0, code.slice(0, CODE), ...(wrong ? [wrong.slice(0, REASON)] : [])];
}

// kept: { predictions, exercises }, name -> entry; who: { name, id, time, book }.
export function entryOf(chapter, kept, { name, id, time, book }) {
  return {
    c: chapter.id,
    e: chapter.edition,
    b: book,
    i: id,
    t: time,
    ...(nameOf(name) ? { n: nameOf(name) } : {}),
    q: chapter.questions.map((question) => asked(question, kept.predictions[question.name])),
    x: chapter.exercises.map((exercise) => worked(kept.exercises[exercise.name])),
  };
}

// ---- and back

const text = (value, most) => typeof value === "string" && value.length <= most;
const wrong = (what) => {
  throw new Broken(`${what} is not what this book writes`);
};

function valueIn(question, value) {
  const { kind, options, limits, y } = question;
  if (kind === "choose") return Object.hasOwn(options, value) ? value : wrong("a choice");
  if (kind === "number")
    return typeof value === "number" && value >= limits[0] && value <= limits[1] ? value : wrong("a number");
  return valuesOf(y, value) ?? wrong("a drawn line");
}

function answerIn(question, given) {
  if (given === null) return { state: "open", value: null, why: [] };
  if (!Array.isArray(given)) wrong("an answer");
  const [value, why = []] = given;
  const known = (i) => Number.isInteger(i) && i >= 0 && i < question.reasons;
  if (!Array.isArray(why) || why.length > question.reasons || !why.every(known)) wrong("a reason");
  if (value === SKIPPED) return { state: "skipped", value: null, why };
  if (value === null) return { state: "open", value: null, why };
  return { state: "committed", value: valueIn(question, value), why };
}

function workIn(given) {
  if (given === null) return null;
  const [passed, code, reason = ""] = Array.isArray(given) ? given : [];
  if ((passed !== 0 && passed !== 1) || !text(code, CODE) || !text(reason, REASON)) wrong("an exercise");
  return { passed: Boolean(passed), changed: passed === 1 && reason === CHANGED, code, wrong: passed ? "" : reason };
}

// The answers in a decoded text: { chapter, id, time, name, questions, exercises }; Broken for what does not fit.
export function answersIn(entry, chapters) {
  if (!entry || typeof entry !== "object" || Array.isArray(entry)) wrong("its form");
  const chapter = chapters.find(({ id }) => id === entry.c);
  if (!chapter) throw new Broken("it is about a chapter that this book does not have");
  if (entry.e !== chapter.edition) {
    const which = text(entry.b, 20) && entry.b ? ` (${nameOf(entry.b)})` : "";
    throw new Broken(`it is from another edition of the book${which}, whose questions differ`);
  }
  const { i, t, n = "", q, x } = entry;
  if (!text(i, 20) || !i || !Number.isInteger(t) || t < 0 || t > 1e8 || !text(n, NAME)) wrong("its head");
  if (!Array.isArray(q) || q.length !== chapter.questions.length) wrong("its list of predictions");
  if (!Array.isArray(x) || x.length !== chapter.exercises.length) wrong("its list of exercises");
  return {
    chapter: chapter.id,
    id: i,
    time: t,
    name: nameOf(n),
    questions: q.map((given, k) => answerIn(chapter.questions[k], given)),
    exercises: x.map(workIn),
  };
}
