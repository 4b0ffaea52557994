// What asks: an explorer on a page. The reader's wishes go to what answers, answers into the view, states into the
// address.
import { Address } from "./address.js";
import { Answers } from "./answers.js";
import { textOf } from "./format.js";
import { noteOf } from "./note.js";
import { couldBeBaked } from "./values.js";

// "η = 0.15" of a frame that stands in for this wish.
const nearestWords = ({ spec, current }, wish) =>
  spec.controls
    .filter(({ name, kind }) => kind === "slider" && wish[name] !== current.params[name])
    .map(({ name, symbol }) => `${symbol} = ${textOf(current.params[name], 4)}`)
    .join(", ");

export class PageExplorer {
  constructor(view, sweeps, python) {
    this.view = view;
    this.python = python;
    this.sweeps = sweeps.found;
    this.answers = new Answers(view.spec, sweeps, python, {
      answered: () => this.schedule(),
      early: (frame, asked) => view.sketch(frame, asked),
      meanwhile: (frame) => this.meanwhile(frame),
      refuse: (error) => this.refused(error),
      tell: () => this.tell(),
    });
    this.address = new Address(view, this.answers);
    python.onchange(() => this.pythonChanged());
    // What the reader set before the view was there is asked for, unless an address says otherwise.
    if (!this.address.open() && !view.answered()) this.ask(view.controls.params);
    // A page that comes back as it was: WebKit puts its inputs where they began, for they have no memory of their own.
    addEventListener("pageshow", ({ persisted }) => persisted && setTimeout(() => view.controls.show()));
    this.pythonChanged();
  }

  ask(params) {
    this.asked = params;
    this.address.note();
    this.answers.ask(params);
  }

  // What stands in for an answer that takes long: the controls stay with what was asked for.
  meanwhile(frame) {
    this.nearest = frame;
    this.view.show(frame, "baked");
  }

  // Painted in the next animation frame, if it still waits then.
  schedule() {
    clearTimeout(this.view.sketching); // the whole answer is here: half of it is not drawn any more
    requestAnimationFrame(() => this.paint());
  }

  paint() {
    const waiting = this.answers.take();
    if (!waiting) return;
    this.view.show(waiting.frame, waiting.source);
    this.tell();
  }

  // Nobody can answer: go back to what is in view, and say so. The address, too, if what it has was asked for here; a
  // link stays, for the next attempt.
  refused(error) {
    const { view, answers } = this;
    const { wish } = answers;
    const lost = couldBeBaked(view.spec, wish) && answers.sweeps.lost[wish.stream];
    this.paint(); // what still waits is what there is to go back to
    answers.giveUp(view.current.params);
    view.goBack();
    if (wish === this.asked) this.address.note();
    this.pythonChanged();
    if (lost)
      view.refuse("The answers for this stream could not be fetched (offline?). The next attempt asks for them again.");
    else if (this.python.state !== "failed") view.refuse(error.message);
  }

  pythonChanged() {
    const { view, python } = this;
    const off = {};
    for (const control of python.state === "failed" ? view.spec.controls : []) {
      if (!control.baked && control.name !== "stream") off[control.name] = `Needs Python. ${python.reason}`;
    }
    view.controls.show(off);
    this.tell();
    if (python.state === "ready") this.answers.fill(view.ghosts, view.figure.id);
  }

  tell() {
    const { wish } = this.answers;
    const pending = this.answers.pending(this.view.current);
    const fetching = pending && this.answers.sweeps.arriving(wish.stream);
    const nearest = pending && this.view.current === this.nearest ? nearestWords(this.view, wish) : "";
    const { text, waiting, again, spoken } = noteOf(this.view.spec, this.python, pending, fetching, nearest);
    this.view.wait(pending);
    if (spoken) this.view.note.setAttribute("role", "status");
    else this.view.note.removeAttribute("role");
    this.view.say(text, waiting, again ? this.againButton() : null);
  }

  againButton() {
    if (this.button) return this.button;
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.textContent = "Try again";
    this.button.addEventListener("click", () => {
      this.view.figure.focus({ preventScroll: true }); // the button goes
      this.python.start();
    });
    return this.button;
  }

  frame() {
    return this.view.frame();
  }
}
