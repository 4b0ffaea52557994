// The pictures of an explorer: which is the large one, what is shown in them, and how their axes move. While a slider
// is dragged the axes stand still; when it is released they fit themselves, and what was before stays as a faint trace.
import { rangesOf } from "./fit.js";
import { curveOf, unitOf } from "./numbers.js";
import { Canvas } from "./paint.js";
import { pathOf } from "./path.js";
import { picture, TYPE } from "./picture.js";
import { between, sameRange } from "./scale.js";
import { shapeOf } from "./shape.js";

const MOVING = 200; // ms: how long axes take to fit
const SPOKEN = 300; // ms without a change before a picture is described anew
const PATIENT = 150; // ms: an answer within them is not announced
const TRACES = 2; // curves of the state before

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

const settled = (share) => 1 - (1 - share) ** 3;

// A panel in the document: what others need to know of its picture, and the state of its axes.
class Picture {
  constructor(drawing, panel, index) {
    const { view } = drawing;
    this.drawing = drawing;
    this.panel = panel;
    this.series = view.spec.series.filter((series) => series.panel === panel.name);
    this.holder = view.figure.querySelector(`.oco-panel[data-panel="${panel.name}"]`);
    this.canvas = new Canvas(this.holder);
    Object.assign(this, { plot: this.canvas.plot, svg: this.canvas.svg, layers: this.canvas.layers });
    this.rank = this.holder.dataset.rank || (index ? "side" : "main");
    this.ranges = null; // those in view
    this.width = this.height = 0;
  }

  // Whether its size, that of its text or its rank has changed.
  resize(width, height, type, rank) {
    if (width === this.width && height === this.height && type === this.type && rank === this.rank) return false;
    Object.assign(this, { width, height, type, rank });
    this.canvas.resize(width, height, type, type / TYPE.main);
    return true;
  }

  draw() {
    const { drawing, panel, series } = this;
    const frame = drawing.frame;
    if (!this.width || !this.height || !this.ranges) return;
    const { width, height, type, rank, ranges } = this;
    const made = picture(panel, series, frame, { width, height, type, rank, shown: drawing.shown, ranges });
    if (!made) return;
    Object.assign(this, { box: made.box, scales: made.scales, ticks: made.ticks });
    this.canvas.paint(made, frame.status);
    this.canvas.layer("before", this.trace());
  }

  // What was before, in the scales in view.
  trace() {
    const before = this.drawing.before?.[this.panel.name];
    if (!before) return "";
    return before
      .filter(({ series }) => this.drawing.shown(series))
      .map(({ series, x, y }) => {
        const { d } = this.pathOf(series.kind, x, y);
        const style = this.canvas.groups[series.name].group.getAttribute("style");
        return d && `<g class="oco-${series.kind}" style="${style}"><path d="${d}"/></g>`;
      })
      .join("");
  }

  // px of a position, in the units of the frame in view.
  at(way, position) {
    const { power } = this.panel[way];
    return this.scales[way].at(unitOf(this.panel[way], this.drawing.frame.facts) * position ** power);
  }

  inside(x, y) {
    const { left, top, right, bottom } = this.box;
    return x >= left && x <= right && y >= top && y <= bottom;
  }

  // { d, cuts } of absolute values.
  pathOf(kind, xs, ys) {
    return pathOf(kind, xs.map(this.scales.x.at), ys.map(this.scales.y.at), this.box);
  }

  fitting() {
    const { frame, shown, view } = this.drawing;
    return rangesOf(this.panel, this.series, frame, shown, view.ghosts?.curves(this.panel) ?? []);
  }
}

class Drawing {
  constructor(view) {
    this.view = view;
    this.changed = new Map(); // series whose being shown the reader has changed
    this.bounds = true;
    this.held = false;
    this.before = null; // panel -> the curves of the state before
    this.seen = null; // the frame that was painted last
    this.shown = this.shown.bind(this);
    this.pictures = Object.fromEntries(view.spec.panels.map((panel, i) => [panel.name, new Picture(this, panel, i)]));
    this.all = Object.values(this.pictures);
    this.main = this.all.find(({ rank }) => rank === "main").panel.name;
    const sizes = new ResizeObserver(() => this.measure());
    for (const { plot } of this.all) sizes.observe(plot);
  }

  get frame() {
    return this.view.early ?? this.view.current;
  }

  // A bound is over rounds or a parameter: what has its colour in a plane is a place.
  isBound({ role, panel }) {
    return role === "bound" && !this.pictures[panel].panel.equal;
  }

  shown(series) {
    return this.chosen(series) && (this.bounds || !this.isBound(series));
  }

  // Whether it is shown as soon as the bounds are.
  chosen(series) {
    return this.changed.get(series.name) ?? series.first;
  }

  // Bounds may be seen again, but each is hidden by itself.
  bringBack() {
    for (const series of this.view.spec.series) if (this.isBound(series)) this.changed.set(series.name, false);
    this.bounds = true;
  }

  // What was shown at first.
  restore() {
    this.changed.clear();
    this.bounds = true;
    this.view.paint();
  }

  // ---- sizes

  // Sizes or ranks have changed: nothing else reads the layout.
  measure() {
    let changed = false;
    for (const each of this.all) {
      const { clientWidth: width, clientHeight: height } = each.plot;
      if (!width || !height) continue; // behind another tab
      const type = Number.parseFloat(getComputedStyle(each.plot).fontSize) || TYPE.main;
      changed = each.resize(width, height, type, each.holder.dataset.rank || each.rank) || changed;
    }
    if (changed) this.laidOut();
  }

  laidOut() {
    for (const each of this.all) each.draw();
    this.view.figure.dispatchEvent(new Event("oco-layout"));
    this.view.painters.forEach((painter) => painter());
  }

  setMain(name) {
    this.main = name;
    for (const each of this.all) each.holder.dataset.rank = each.panel.name === name ? "main" : "side";
    this.measure();
    this.laidOut(); // though none has another size
  }

  // ---- painting

  paint() {
    const { frame } = this;
    if (frame !== this.seen && !this.held && !this.awaiting) this.before = null;
    if (frame === this.view.current && this.awaiting && this.view.answered()) this.awaiting = false;
    this.seen = frame;
    if (!this.held) this.fit();
    for (const each of this.all) each.draw();
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => this.describe(), SPOKEN);
  }

  // Every picture's axes go to the range that fits: at once the first time, or where nothing is to move.
  fit() {
    cancelAnimationFrame(this.moving);
    const moves = [];
    for (const each of this.all) {
      const to = each.fitting();
      if (!to) continue;
      const from = each.ranges;
      if (from && !still() && !(sameRange(from.x, to.x) && sameRange(from.y, to.y))) moves.push({ each, from, to });
      else each.ranges = to;
    }
    if (!moves.length) return;
    const began = performance.now();
    const step = (now) => {
      const share = settled(Math.min(1, Math.max(0, (now - began) / MOVING)));
      for (const { each, from, to } of moves) {
        each.ranges = share === 1 ? to : { x: between(from.x, to.x, share), y: between(from.y, to.y, share) };
        each.draw();
      }
      if (share < 1) this.moving = requestAnimationFrame(step);
      this.view.painters.forEach((painter) => painter());
    };
    this.moving = requestAnimationFrame(step);
  }

  describe() {
    const { frame } = this;
    for (const { svg, panel, series } of this.all)
      svg.setAttribute("aria-label", shapeOf(panel, series, frame, this.shown));
  }

  // ---- a drag

  hold() {
    if (this.held) return;
    cancelAnimationFrame(this.moving);
    this.held = true;
    const { frame } = this;
    this.before = null;
    if (this.view.ghosts?.keeps(frame)) return; // what is kept goes on standing there
    this.before = Object.fromEntries(
      this.all.map(({ panel, series }) => [panel.name, this.tracesOf(panel, series, frame)]),
    );
  }

  // The first curves of a panel that its range must hold, in absolute numbers.
  tracesOf(panel, all, frame) {
    const lines = all.flatMap((series) => {
      const curve = this.shown(series) && series.kind === "line" && series.label && curveOf(panel, series, frame);
      return curve && !curve.mark && curve.x.length > 1 ? [{ series, x: curve.x, y: curve.y }] : [];
    });
    lines.sort((a, b) => Number(Boolean(b.series.end)) - Number(Boolean(a.series.end)));
    return lines.slice(0, TRACES);
  }

  release() {
    if (!this.held) return;
    this.held = false;
    this.awaiting = !this.view.answered();
    this.view.paint();
  }

  busy(on) {
    clearTimeout(this.waiting);
    const show = (busy) => {
      this.view.figure.classList.toggle("oco-computing", busy);
      for (const badge of this.view.figure.querySelectorAll(".oco-busy")) badge.hidden = !busy;
    };
    if (on) this.waiting = setTimeout(show, PATIENT, true);
    else show(false);
  }
}

// Gives a view its pictures.
export function installPictures(view) {
  const drawing = new Drawing(view);
  view.drawing = drawing;
  view.pictures = drawing.pictures;
  view.shown = drawing.shown;
  view.chosen = (series) => drawing.chosen(series);
  view.hold = () => drawing.hold();
  view.release = () => drawing.release();
  view.busy = (on) => drawing.busy(on);
  // As an example or a link wants it, whether bounds are hidden or not.
  view.choose = (name, on) => {
    drawing.changed.set(name, on);
    view.paint();
  };
  // By the reader's hand.
  view.toggle = (name) => {
    const series = view.spec.series.find((candidate) => candidate.name === name);
    const shown = drawing.shown(series);
    if (drawing.isBound(series) && !drawing.bounds) drawing.bringBack(); // who asks for one bound wants to see that one
    view.choose(name, !shown);
  };
  view.hideBounds = (on) => {
    drawing.bounds = !on;
    view.paint();
  };
  view.setMain = (name) => drawing.setMain(name);
  Object.defineProperty(view, "main", { get: () => drawing.main });
  Object.defineProperty(view, "boundsHidden", { get: () => !drawing.bounds });
  drawing.paint();
  drawing.measure();
}
