// A slider that plays: its button moves it on, one position at a time, as if the reader did. It never starts by itself,
// and nothing glides: each step is one frame, so that there is nothing to switch off where motion is not wanted; there
// it only goes more slowly. The axes stand still meanwhile, and a screen reader hears the headline when it ends.
import { putAttribute } from "./paint.js";

const PACE = 350; // ms a position
const CALM = 1200; // the pace under prefers-reduced-motion

class Player {
  constructor(view, input, { start, steps }) {
    this.view = view;
    this.input = input;
    this.button = start;
    this.word = start.getAttribute("aria-label"); // of an icon; null where the button has its word in it
    start.addEventListener("click", () => (this.playing ? this.pause() : this.start()));
    for (const step of steps)
      step.addEventListener("click", () => {
        this.pause();
        if (this.atEnd) this.restart();
        else this.forward();
      });
    // The reader's hand on the slider ends the playing.
    for (const event of ["pointerdown", "keydown"]) input.addEventListener(event, () => this.pause());
  }

  get playing() {
    return this.timer !== undefined;
  }

  get position() {
    return Number(this.input.value);
  }

  get atEnd() {
    return this.position >= Number(this.input.max);
  }

  moveTo(position) {
    this.input.value = String(position);
    this.sent = this.position;
    this.input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // From the tuned place, which is between two others, to the one after it.
  forward() {
    if (!this.input.disabled && !this.atEnd) this.moveTo(Math.floor(this.position) + 1);
  }

  restart() {
    if (!this.input.disabled) this.moveTo(0);
  }

  start() {
    if (this.input.disabled) return;
    this.view.hold();
    if (this.atEnd) this.restart();
    this.sent = this.position;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.timer = setInterval(() => this.tick(), calm ? CALM : PACE);
    this.show();
  }

  tick() {
    // Moved by others, or gone.
    if (this.position !== this.sent || this.input.disabled || !this.input.isConnected) return this.pause();
    if (!this.view.answered()) return undefined; // no step is taken before the last one has been answered
    this.forward();
    return this.atEnd ? this.pause() : undefined;
  }

  pause() {
    if (!this.playing) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.view.release();
    this.show();
  }

  show() {
    putAttribute(this.button, "aria-pressed", String(this.playing));
    this.button.classList.toggle("oco-on", this.playing);
    if (this.word) putAttribute(this.button, "aria-label", this.playing ? "pause" : this.word);
  }
}

// Every slider that has a button in the toolbar.
export function installPlayers(view) {
  const many = (selector) => [...view.figure.querySelectorAll(selector)];
  return many(".oco-play-start").map((start) => {
    const { plays } = start.dataset;
    const steps = many(".oco-play-step").filter((step) => step.dataset.plays === plays);
    return new Player(view, view.controls.inputs[plays], { start, steps });
  });
}
