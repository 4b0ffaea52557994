// A class from what was pasted: each text read, or named and left out.
import { Broken, decode, textsIn } from "./codec.js";
import { answersIn, nameOf } from "./handed.js";

export const MOST = 500; // texts

const SHORT = 24; // letters of a text by which it is named

export class Class {
  constructor(chapters) {
    this.chapters = chapters;
    this.clear();
  }

  clear() {
    this.taken = new Map(); // chapter and device -> { text, answers, at }
    this.left = []; // { what, why }
    this.pastes = new Set(); // that were read
    this.told = new Set(); // what is left out, and why: said once, however many pastes have it
  }

  // Reads what was pasted, or a file of this name. Returns how many texts there were.
  async add(pasted, file = "") {
    const texts = textsIn(pasted);
    const paste = JSON.stringify([file, texts.length ? texts : pasted.trim()]);
    if (this.pastes.has(paste)) return texts.length;
    this.pastes.add(paste);
    if (!texts.length) this.left.push({ what: file || "what was pasted", why: "no handed-in text is in it" });
    const before = new Set(this.told);
    for (const [i, text] of texts.entries()) {
      const at = `text ${i + 1}${file ? ` in ${file}` : ""}`;
      let entry;
      try {
        if (this.taken.size >= MOST) throw new Broken(`only the first ${MOST} count`);
        entry = await decode(text);
        this.take({ text, answers: answersIn(entry, this.chapters), at }, before);
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
        this.leave({ text, at, name: entry?.n }, error.message, before);
      }
    }
    return texts.length;
  }

  // A text that does not count: which it is, by its place in what was pasted, its name if that can be read, and its
  // first letters. before: what other pastes had already.
  leave({ text, at, name }, why, before) {
    const key = `${why} ${text}`;
    if (before.has(key)) return;
    this.told.add(key);
    const who = typeof name === "string" && nameOf(name) ? ` (${nameOf(name)})` : "";
    this.left.push({ what: `${at}${who}, ${text.slice(0, SHORT)}…`, why });
  }

  // The same device again: its later text counts.
  take(now, known) {
    const key = `${now.answers.chapter} ${now.answers.id}`;
    const before = this.taken.get(key);
    const leave = (one, why) => this.leave({ ...one, name: one.answers.name || "no name" }, why, known);
    if (before?.text === now.text) return leave(now, "it is here twice");
    const [earlier, later] = before && before.answers.time > now.answers.time ? [now, before] : [before, now];
    this.taken.set(key, later);
    if (earlier) leave(earlier, "the same reader has handed in again, and the later text counts");
  }

  // The answers to a chapter, by name.
  of(id) {
    const found = [...this.taken.values()].map(({ answers }) => answers).filter(({ chapter }) => chapter === id);
    return found.sort((a, b) => a.name.localeCompare(b.name, "en") || a.time - b.time);
  }

  // Chapter -> number of answers, of those that have some.
  get counts() {
    const found = this.chapters.map(({ id }) => [id, this.of(id).length]);
    return Object.fromEntries(found.filter(([, count]) => count));
  }

  // Names that several readers of a chapter gave: they all count.
  namesakes(id) {
    const names = this.of(id).flatMap(({ name }) => (name ? [name] : []));
    return [...new Set(names.filter((name, i) => names.indexOf(name) < i))];
  }
}
