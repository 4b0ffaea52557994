// A chapter and its readers, for the tests of what is handed in.
import { PLACES } from "../../oco_live/view/predict/drawn.js";
import { dice } from "./dice.mjs";

export const chapter = {
  id: "descent",
  page: "chapters/descent",
  title: "Descent",
  edition: "0a1b2c3d",
  questions: [
    question("d-line", "draw", { y: { kind: "log", low: 1, high: 1e4 } }),
    question("d-factor", "number", { limits: [1, 5, 0.1] }),
    question("d-sign", "choose", { options: { yes: "Yes", no: "No" }, reasons: 3, right: 1 }),
  ],
  exercises: [
    { name: "d-step", title: "The step" },
    { name: "d-least", title: "The least" },
  ],
};
export const other = { ...chapter, id: "other", page: "chapters/other", title: "Other", edition: "99887766" };

function question(name, kind, more) {
  return { name, title: name, kind, options: {}, limits: [], reasons: 0, right: null, y: null, ...more };
}

// What a device keeps of a reader: number i of a class.
export function readerOf(i) {
  const throws = dice(i + 1);
  const line = Array.from({ length: PLACES }, (_, k) => Number((10 ** (1 + k / 24 + throws())).toPrecision(3)));
  const number = 1 + (i % 5);
  const kind = i % 3 === 1 ? 1 : 0;
  const wrong = { passed: false, code: `return ${kind}`, verdict: { sentence: "too long.", hint: `Why ${kind}?` } };
  return {
    predictions: {
      "d-line": { state: "committed", value: line, first: line, why: [] },
      "d-factor": { state: "committed", value: 2, first: number, why: [] },
      "d-sign": i % 4 ? { state: "committed", value: "yes", why: i % 3 ? [0, 1] : [1] } : { state: "skipped", why: [] },
    },
    exercises: {
      "d-step": i % 2 ? { passed: true, code: "return w - g", verdict: { sentence: "" } } : wrong,
      ...(i % 3 ? { "d-least": { passed: false, code: "x = 1", verdict: { sentence: "at 1." } } } : {}),
    },
  };
}

export const who = (i) => ({ name: `Reader ${i}`, id: `id${i}`, time: 29_000_000 + i, book: "1.0" });
