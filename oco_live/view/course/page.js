// The page "my course": what is done in each chapter, handing in, and all that is kept as one file.
import * as device from "../device.js";
import { checked } from "./checked.js";
import { HandIn } from "./hand_in.js";
import * as kept from "./kept.js";
import { saved } from "./saved.js";

const LOST = "what you do in this book is lost when its page closes.";
const many = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

class Course {
  constructor(data) {
    const find = (selector) => document.querySelector(selector);
    this.chapters = data.chapters;
    this.edition = data.edition;
    this.note = find(".oco-co-note");
    this.place = find(".oco-co-place");
    this.unknown = find(".oco-co-unknown");
    this.said = find(".oco-co-said");
    this.buttons = Object.fromEntries([...document.querySelectorAll(".oco-co-keep button")].map((b) => [b.name, b]));
    this.note.textContent = device.unkept(kept.BEGIN, LOST);
    this.handIn = new HandIn(find(".oco-co-hand"), data);
    for (const name of ["export", "import", "delete"])
      this.buttons[name].addEventListener("click", () => this[`${name}All`]());
    this.paint();
    addEventListener("storage", () => this.paint()); // another page of the book
    addEventListener("pageshow", ({ persisted }) => persisted && this.paint());
  }

  // ---- what is done

  paint() {
    const here = kept.all();
    for (const chapter of this.chapters) this.paintRow(chapter, kept.progress(chapter, here));
    this.paintPlace(here.place);
    const names = kept.unknown(this.chapters, here);
    this.unknown.hidden = !names.length;
    this.unknown.textContent = `Kept from another edition of this book: ${names.join(", ")}.`;
    this.handIn.offer(here);
  }

  // What is not begun says what there is to do, and no nought.
  paintRow({ id }, done) {
    const row = document.querySelector(`tr[data-chapter="${id}"]`);
    const put = (name, count, whole, more = "") => {
      const cell = row.querySelector(`[data-of="${name}"]`);
      cell.dataset.first ??= cell.textContent;
      const words = count ? `${count} of ${whole}${more}` : more.replace(/^, /, "") || cell.dataset.first;
      cell.textContent = words;
      cell.toggleAttribute("data-begun", count > 0);
      cell.style.setProperty("--oco-done", whole ? `${(100 * count) / whole}%` : "0%");
    };
    put("predicted", done.predicted, done.questions, done.skipped ? `, ${done.skipped} skipped` : "");
    put("understood", done.understood, done.reasons);
    const open = done.tried - done.solved;
    put("solved", done.solved, done.exercises, open ? `, ${open} tried` : "");
  }

  paintPlace(place) {
    const chapter = this.chapters.find(({ page }) => page === place?.page);
    this.place.hidden = !chapter;
    if (!chapter) return;
    const link = this.place.querySelector("a");
    const words = typeof place.words === "string" && place.words !== chapter.title ? `, ${place.words}` : "";
    link.textContent = `${chapter.title}${words}`;
    link.href = chapter.href + (typeof place.id === "string" && place.id ? `#${encodeURIComponent(place.id)}` : "");
  }

  // ---- one file

  // A word, and buttons with what they do.
  say(words, ...acts) {
    this.said.textContent = words;
    for (const [label, act] of acts) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
      button.addEventListener("click", act);
      this.said.append(" ", button);
    }
    this.said.querySelector("button")?.focus();
  }

  exportAll() {
    const here = kept.all();
    const count = Object.keys(here.predictions).length + Object.keys(here.exercises).length;
    if (!count && !here.place) return this.say("Nothing is kept yet, so there is nothing to save.");
    saved("my-course.json", kept.fileOf(here, this.edition), "application/json");
    return this.say(`Saved in my-course.json: ${many(count, "entry", "entries")}.`);
  }

  importAll() {
    const input = Object.assign(document.createElement("input"), { type: "file", accept: "application/json,.json" });
    input.hidden = true;
    input.className = "oco-co-file";
    this.said.after(input); // some browsers drop a chooser that is in no page
    input.addEventListener("cancel", () => input.remove());
    input.addEventListener("change", async () => {
      const text = await input.files[0].text();
      input.remove();
      this.take(text);
    });
    input.click();
  }

  // What differs from what is here replaces it only if that is wished.
  take(text) {
    const content = kept.contentOf(text);
    if (!content) return this.say("This file is no course and holds no answers of this book. Nothing has changed.");
    const here = kept.all();
    const there = checked(content, this.chapters);
    const { refused } = there;
    const { fresh, differ, count } = kept.compared(here, there);
    kept.put(fresh, here);
    if (!here.place && there.place) kept.putPlace(there.place);
    this.paint();
    const left = `. Not read: ${many(refused.length, "entry", "entries")} that this book cannot have: `;
    const read = `${many(count, "entry", "entries")} read${refused.length ? left + refused.join(", ") : ""}`;
    const names = Object.values(differ).flatMap(Object.keys);
    if (!names.length) return this.say(`${read}.`);
    const some = names.length === 1 ? "One differs" : `${names.length} differ`;
    const words = `${read}. ${some} from what is here, and nothing of that is replaced yet: ${names.join(", ")}.`;
    const replace = () => {
      kept.put(differ, here);
      this.paint();
      this.say("Replaced.");
    };
    return this.say(words, ["Replace mine", replace], ["Keep mine", () => this.say("Yours stay.")]);
  }

  deleteAll() {
    const remove = () => {
      kept.removeAll();
      this.paint();
      this.say("Deleted. This browser keeps nothing of your course any more.");
    };
    this.say(
      "This deletes your predictions, answers and place on this device, and cannot be taken back.",
      ["Delete everything", remove],
      ["Keep it", () => this.say("Nothing was deleted.")],
    );
  }
}

const data = document.querySelector(".oco-course-data");
if (data) window.ocoCourse = new Course(JSON.parse(data.textContent));
