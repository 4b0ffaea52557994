// Playing the rounds: the curves over t are drawn from round 1 on, as they came about, and the readout goes with
// their tip. Nothing is computed: a clip hides what is still to come. Without motion wanted it goes in a few slow
// steps.
import { along } from "./curves.js";
import { SVG } from "./paint.js";
import { place } from "./path.js";
import { addTool } from "./tools.js";
import { absolute, positionOf } from "./units.js";

const LASTS = 8000; // ms
const STEPS = 16;
const SLOW = 1200; // ms a step under prefers-reduced-motion

class Rounds {
  constructor(view, button, readers) {
    this.view = view;
    this.button = button;
    this.readers = readers;
    this.share = 1; // of the first picture's curves that is seen
    button.addEventListener("click", () => (this.playing ? this.pause() : this.start()));
    view.onpaint(() => this.share < 1 && this.clip());
    view.figure.querySelector(".oco-reset").addEventListener("click", () => this.end());
    view.figure.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || !(this.share < 1 || this.readers.some(({ box }) => box)))
        return;
      event.stopPropagation(); // as in a reader: the next Escape ends what is around it
      event.preventDefault();
      this.end();
    });
  }

  // The whole curves, and the legends that the readouts lay over.
  end() {
    if (this.share < 1) this.seen(1);
    for (const reader of this.readers) reader.close();
  }

  forward() {
    this.pause();
    this.seen((this.share >= 1 ? 1 : Math.floor(this.share * STEPS + 1e-6) + 1) / STEPS);
  }

  start() {
    if (this.share >= 1) this.seen(0);
    this.playing = true;
    this.show("pause");
    const from = performance.now() - this.share * LASTS;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.timer = setInterval(() => this.seen((Math.round(this.share * STEPS) + 1) / STEPS), SLOW);
    } else {
      const glide = (now) => {
        this.seen(Math.max(this.share, (now - from) / LASTS));
        if (this.playing) this.gliding = requestAnimationFrame(glide);
      };
      this.gliding = requestAnimationFrame(glide);
    }
  }

  pause() {
    this.playing = false;
    clearInterval(this.timer);
    cancelAnimationFrame(this.gliding);
    for (const reader of this.readers) reader.playing = false;
    this.show("play rounds");
  }

  show(word) {
    this.button.textContent = word;
    this.button.classList.toggle("oco-on", this.playing);
  }

  seen(share) {
    this.share = Math.min(share, 1);
    this.clip();
    if (this.share < 1) return;
    this.pause();
    this.clips.forEach((clip) => clip.remove());
    this.clips = undefined;
    for (const { svg } of this.readers) svg.querySelector(".oco-moving").removeAttribute("clip-path");
  }

  // The same round in all pictures: even steps across the first, from its first point to its last.
  clip() {
    const { facts } = this.view.current;
    const [first] = this.readers;
    this.clips ??= this.readers.map((reader) => this.clipOf(reader));
    const t = absolute(first.panel.x, facts, this.positionAt(first));
    this.readers.forEach((reader, i) => {
      const { panel } = reader;
      const x = positionOf(panel.x, facts, t);
      const [left, , right] = panel.box;
      this.clips[i].firstElementChild.setAttribute("width", (place(panel.x, x, left, right, 1) + 0.5).toFixed(2));
      reader.playing = this.playing;
      reader.readAt(x);
    });
  }

  positionAt(reader) {
    const stops = reader.stops();
    return along(reader.panel.x, stops[0].x, stops.at(-1).x, this.share);
  }

  clipOf({ svg, panel }) {
    const clip = document.createElementNS(SVG, "clipPath");
    clip.id = `${this.view.figure.id}-${panel.name}-seen`;
    clip.innerHTML = '<rect x="0" y="-20" height="300"/>';
    svg.prepend(clip);
    svg.querySelector(".oco-moving").setAttribute("clip-path", `url(#${clip.id})`);
    return clip;
  }
}

addTool("oco-rounds", (view, button) => {
  const readers = view.readers.filter(({ panel }) => panel.x.rounds);
  view.rounds = new Rounds(view, button, readers);
});
addTool("oco-rounds-step", (view, button) => button.addEventListener("click", () => view.rounds.forward()));
