// What the book keeps of a reader's answers, on this device: oco.exercise.NAME = { v, code, passed, verdict, of,
// edition }, where `of` is the text that the verdict is about and `edition` the exercise as it then was.
import * as device from "../device.js";

const PREFIX = "oco.exercise.";
const LARGE = 60_000; // characters of a verdict: a larger one is kept without its pictures
const PRINTED = 4000; // characters of what was printed that are kept

// Why nothing can be kept, as a sentence; "" where it can.
export const unkept = () => device.unkept(PREFIX, "your text is lost when the page closes.");

export function read(name) {
  const found = device.read(PREFIX + name);
  return typeof found?.code === "string" ? found : null;
}

export const write = (name, entry) => device.write(PREFIX + name, { v: 1, ...entry, verdict: slim(entry.verdict) });

function slim(verdict) {
  if (!verdict) return null;
  const { text = "", ...rest } = verdict.output ?? {};
  const kept = { ...verdict, output: { ...rest, text: text.slice(0, PRINTED), cut: text.length > PRINTED } };
  return JSON.stringify(kept).length > LARGE ? { ...kept, pictures: [] } : kept;
}

// name -> entry of everything that is kept, also for exercises of other pages.
export function all() {
  const kept = device.storage();
  const keys = Array.from({ length: kept?.length ?? 0 }, (_, i) => kept.key(i));
  const names = keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  const entries = names.map((name) => [name, read(name)]);
  return Object.fromEntries(entries.filter(([, entry]) => entry).sort());
}
