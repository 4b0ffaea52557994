// The lecture room: the figure fills the screen. It is moved into a modal dialog and back, so that it stays the same
// figure with the same state; the dialog makes the rest of the page inert, and Esc leaves it. A script leads through
// it, by the keys that a presenter's remote sends: the examples of this explorer, then the next explorer of the page.
import { closer } from "./dialogs.js";
import { addTool } from "./tools.js";
import { agree } from "./values.js";

const SIZES = [0.8, 1.6]; // of the letters, by + and −

const lectures = []; // of the page's explorers, in their order
let size = 1;

class Lecture {
  constructor(view, button) {
    this.view = view;
    this.button = button;
    this.place = document.createElement("div"); // keeps the figure's room on the page
    this.script = Object.assign(document.createElement("p"), { className: "oco-script" });
    button.addEventListener("click", () => (this.room ? this.leave() : this.enter()));
    view.onpaint(() => this.room && this.tell());
    lectures.push(this);
    view.gone.signal.addEventListener("abort", () => lectures.splice(lectures.indexOf(this), 1));
  }

  enter() {
    if (this.room) return;
    this.scrolled = scrollY;
    const dialog = document.createElement("dialog");
    dialog.className = "oco-lecture-room";
    dialog.addEventListener("close", ({ target }) => target === dialog && current(dialog)?.left());
    dialog.addEventListener("focusin", ({ target }) => {
      this.focused = target;
    });
    document.documentElement.style.scrollbarColor = "transparent transparent"; // the page keeps its width
    this.fill(dialog, () => dialog.showModal());
  }

  // The figure goes into the dialog; open() opens it, if it is not open yet.
  fill(dialog, open = () => {}) {
    const { figure } = this.view;
    const kept = figure.contains(document.activeElement) ? document.activeElement : null; // opening moves the focus
    Object.assign(this.place.style, { height: `${figure.offsetHeight}px`, margin: getComputedStyle(figure).margin });
    figure.before(this.place);
    if (!dialog.isConnected) this.place.after(dialog); // an open one that moves is none any more
    dialog.setAttribute("aria-label", figure.querySelector("figcaption").textContent);
    dialog.append(figure);
    open();
    this.room = dialog;
    this.caption();
    (kept?.checkVisibility() ? kept : figure).focus({ preventScroll: true });
    this.focused = kept ?? this.button; // a window that is not in front hears of no focus
    this.grow(0);
    this.tell();
  }

  // What is in the room only: a way out for a pointer, and which example is in view.
  caption() {
    this.out ??= closer("leave the lecture view", () => this.view.lecture.leave());
    this.view.figure.querySelector(".oco-top").append(this.script, this.out);
    this.button.classList.add("oco-on");
  }

  // At once: the event comes a task later, and the next key may come before it.
  leave() {
    this.room.close();
    this.left();
  }

  // Back onto the page; the dialog stays open where another figure takes this one's place.
  empty() {
    const { figure } = this.view;
    this.room = undefined;
    this.script.remove();
    this.out.remove();
    this.button.classList.remove("oco-on");
    figure.style.removeProperty("--oco-size");
    this.place.replaceWith(figure);
    this.resized();
  }

  // The dialog has closed.
  left() {
    const { room, focused } = this;
    this.empty();
    room.remove();
    document.documentElement.style.removeProperty("scrollbar-color");
    if (this.scrolled === undefined) this.view.figure.scrollIntoView({ behavior: "instant" });
    else scrollTo({ top: this.scrolled, behavior: "instant" });
    (focused.isConnected && focused.checkVisibility() ? focused : this.view.figure).focus({ preventScroll: true });
  }

  resized() {
    this.view.drawing.measure(); // letters of another size move no box
  }

  grow(by) {
    size = Math.min(Math.max(Math.round(10 * (size + by)) / 10, SIZES[0]), SIZES[1]);
    this.view.figure.style.setProperty("--oco-size", String(size));
    this.resized();
  }

  // ---- the script

  tell() {
    const { presets } = this.view;
    const at = presets.findIndex(({ state }) => agree(state, this.view.controls.params)); // or on its way
    this.script.textContent = at < 0 ? "" : `${at + 1} of ${presets.length}: ${presets[at].label}`;
  }

  // One on, or one back: an example, or, where there is none, the explorer before or after this one.
  walk(step) {
    if (this.view.example(step) === false) this.turn(step);
  }

  turn(step) {
    const there = lectures.filter(({ view }) => view.figure.isConnected);
    const next = there[there.indexOf(this) + step];
    if (!next) return this.view.tell(step > 0 ? "the last explorer of this page" : "the first explorer of this page");
    const { room } = this;
    next.scrolled = undefined;
    this.empty();
    return next.fill(room);
  }
}

// Whose figure is in the room.
const current = (dialog) => lectures.find(({ room }) => room === dialog);

addTool("oco-lecture", (view, button) => {
  view.lecture = new Lecture(view, button);
});
