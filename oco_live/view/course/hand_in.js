// "Hand in": one text with the answers to a chapter, made when it is asked for, to copy, to save, or as a code.
import { copy } from "../clipboard.js";
import { fetched } from "../fetched.js";
import { codeOf, pictureOf } from "../qr_code.js";
import { encode } from "./codec.js";
import { entryOf } from "./handed.js";
import * as kept from "./kept.js";
import { saved } from "./saved.js";

const MOST = 141; // modules a side of a code that is photographed from near
const many = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

export class HandIn {
  constructor(place, { chapters, edition, encoder }) {
    const find = (selector) => place.querySelector(selector);
    Object.assign(this, { chapters, edition, encoder });
    this.form = find("form");
    this.none = find(".oco-co-none");
    this.chosen = find("select");
    this.name = find("input");
    this.result = find(".oco-co-result");
    this.area = find("textarea");
    this.said = find(".oco-co-handed");
    this.code = find(".oco-co-code");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.make();
    });
    for (const field of [this.chosen, this.name])
      field.addEventListener("input", () => {
        this.result.hidden = true; // it is another text
      });
    const on = (name, act) => find(`button[name=${name}]`).addEventListener("click", act);
    on("copy", () => copy({ tell: (words) => this.say(words) }, this.area.value, "text"));
    on("save", () => this.save());
    on("code", () => this.show());
    this.area.addEventListener("focus", () => this.area.select());
  }

  // The chapters of which there is something to hand in.
  offer(here) {
    const before = this.chosen.value;
    const some = this.chapters.filter((chapter) => this.entry(chapter, here, {}).some);
    this.none.hidden = some.length > 0;
    this.form.hidden = !some.length;
    if (!some.length) this.result.hidden = true;
    const options = some.map(({ id, title }) => Object.assign(new Option(title, id), { selected: id === before }));
    const [last] = some.filter(({ page }) => page === here.place?.page);
    this.chosen.replaceChildren(...options);
    if (last && !before) this.chosen.value = last.id;
  }

  entry(chapter, here, { name = "", id = "" }) {
    const entry = entryOf(chapter, here, { name, id, time: Math.floor(Date.now() / 60_000), book: this.edition });
    const [asked, worked] = [entry.q, entry.x].map((list) => list.filter(Boolean).length);
    return { entry, asked, worked, some: asked + worked > 0 };
  }

  say(words) {
    this.said.textContent = words;
  }

  async make() {
    const chapter = this.chapters.find(({ id }) => id === this.chosen.value);
    const name = this.name.value;
    const { entry, asked, worked } = this.entry(chapter, kept.all(), { name, id: kept.handedId(chapter.id) });
    this.area.value = await encode(entry);
    this.chapter = chapter.id;
    this.code.replaceChildren();
    this.result.hidden = false;
    const whose = entry.n ? `the name ${entry.n}` : "no name";
    const what = `${many(asked, "question")}, ${many(worked, "exercise")} with your code, and ${whose}`;
    this.say(`${this.area.value.length} letters: ${what}. Nothing has been sent.`);
    this.area.focus();
  }

  save() {
    saved(`${this.chapter.replaceAll("_", "-")}.txt`, `${this.area.value}\n`, "text/plain");
    this.say(`Saved as ${this.chapter.replaceAll("_", "-")}.txt.`);
  }

  async show() {
    try {
      if (!globalThis.ocoEncode) await fetched(this.encoder);
    } catch {
      return this.say("The code could not be made (offline?).");
    }
    const code = codeOf(this.area.value, MOST);
    if (!code) return this.say("This text is too long for a code: copy it, or save it as a file.");
    return this.code.replaceChildren(pictureOf(code, "the handed-in text"));
  }
}
