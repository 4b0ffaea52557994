// What the book keeps of a reader's answers, on this device: oco.exercise.NAME = { v, code, passed, verdict, of,
// edition }, where `of` is the text that the verdict is about and `edition` the exercise as it then was.
const PREFIX = "oco.exercise.";
const LARGE = 60_000; // characters of a verdict: a larger one is kept without its pictures
const PRINTED = 4000; // characters of what was printed that are kept

function storage() {
  try {
    return window.localStorage;
  } catch {
    return null; // the reader has blocked it
  }
}

// Why nothing can be kept, as a sentence; "" where it can. A page of the book knows (assets/storage.js).
export function unkept() {
  const lost = "your text is lost when the page closes.";
  if (window.ocoForgets) return `${window.ocoForgets.why}: ${lost}`;
  try {
    const kept = storage();
    kept.setItem(`${PREFIX}?`, "1");
    kept.removeItem(`${PREFIX}?`);
    return "";
  } catch {
    return `This browser keeps nothing for this site: ${lost}`;
  }
}

export function read(name) {
  try {
    const found = JSON.parse(storage().getItem(PREFIX + name));
    return typeof found?.code === "string" ? found : null;
  } catch {
    return null;
  }
}

export function write(name, entry) {
  try {
    storage().setItem(PREFIX + name, JSON.stringify({ v: 1, ...entry, verdict: slim(entry.verdict) }));
  } catch {
    // Said once, when the page was opened.
  }
}

function slim(verdict) {
  if (!verdict) return null;
  const { text = "", ...rest } = verdict.output ?? {};
  const kept = { ...verdict, output: { ...rest, text: text.slice(0, PRINTED), cut: text.length > PRINTED } };
  return JSON.stringify(kept).length > LARGE ? { ...kept, pictures: [] } : kept;
}

// name -> entry of everything that is kept, also for exercises of other pages.
export function all() {
  const kept = storage();
  const keys = Array.from({ length: kept?.length ?? 0 }, (_, i) => kept.key(i));
  const names = keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  const entries = names.map((name) => [name, read(name)]);
  return Object.fromEntries(entries.filter(([, entry]) => entry).sort());
}
