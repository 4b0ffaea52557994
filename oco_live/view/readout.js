// Reading the curves. A cursor goes to the point nearest to the pointer, or from point to point by the arrow keys; the
// numbers there are said in a small box away from it, and the same round is marked in every other picture. For keys,
// touch readers and screen readers the large picture has a native range input: it lies invisibly over it, its value is
// the point's place, its text what is read.
import { pointsOf, stopsOf } from "./curves.js";
import { shortNameOf } from "./names.js";
import { placeBox } from "./readbox.js";
import { readingAt, roundOf } from "./reading.js";
import { px } from "./text.js";
import { absolute, positionOf } from "./units.js";

const HINT = "the arrow keys read the curves";
const ASIDE = 3; // px: of two points in one place the one whose round is known
const joined = (words) => words.filter(Boolean).join(", ");

class Reader {
  constructor(view, panel) {
    this.view = view;
    this.panel = panel;
    this.plot = this.picture.plot;
    this.all = view.spec.series.filter((series) => series.panel === panel.name && series.label).reverse(); // as listed
    this.addInput();
    for (const name of ["pointermove", "pointerdown"]) this.plot.addEventListener(name, (event) => this.point(event));
    this.plot.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && this.close());
  }

  get picture() {
    return this.view.pictures[this.panel.name];
  }

  get frame() {
    return this.view.early ?? this.view.current;
  }

  get isMain() {
    return this.view.main === this.panel.name;
  }

  addInput() {
    const title = this.plot.closest(".oco-panel").querySelector(".oco-panel-title").textContent.trim();
    this.input = document.createElement("input");
    Object.assign(this.input, { type: "range", className: "oco-reader", min: 0, max: 1, value: 0 });
    this.input.dataset.lmSuppressShortcuts = "true"; // JupyterLab leaves us the keys
    this.input.setAttribute("aria-label", `read “${title}”`);
    this.input.setAttribute("aria-valuetext", HINT);
    this.plot.prepend(this.input);
    this.input.addEventListener("focus", () => this.read(this.here ?? this.stops().length - 1));
    this.input.addEventListener("input", () => this.read(Number(this.input.value)));
    this.input.addEventListener("blur", () => this.close());
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.reading) return;
      event.stopPropagation(); // the first Escape ends the reading, the next one what is around it
      event.preventDefault();
      this.close();
    });
  }

  // Another picture is the large one: it has the one input, and the focus that the last one had.
  rank() {
    this.input.hidden = !this.isMain;
    if (!this.isMain) this.close();
  }

  // Where the cursor can stop in this frame, in the order of the arrow keys.
  stops() {
    if (this.of !== this.frame) {
      this.of = this.frame;
      this.shown = this.all.filter((series) => this.view.shown(series));
      const known = [this.panel.x, this.panel.y].every(({ unit }) => !unit || unit in this.frame.facts);
      this.found = known ? stopsOf(this.panel, this.shown, this.frame) : { stops: [], curves: [] };
    }
    return this.found.stops;
  }

  roundOf(stop) {
    return roundOf(this.view, this.panel, this.frame, stop);
  }

  // ---- reading: by the reader's own hand

  read(index) {
    const stops = this.stops();
    if (!stops.length) return this.close();
    this.here = Math.min(Math.max(index, 0), stops.length - 1);
    const stop = stops[this.here];
    this.reading = true;
    this.round = undefined;
    this.view.follow(this.roundOf(stop), this);
    const followed = !this.isMain && this.view.readers.some((reader) => reader.isMain && reader.seen);
    const said = this.show(stop, !followed);
    if (this.input !== document.activeElement) return undefined; // by pointer: nothing to say aloud
    this.input.max = String(stops.length - 1);
    this.input.value = String(this.here);
    this.input.setAttribute("aria-valuetext", said);
    return undefined;
  }

  close() {
    if (!this.reading) return;
    this.stopReading();
    this.clear();
    this.view.follow(undefined, this);
  }

  stopReading() {
    if (!this.reading) return;
    this.reading = false;
    this.input.setAttribute("aria-valuetext", HINT);
  }

  // ---- following: what is read in another picture, or played, is marked here

  follow(round) {
    this.stopReading();
    this.round = round;
    const stop = round === undefined || !this.picture.scales ? undefined : this.stopAt(round); // none behind a tab
    if (stop) this.show(stop, this.isMain);
    else this.clear();
  }

  // The stop of a round, between those of the arrow keys, too; undefined where this picture has none.
  stopAt(round) {
    const stops = this.stops();
    if (this.panel.x.rounds) {
      const x = positionOf(this.panel.x, this.frame.facts, round);
      return stops.length && x >= stops[0].x && x <= stops.at(-1).x * (1 + 1e-9) ? { x } : undefined;
    }
    const apart = (stop) => Math.abs(this.roundOf(stop) - round);
    return stops
      .filter((stop) => this.roundOf(stop) !== undefined)
      .reduce((best, stop) => (best && apart(best) <= apart(stop) ? best : stop), undefined);
  }

  // ---- showing it

  // Cursor and rings, and the box where it is wanted; returns what a screen reader hears.
  show(stop, boxed) {
    const {
      heading,
      entries,
      kept = [],
      ratio,
    } = readingAt(this.view, this.panel, this.frame, this.found, this.shown, stop);
    if (!this.seen) this.open();
    const points = [...entries, ...kept];
    this.draw(stop, points);
    const named = entries.map(({ series, text }) => {
      const name = shortNameOf(this.view.figure, series, this.all);
      return [/[\p{L}\p{M})]$/u.test(name) ? name : name + ":", text]; // a formula's end would run into the number
    });
    const title = joined([heading, ratio && `ratio ${ratio}`]);
    this.box.hidden = !boxed;
    if (boxed) {
      this.box.replaceChildren(
        ...(title ? [this.row(null, "", title)] : []),
        ...named.map(([name, text], i) => this.row(entries[i].series, name, text)),
      );
      placeBox(this.box, this.picture, this.curvesInView(), this.pixels(points), stop.x !== undefined);
    }
    const words = named.map((pair) => pair.join(" "));
    return (heading && `${heading}: `) + joined([...words, ratio && `ratio ${ratio}`]);
  }

  pixels(points) {
    const { x, y } = this.picture.scales;
    return points.map((point) => ({ x: x.at(point.x), y: y.at(point.y), series: point.series }));
  }

  // The points of what is drawn here, in pixels: the box stays away from them.
  curvesInView() {
    const { frame, panel } = this;
    return this.shown.flatMap((series) => {
      const curve = frame.series[series.name];
      if (!curve || frame.status[series.name] === "absent") return [];
      const at = (axis, position) => absolute(panel[axis], frame.facts, position);
      return this.pixels(pointsOf(series, curve).map(([x, y]) => ({ x: at("x", x), y: at("y", y) })));
    });
  }

  // A line of the box: what is named and its value.
  row(series, name, text) {
    const row = document.createElement("li");
    if (!series) row.className = "oco-where";
    else row.append(this.view.figure.querySelector(`.oco-of-${series.name} .oco-swatch`).cloneNode(true));
    const words = document.createElement("span");
    const value = document.createElement("b");
    value.textContent = text;
    words.append(name && name + " ", value);
    row.append(words);
    return row;
  }

  // A line at x (or along a row) and a dot at each point.
  draw(stop, points) {
    const { box, scales, layers } = this.picture;
    const { left, top, right, bottom } = box;
    const dots = this.pixels(points).filter(({ x, y }) => this.picture.inside(x, y));
    const across = () => px(scales.x.at(absolute(this.panel.x, this.frame.facts, stop.x)));
    let line = "";
    if (this.panel.y.words.length) line = `M${left} ${px(scales.y.at(stop.y))}H${right}`;
    else if (!this.panel.equal) line = `M${across()} ${top}V${bottom}`;
    layers.cursor.innerHTML =
      `<path class="oco-upright" d="${line}"/>` +
      dots
        .map(({ x, y, series }) => {
          const d = `M${px(x)} ${px(y)}h0`;
          const ring = `<path class="oco-ring" style="--oco-s:var(--oco-${series.role})" d="${d}"/>`;
          return `<path class="oco-halo" d="${d}"/>${ring}`;
        })
        .join("");
  }

  open() {
    this.seen = true;
    this.box ??= Object.assign(document.createElement("ul"), { className: "oco-readout" });
    this.box.setAttribute("aria-hidden", "true"); // a screen reader hears the input
    this.plot.append(this.box);
    this.outside = ({ target }) => {
      if (this.view.rounds?.playing || this.plot.contains(target)) return;
      if (this.reading) this.close();
      else this.follow(undefined);
    };
    document.addEventListener("pointerdown", this.outside);
  }

  clear() {
    if (!this.seen) return;
    this.seen = false;
    this.picture.layers.cursor.replaceChildren();
    this.box.remove();
    document.removeEventListener("pointerdown", this.outside);
  }

  // ---- the pointer

  point(event) {
    if (this.view.rounds?.playing) return;
    const { left, top } = this.picture.svg.getBoundingClientRect();
    this.read(this.nearest(event.clientX - left, event.clientY - top));
  }

  // The stop nearest to a place in the picture.
  nearest(x, y) {
    const { panel, frame } = this;
    const { scales } = this.picture;
    const rows = panel.y.words.length > 0;
    const distances = this.stops().map((stop) =>
      Math.hypot(
        rows ? 0 : scales.x.at(absolute(panel.x, frame.facts, stop.x)) - x,
        panel.equal || rows ? scales.y.at(absolute(panel.y, frame.facts, stop.y)) - y : 0,
        panel.equal && !stop.series.rounds ? ASIDE : 0,
      ),
    );
    return distances.reduce((best, distance, i) => (distance < distances[best] ? i : best), 0);
  }

  // The picture has changed under the cursor: it stays where it stands.
  repaint() {
    const before = this.reading ? this.found.stops[this.here] : undefined;
    this.of = undefined;
    if (this.round !== undefined && this.seen) return this.follow(this.round);
    if (!this.reading) return undefined;
    const stops = this.stops();
    if (!stops.length) return this.close();
    if (before?.x === undefined || this.panel.equal) return this.read(Math.min(this.here, stops.length - 1));
    const x = this.picture.scales.x.at(absolute(this.panel.x, this.frame.facts, before.x));
    return this.read(this.nearest(x, 0));
  }
}

// One for each panel; the view's painters keep an open one true. view.follow(round, by): all but `by` mark this round,
// or none.
export function installReaders(view) {
  view.readers = view.spec.panels.map((panel) => new Reader(view, panel));
  view.follow = (round, by) => view.readers.forEach((reader) => reader !== by && reader.follow(round));
  const rank = () => {
    const held = view.readers.some(({ input }) => input === document.activeElement);
    view.readers.forEach((reader) => reader.rank());
    if (held) view.readers.find((reader) => reader.isMain).input.focus({ preventScroll: true });
  };
  rank();
  view.figure.addEventListener("oco-layout", rank);
  view.onpaint(() => view.readers.forEach((reader) => reader.repaint()));
}
