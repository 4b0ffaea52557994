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

// Why nothing can be kept, as a sentence; "" where it can.
export function unkept() {
  try {
    const kept = storage();
    kept.setItem(`${PREFIX}?`, "1");
    kept.removeItem(`${PREFIX}?`);
    return "";
  } catch (error) {
    const full = error?.name === "QuotaExceededError";
    return full
      ? "This browser’s storage for the book is full: your text is lost when the page closes."
      : "This browser keeps nothing for the book: your text is lost when the page closes.";
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
  const names = kept ? Object.keys(kept).filter((key) => key.startsWith(PREFIX)) : [];
  const entries = names.map((key) => [key.slice(PREFIX.length), read(key.slice(PREFIX.length))]);
  return Object.fromEntries(entries.filter(([, entry]) => entry).sort());
}
