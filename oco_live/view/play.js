// A slider that plays: its button moves it on, one position at a time, as if the reader did. It never starts by itself,
// and nothing glides: each step is one frame, so that there is nothing to switch off where motion is not wanted; there
// it only goes more slowly. A screen reader hears the sentence when the playing ends.
const PACE = 350; // ms a position
const CALM = 1200; // the pace under prefers-reduced-motion

class Player {
  // answered() says whether the last step has been answered: no step is taken before.
  constructor(group, input, answered) {
    this.input = input;
    this.answered = answered;
    this.button = group.querySelector(".oco-play-start");
    this.step = group.querySelector(".oco-play-step");
    this.button.addEventListener("click", () => (this.playing ? this.pause() : this.start()));
    this.step.addEventListener("click", () => {
      this.pause();
      this.forward();
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

  forward() {
    if (!this.input.disabled && !this.atEnd) this.moveTo(this.position + 1);
  }

  start() {
    if (this.input.disabled) return;
    if (this.atEnd) this.moveTo(0);
    this.sent = this.position;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.timer = setInterval(() => this.tick(), calm ? CALM : PACE);
    this.show("pause");
  }

  tick() {
    // Moved by others, or gone.
    if (this.position !== this.sent || this.input.disabled || !this.input.isConnected) return this.pause();
    if (!this.answered()) return undefined;
    this.forward();
    return this.atEnd ? this.pause() : undefined;
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.show("play");
  }

  show(word) {
    this.button.textContent = word;
  }
}

// Every slider of this figure that has buttons.
export function installPlayers(figure, answered) {
  return [...figure.querySelectorAll(".oco-play")].map(
    (group) => new Player(group, group.closest(".oco-control").querySelector("input"), answered),
  );
}
