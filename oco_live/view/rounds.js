// Playing the rounds: the curves over t are drawn from round 1 on, as they came about, the path in the ball with them,
// and the cursor goes with their tip. Nothing is computed: a clip hides what is still to come. Without motion wanted it
// goes in a few slow steps.
import { along, coordinate } from "./curves.js";
import { putAttribute, SVG } from "./paint.js";
import { px } from "./text.js";
import { addTool } from "./tools.js";
import { absolute } from "./units.js";

const LASTS = 8000; // ms
const STEPS = 16;
const SLOW = 1200; // ms a step under prefers-reduced-motion
const PLAY = "play the rounds";

// A rectangle in front of a picture's curves, as wide as what is seen of them.
class Clip {
  constructor(figure, picture) {
    this.picture = picture;
    this.clip = document.createElementNS(SVG, "clipPath");
    this.clip.id = `${figure.id}-${picture.panel.name}-seen`;
    this.clip.innerHTML = '<rect x="0" y="-1000" height="9000"/>';
    picture.svg.prepend(this.clip);
    this.moving.setAttribute("clip-path", `url(#${this.clip.id})`);
    this.ends.setAttribute("visibility", "hidden"); // no name where no end is
  }

  get moving() {
    return this.picture.svg.querySelector(".oco-moving");
  }

  get ends() {
    return this.picture.svg.querySelector(".oco-ends");
  }

  upTo(round) {
    const width = px(this.picture.scales.x.at(round) + 0.5);
    putAttribute(this.clip.firstElementChild, "width", String(Math.max(width, 0)));
  }

  remove() {
    this.clip.remove();
    this.moving.removeAttribute("clip-path");
    this.ends.removeAttribute("visibility");
  }
}

class Rounds {
  constructor(view, button) {
    this.view = view;
    this.button = button;
    this.readers = view.readers.filter(({ panel }) => panel.x.rounds);
    this.paths = view.spec.series.filter(({ rounds }) => rounds);
    this.share = 1; // of the first picture's curves that is seen
    this.clips = new Map(); // panel -> its clip
    button.addEventListener("click", () => (this.playing ? this.pause() : this.start()));
    view.onpaint(() => this.share < 1 && this.clip());
    view.figure.querySelector(".oco-reset").addEventListener("click", () => this.end());
    view.figure.addEventListener("keydown", (event) => {
      const seen = this.share < 1 || view.readers.some((reader) => reader.seen);
      if (event.key !== "Escape" || event.defaultPrevented || !seen || event.target.closest("figure dialog")) return;
      event.stopPropagation(); // as in a reader: the next Escape ends what is around it
      event.preventDefault();
      this.end();
    });
  }

  // The whole curves, without a cursor.
  end() {
    if (this.share < 1) this.seen(1);
    this.view.follow(undefined);
  }

  forward() {
    this.pause();
    this.seen((this.share >= 1 ? 1 : Math.floor(this.share * STEPS + 1e-6) + 1) / STEPS);
  }

  start() {
    if (this.share >= 1) this.seen(0);
    this.playing = true;
    this.show();
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
    this.show();
  }

  show() {
    putAttribute(this.button, "aria-label", this.playing ? "pause" : PLAY);
    putAttribute(this.button, "data-tip", this.playing ? "pause" : PLAY);
    putAttribute(this.button, "aria-pressed", String(Boolean(this.playing)));
    this.button.classList.toggle("oco-on", Boolean(this.playing));
  }

  seen(share) {
    this.share = Math.min(share, 1);
    this.clip();
    if (this.share < 1) return;
    this.pause();
    for (const clip of this.clips.values()) clip.remove();
    this.clips.clear();
    for (const series of this.paths) this.view.pictures[series.panel].canvas.written.delete(this.pathOf(series));
    this.view.paint(); // the whole paths, too
  }

  // The same round in all pictures: even steps across the first, from its first point to its last.
  clip() {
    const [first] = this.readers;
    const stops = first.stops();
    if (!stops.length) return;
    const { view } = this;
    const x = along(first.panel.x, stops[0].x, stops.at(-1).x, this.share);
    const round = absolute(first.panel.x, first.frame.facts, x);
    for (const { panel, picture } of this.readers) {
      if (!picture.scales) continue; // behind another tab of a phone
      if (!this.clips.has(panel)) this.clips.set(panel, new Clip(view.figure, picture));
      this.clips.get(panel).upTo(round);
    }
    for (const series of this.paths) this.cutPath(series, round);
    const apart = (stop) => Math.abs(coordinate(first.panel.x, stop.x) - coordinate(first.panel.x, x));
    const read = stops.reduce((best, stop) => (apart(stop) < apart(best) ? stop : best));
    view.follow(absolute(first.panel.x, first.frame.facts, read.x));
  }

  // A path so far as it has come at this round.
  cutPath(series, round) {
    const reader = this.view.readers.find(({ panel }) => panel.name === series.panel);
    const { picture, panel, frame } = reader;
    const points = reader.stops().filter((stop) => stop.series === series && reader.roundOf(stop) <= round + 1e-9);
    const at = (axis) => points.map((point) => absolute(panel[axis], frame.facts, point[axis]));
    if (picture.scales) putAttribute(this.pathOf(series), "d", picture.pathOf("line", at("x"), at("y")).d);
  }

  pathOf(series) {
    return this.view.pictures[series.panel].canvas.groups[series.name].path;
  }
}

addTool("oco-rounds", (view, button) => {
  view.rounds = new Rounds(view, button);
});
addTool("oco-rounds-step", (view, button) => button.addEventListener("click", () => view.rounds.forward()));
