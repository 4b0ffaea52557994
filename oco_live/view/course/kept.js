// All that the book keeps on this device: read at once, counted by chapter, written into a file and read from one.
// Nothing that is kept is dropped, or left out of the file, because this edition does not know it.
import * as device from "../device.js";
import { counts, firstOf } from "../predict/counted.js";

export const BEGIN = "oco.";
const KINDS = { predictions: "oco.predict.", exercises: "oco.exercise.", handed: "oco.handed." };
const PLACE = "oco.place";
export const FORM = "oco.course"; // what a file of a course calls itself
const ANSWERS = "oco.answers"; // and one of exercises alone (exercise/answers.js)
const NAME = /^[\w.-]{1,80}$/;
const isEntry = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);

export function keys() {
  const kept = device.storage();
  return Array.from({ length: kept?.length ?? 0 }, (_, i) => kept.key(i)).filter((key) => key.startsWith(BEGIN));
}

// { predictions, exercises, handed: name -> entry, place }.
export function all() {
  const found = { predictions: {}, exercises: {}, handed: {}, place: device.read(PLACE) };
  for (const key of keys().sort())
    for (const [kind, prefix] of Object.entries(KINDS)) {
      const entry = key.startsWith(prefix) ? device.read(key) : null;
      if (isEntry(entry)) found[kind][key.slice(prefix.length)] = entry;
    }
  if (!isEntry(found.place)) found.place = null;
  return found;
}

const whys = ({ why }) => (Array.isArray(why) ? why : []);

// What a chapter's reader has done: of its questions predicted, skipped, understood (of those that ask why), of its
// exercises solved and tried.
export function progress(chapter, { predictions, exercises }) {
  const asked = chapter.questions.map((question) => [question, predictions[question.name] ?? {}]);
  const worked = chapter.exercises.map(({ name }) => exercises[name] ?? {});
  const count = (list, test) => list.filter(test).length;
  return {
    predicted: count(asked, ([, entry]) => counts(entry)),
    skipped: count(asked, ([, entry]) => entry.state === "skipped" && !counts(entry)),
    understood: count(asked, ([{ reasons, right }, entry]) => reasons && whys(entry).includes(right)),
    reasons: count(chapter.questions, ({ reasons }) => reasons),
    questions: asked.length,
    solved: count(worked, ({ passed }) => passed),
    tried: count(worked, ({ passed, verdict }) => passed || verdict),
    exercises: worked.length,
  };
}

// Names that no chapter of this edition has.
export function unknown(chapters, { predictions, exercises }) {
  const names = (kind) => new Set(chapters.flatMap((chapter) => chapter[kind].map(({ name }) => name)));
  const [asked, worked] = [names("questions"), names("exercises")];
  const other = (name) => name.endsWith(".other") && asked.has(name.slice(0, -6));
  return [
    ...Object.keys(predictions).filter((name) => !asked.has(name) && !other(name)),
    ...Object.keys(exercises).filter((name) => !worked.has(name)),
  ];
}

// ---- one file

// A verdict without its pictures: what is said.
function slim(verdict) {
  if (!isEntry(verdict)) return null;
  const words = ["state", "kind", "lead", "sentence", "hint"].map((word) => [word, verdict[word]]);
  return Object.fromEntries(words.filter(([, value]) => typeof value === "string"));
}

const slimmed = (entries) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, { ...entry, verdict: slim(entry.verdict) }]),
  );

export function fileOf(kept, edition) {
  const { predictions, exercises, handed, place } = kept;
  const file = { form: FORM, v: 1, edition, predictions, answers: slimmed(exercises), handed, place };
  return `${JSON.stringify(file, null, 1)}\n`;
}

// Those that have the form of an entry; of others the name goes to refused.
function entries(found, fits, refused = []) {
  const pairs = isEntry(found) ? Object.entries(found) : [];
  const good = ([name, entry]) => NAME.test(name) && isEntry(entry) && fits(entry);
  for (const pair of pairs) if (!good(pair)) refused.push(`${pair[0].slice(0, 80)} (its form)`);
  return Object.fromEntries(pairs.filter(good));
}

// What a file holds, as `all` has it, and what has not the form of an entry (refused); null for a file of something
// else. Whether it answers this book's questions: checked.js.
export function contentOf(text) {
  try {
    const { form, predictions, answers, handed, place } = JSON.parse(text);
    if (form !== FORM && form !== ANSWERS) return null;
    const refused = [];
    const found = {
      refused,
      predictions: entries(predictions, () => true, refused),
      exercises: slimmed(entries(answers, ({ code }) => typeof code === "string", refused)),
      handed: entries(handed, ({ id }) => typeof id === "string"),
      place: isEntry(place) ? place : null,
    };
    const some =
      ["predictions", "exercises", "handed"].some((kind) => Object.keys(found[kind]).length) ||
      found.place ||
      refused.length;
    return some ? found : null;
  } catch {
    return null;
  }
}

// Whether what is here says less than what the file says, and may give way unasked.
const less = {
  predictions: (here) => !counts(here) && !whys(here).length,
  exercises: (here, there) => here.code === there.code,
  handed: () => false,
};
const told = (entry) => JSON.stringify([counts(entry) || entry.state, firstOf(entry), entry.value, entry.why]);
const same = {
  predictions: (here, there) => told(here) === told(there),
  exercises: (here, there) => here.code === there.code && Boolean(here.passed) >= Boolean(there.passed),
  handed: () => true,
};

// What of a file is new here, and what differs: { kind: { name: entry } } each; and how many entries the file has.
export function compared(here, there) {
  const found = { fresh: {}, differ: {}, count: 0 };
  for (const kind of Object.keys(KINDS)) {
    found.fresh[kind] = {};
    found.differ[kind] = {};
    for (const [name, entry] of Object.entries(there[kind])) {
      if (kind !== "handed") found.count += 1;
      const mine = here[kind][name];
      if (mine && same[kind](mine, entry)) continue;
      const way = !mine || less[kind](mine, entry) ? "fresh" : "differ";
      found[way][kind][name] = entry;
    }
  }
  return found;
}

// Writes entries of these kinds. What was passed once stays so.
export function put(some, here) {
  for (const [kind, prefix] of Object.entries(KINDS))
    for (const [name, entry] of Object.entries(some[kind] ?? {})) {
      const passed = kind === "exercises" && Boolean(entry.passed || here.exercises[name]?.passed);
      device.write(prefix + name, kind === "exercises" ? { v: 1, ...entry, passed } : entry);
    }
}

export const putPlace = (place) => device.write(PLACE, place);

// Everything; another edition's, too.
export function removeAll() {
  const kept = device.storage();
  for (const key of keys()) kept.removeItem(key);
}

// The random word by which two texts of this device about one chapter are known as such, and two chapters are not.
export function handedId(chapter) {
  const key = KINDS.handed + chapter;
  const kept = device.read(key)?.id;
  if (typeof kept === "string" && /^\w{1,20}$/.test(kept)) return kept;
  const id = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => (byte % 36).toString(36)).join("");
  device.write(key, { id });
  return id;
}
