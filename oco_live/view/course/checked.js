// What of a file can be an answer to this book's questions and exercises; the rest is refused by name.
import { fits } from "../predict/fitting.js";

const STATES = ["open", "committed", "skipped"];
const VERDICTS = ["passed", "failed", "stopped"];
const MOST = 100_000; // letters of a code
const OTHER = ".other"; // what was put aside of another edition (predict/store.js)
const nothing = (value) => value === null || value === undefined;

// Why an entry is none; "" for one that is.
function wrongQuestion(question, { v, state, value, first, why = [] }) {
  if (v !== 1) return "kept by another edition";
  if (!STATES.includes(state)) return "its state";
  const whole = (said) => nothing(said) || fits(question, said);
  if (!whole(value) || !whole(first) || (state === "committed" && nothing(value))) return "what was predicted";
  const known = (i) => Number.isInteger(i) && i >= 0 && i < question.reasons;
  return Array.isArray(why) && why.every(known) ? "" : "a reason";
}

function wrongWork(_, { code, passed, verdict, of, edition }) {
  if (typeof code !== "string" || code.length > MOST) return "its code";
  const flag = nothing(passed) || typeof passed === "boolean";
  const text = (word) => nothing(word) || typeof word === "string";
  if (!flag || !text(of) || !text(edition)) return "its form";
  return nothing(verdict?.state) || VERDICTS.includes(verdict.state) ? "" : "its verdict";
}

// there: as `contentOf` has it. Returns the same with what fits alone, and refused: ["name (why)"].
export function checked(there, chapters) {
  const refused = [...there.refused];
  const sift = (entries, known, wrong) => {
    const names = new Map(known.map((one) => [one.name, one]));
    const good = Object.entries(entries).filter(([name, entry]) => {
      if (name.endsWith(OTHER) && names.has(name.slice(0, -OTHER.length))) return true;
      const why = names.has(name) ? wrong(names.get(name), entry) : "not in this book";
      if (why) refused.push(`${name} (${why})`);
      return !why;
    });
    return Object.fromEntries(good);
  };
  const all = (kind) => chapters.flatMap((chapter) => chapter[kind]);
  return {
    ...there,
    predictions: sift(there.predictions, all("questions"), wrongQuestion),
    exercises: sift(there.exercises, all("exercises"), wrongWork),
    refused,
  };
}
