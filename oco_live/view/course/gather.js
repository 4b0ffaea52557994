// A class from what was pasted: each text read, or named and left out.
import { Broken, decode, textsIn } from "./codec.js";
import { answersIn } from "./handed.js";

export const MOST = 500; // texts

const SHORT = 24; // letters of a text by which it is named

export class Class {
  constructor(chapters) {
    this.chapters = chapters;
    this.clear();
  }

  clear() {
    this.taken = new Map(); // chapter and device -> { text, answers }
    this.left = []; // { what, why }
  }

  // Reads what was pasted, or a file of this name. Returns how many texts there were.
  async add(pasted, file = "") {
    const texts = textsIn(pasted);
    if (!texts.length) this.left.push({ what: file || "what was pasted", why: "no handed-in text is in it" });
    for (const text of texts) {
      const from = file ? ` in ${file}` : "";
      try {
        if (this.taken.size >= MOST) throw new Broken(`only the first ${MOST} count`);
        this.take(text, answersIn(await decode(text), this.chapters));
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
        this.left.push({ what: `${text.slice(0, SHORT)}…${from}`, why: error.message });
      }
    }
    return texts.length;
  }

  // The same device again: its later text counts.
  take(text, answers) {
    const key = `${answers.chapter} ${answers.id}`;
    const before = this.taken.get(key);
    const who = (one) => one.answers.name || "no name";
    if (before?.text === text) {
      this.left.push({ what: `${text.slice(0, SHORT)}… (${who(before)})`, why: "it is here twice" });
      return;
    }
    const now = { text, answers };
    const [earlier, later] = before && before.answers.time > answers.time ? [now, before] : [before, now];
    this.taken.set(key, later);
    if (earlier) {
      const why = "the same reader has handed in again, and the later text counts";
      this.left.push({ what: `${earlier.text.slice(0, SHORT)}… (${who(earlier)})`, why });
    }
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
