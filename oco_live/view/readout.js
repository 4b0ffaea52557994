// Reading the curves. A cursor goes to the point nearest to the pointer, or from point to point by the arrow keys, and
// the numbers there are said under the panel. For keys, touch readers and screen readers each panel has a native
// range input: it lies invisibly over the picture, its value is the point's place, its text what is read.
import { stopsOf, valueAt } from "./curves.js";
import { percentOf, textOf } from "./format.js";
import { nameOf } from "./names.js";
import { SVG } from "./paint.js";
import { place } from "./path.js";
import { absolute, beyond, digitsOf, letter, positionOf, positionText } from "./units.js";

const HINT = "the arrow keys read the curves";
const joined = (words) => words.join(", ");

class Reader {
  constructor(view, panel, holder) {
    this.view = view;
    this.panel = panel;
    this.svg = holder.querySelector("svg");
    this.series = view.spec.series.filter((series) => series.panel === panel.name && series.label);
    this.series.reverse(); // as in the legend
    this.input = document.createElement("input");
    Object.assign(this.input, { type: "range", className: "oco-reader", min: 0, max: 1, value: 0 });
    this.input.dataset.lmSuppressShortcuts = "true"; // JupyterLab leaves us the keys
    this.input.setAttribute("aria-label", `read “${holder.querySelector(".oco-panel-title").textContent}”`);
    this.input.setAttribute("aria-valuetext", HINT);
    this.svg.before(this.input);
    this.input.addEventListener("focus", () => this.read(this.here ?? this.stops().length - 1));
    this.input.addEventListener("input", () => this.read(Number(this.input.value)));
    this.input.addEventListener("blur", () => this.close());
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.box) return;
      event.stopPropagation(); // the first Escape ends the reading, the next one what is around it
      event.preventDefault();
      this.close();
    });
    for (const name of ["pointermove", "pointerdown"]) this.svg.addEventListener(name, (event) => this.point(event));
    holder.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && !this.playing && this.close());
  }

  // Where the cursor can stop in this frame, in the order of the arrow keys.
  stops() {
    const { current } = this.view;
    if (this.of !== current.series) {
      this.of = current.series;
      ({ stops: this.found, curves: this.curves, first: this.first } = stopsOf(this.panel, this.series, current));
    }
    return this.found;
  }

  // ---- what is read there: a heading, entries { series, name, text }, and the points to mark

  reading(stop) {
    const { panel, view } = this;
    const { facts, texts } = view.current;
    const value = (axis, y, digits) => textOf(absolute(panel[axis], facts, y), digits);
    if (panel.y.words.length) {
      const word = texts[`${panel.name}.y.${stop.y}`] ?? panel.y.words[stop.y];
      const entries = this.series.flatMap((series) => {
        const { x, y } = view.current.series[series.name];
        const at = y.findIndex((row) => Math.round(row) === stop.y);
        if (at < 0 || view.current.status[series.name] === "absent") return [];
        const [from, to] = series.kind === "segments" ? [x[at], x[at + 1]] : [0, x[at]];
        const text = from === 0 ? value("x", to) : `${value("x", to - from)}, up to ${value("x", to)}`;
        return [{ series, text, x: to, y: stop.y }];
      });
      return { heading: word, entries };
    }
    if (panel.equal) {
      const points = this.found.filter(({ series }) => series === stop.series);
      const apart = letter(panel.x) !== letter(panel.y);
      const where = ["x", "y"].map(
        (axis) => `${apart ? letter(panel[axis]) : panel[axis].label} = ${value(axis, stop[axis])}`,
      );
      const text = joined(
        points.length > 1 ? [`point ${points.indexOf(stop) + 1} of ${points.length}`, ...where] : where,
      );
      return { heading: "", entries: [{ ...stop, text }] };
    }
    const entry = (series, frame, source, x) => {
      const [y, exact] = valueAt(panel, series, frame.series[series.name], x) ?? [];
      if (y === undefined) return [];
      const sign = beyond(panel, series, y) || (exact ? "" : "≈");
      const number = absolute(panel.y, frame.facts, y);
      return [
        {
          series,
          x: stop.x,
          y: positionOf(panel.y, facts, number),
          sign,
          text: (sign && `${sign} `) + textOf(number, digitsOf(panel, y, source)),
        },
      ];
    };
    const entries = this.curves.flatMap((series) => entry(series, view.current, view.figure.dataset.source, stop.x));
    // What was kept of the first curve, at the same place.
    const own = entries.find(({ series }) => series === this.first);
    const kept =
      own && view.ghosts
        ? view.ghosts.others().flatMap(({ number, frame, source }) => {
            const x = positionOf(panel.x, frame.facts, absolute(panel.x, facts, stop.x));
            return entry(this.first, frame, source, x).map((found) => ({
              ...found,
              text: `kept ${number}: ${found.text}`,
            }));
          })
        : [];
    if (kept.length) own.text += ` (${joined(kept.map(({ text }) => text))})`;
    const heading = `${letter(panel.x)} = ${positionText(panel.x, facts, stop.x)}`;
    return { heading, entries, kept, ratio: this.ratio(entries) };
  }

  // regret/bound in percent, where both are known and the bound is one.
  ratio(entries) {
    const [over, under] = this.panel.ratio.map((name) => entries.find(({ series }) => series.name === name));
    if (!over || !under || under.y <= 0 || over.y <= 0 || /[≤≥]/.test(over.sign + under.sign)) return "";
    if (this.view.current.status[under.series.name] === "fails") return "";
    return percentOf(over.y / under.y);
  }

  // ---- showing it

  read(index) {
    const stops = this.stops();
    if (!stops.length) return this.close();
    this.here = Math.min(Math.max(index, 0), stops.length - 1);
    const stop = stops[this.here];
    const { heading, entries, kept = [], ratio } = this.reading(stop);
    if (!this.box) this.open();
    const named = entries.map(({ series, text }) => {
      const name = nameOf(this.view.figure, series);
      return [/[\p{L}\p{M})]$/u.test(name) ? name : name + ":", text]; // a formula's end would run into the number
    });
    const title = joined([heading, ratio && `ratio ${ratio}`].filter(Boolean));
    this.box.replaceChildren(
      ...(title ? [this.row(null, "", title)] : []),
      ...named.map(([name, text], i) => this.row(entries[i].series, name, text)),
    );
    this.draw(stop, [...entries, ...kept]);
    if (this.input !== document.activeElement) return undefined; // by pointer: nothing to say aloud
    this.input.max = String(stops.length - 1);
    this.input.value = String(this.here);
    const words = named.map((pair) => pair.join(" "));
    if (ratio) words.push(`ratio ${ratio}`);
    this.input.setAttribute("aria-valuetext", (heading && heading + ": ") + joined(words));
    return undefined;
  }

  // A line of the readout, like one of the legend, whose place it takes.
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

  // A line at x (or along a row) and a ring at each point.
  draw(stop, entries) {
    const { panel } = this;
    const [left, top, right, bottom] = panel.box;
    const zoom = this.view.zooms[panel.name] ?? 1;
    const across = (x) => place(panel.x, x, left, right, 1).toFixed(2);
    const up = (y) => place(panel.y, y, bottom, top, zoom).toFixed(2);
    const line = panel.equal
      ? ""
      : stop.x === undefined
        ? `M${left} ${up(stop.y)}H${right}`
        : `M${across(stop.x)} ${top}V${bottom}`;
    const rings = entries
      .map(({ x, y }) => `M${across(x)} ${up(y)}m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0`)
      .join("");
    this.cursor.innerHTML = `<path d="${line}"/><path class="oco-ring" d="${rings}"/>`;
  }

  open() {
    this.cursor = document.createElementNS(SVG, "g");
    this.cursor.setAttribute("class", "oco-cursor");
    this.svg.append(this.cursor);
    this.box = document.createElement("ul");
    this.box.className = "oco-legend oco-readout";
    this.box.setAttribute("aria-hidden", "true"); // a screen reader hears the input
    this.svg.after(this.box);
    this.svg.parentElement.classList.add("oco-reading");
    this.outside = (event) => !this.svg.parentElement.contains(event.target) && !this.playing && this.close();
    document.addEventListener("pointerdown", this.outside);
  }

  close() {
    if (!this.box) return;
    this.cursor.remove();
    this.box.remove();
    this.svg.parentElement.classList.remove("oco-reading");
    this.box = undefined;
    document.removeEventListener("pointerdown", this.outside);
    this.input.setAttribute("aria-valuetext", HINT);
  }

  // The nearest stop to a point of the screen.
  point(event) {
    const stops = this.stops();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    this.read(this.nearest(stops, x, y));
  }

  nearest(stops, x, y) {
    const { panel } = this;
    const [left, top, right, bottom] = panel.box;
    const zoom = this.view.zooms[panel.name] ?? 1;
    const distances = stops.map((stop) =>
      Math.hypot(
        panel.y.words.length ? 0 : place(panel.x, stop.x, left, right, 1) - x,
        panel.equal || panel.y.words.length ? place(panel.y, stop.y, bottom, top, zoom) - y : 0,
      ),
    );
    return distances.reduce((best, distance, i) => (distance < distances[best] ? i : best), 0);
  }

  // The stop nearest to this x: for the player of rounds.
  readAt(x) {
    const [left, , right] = this.panel.box;
    this.read(this.nearest(this.stops(), place(this.panel.x, x, left, right, 1), 0));
  }

  // The picture has changed under the cursor: it stays where it stands.
  repaint() {
    if (!this.box) return undefined;
    const before = this.found[this.here];
    const stops = this.stops();
    if (!stops.length) return this.close();
    const [left, top, right, bottom] = this.panel.box;
    if (before.x === undefined || this.panel.equal) return this.read(Math.min(this.here, stops.length - 1));
    return this.read(this.nearest(stops, place(this.panel.x, before.x, left, right, 1), (top + bottom) / 2));
  }
}

// One for each panel; the view's painters keep an open one true.
export function installReaders(view) {
  view.readers = view.spec.panels.map(
    (panel) => new Reader(view, panel, view.figure.querySelector(`[data-panel="${panel.name}"]`)),
  );
  view.onpaint(() => view.readers.forEach((reader) => reader.repaint()));
}
