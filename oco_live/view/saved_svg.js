// What is seen, as one SVG: the headline over the pictures where they stand, and under them a legend of what is shown.
// Nothing in it depends on a stylesheet.
import { addedTo, wordsOf } from "./names.js";
import { SVG } from "./paint.js";

const GAP = 16;
const COLUMN = 360; // px that a column of the legend has at least
const LETTERS = 13;
const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "paint-order",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "font-variant-numeric",
  "text-anchor",
  "display",
  "visibility",
];

const setAll = (element, attributes) => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

const make = (name, attributes, ...children) => {
  const element = setAll(document.createElementNS(SVG, name), attributes);
  element.append(...children);
  return element;
};

const seen = (element) => element.checkVisibility();

// A copy whose look depends on no stylesheet.
function inlined(element) {
  const copy = element.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll("*")];
  [element, ...element.querySelectorAll("*")].forEach((original, i) => {
    const style = getComputedStyle(original);
    const inherited = original === element ? null : getComputedStyle(original.parentNode);
    copies[i].removeAttribute("style");
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (!inherited || value !== inherited.getPropertyValue(name) || name === "opacity")
        copies[i].style.setProperty(name, value);
    }
  });
  return copy;
}

// Text broken where it grows too wide.
function broken(text, font, width) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (lines.at(-1) && pen.measureText(longer).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

class Sheet {
  constructor(view) {
    this.view = view;
    this.look = getComputedStyle(view.figure);
    this.stage = view.figure.querySelector(".oco-stage").getBoundingClientRect();
    this.width = this.stage.width + 2 * GAP;
    this.parts = [];
    this.low = GAP; // of what is written so far
  }

  write(x, y, text, size, weight = 400, fill = this.look.color) {
    const { fontFamily } = this.look;
    const letters = { x, y, "font-size": size, "font-weight": weight, fill, "font-family": fontFamily };
    this.parts.push(make("text", letters, text));
  }

  lines(text, { size = LETTERS, weight = 400, indent = 0, left = GAP, width = this.width - 2 * GAP }) {
    const high = size * 1.5;
    for (const line of broken(text, `${weight} ${size}px ${this.look.fontFamily}`, width - indent)) {
      this.low += high;
      this.write(left + indent, this.low - high * 0.3, line, size, weight);
    }
  }

  // A picture with its title, where it stands on the stage.
  picture({ plot, svg }, top) {
    const box = plot.getBoundingClientRect();
    const copy = inlined(svg);
    copy.querySelector(".oco-cursor")?.remove();
    for (const name of ["role", "aria-label", "tabindex", "class"]) copy.removeAttribute(name);
    const [x, y] = [GAP + box.left - this.stage.left, top + box.top - this.stage.top];
    setAll(copy, { x, y, width: box.width, height: box.height });
    copy.style.overflow = "visible"; // a tick's label may reach over the edge
    this.parts.push(copy);
    const title = plot.closest(".oco-panel").querySelector(".oco-panel-title");
    this.write(x, y - 8, title.textContent.trim(), LETTERS, 600);
  }

  // A legend in columns; entries: [[swatch, words], …].
  legend(entries) {
    const columns = Math.max(1, Math.floor(this.width / COLUMN));
    const width = (this.width - 2 * GAP) / columns;
    let [row, next] = [this.low, this.low];
    entries.forEach(([swatch, words], i) => {
      if (i % columns === 0) row = next;
      const left = GAP + (i % columns) * width;
      this.low = row;
      this.parts.push(setAll(inlined(swatch), { x: left, y: row + LETTERS * 0.75 - 5, width: 28, height: 10 }));
      this.lines(words, { indent: 38, left, width: width - GAP });
      next = Math.max(next, this.low);
    });
    this.low = next;
  }
}

// All labelled curves that are shown in these panels, then what is kept.
function entriesOf({ figure, spec, ghosts, current, shown }, panels) {
  const there = (series) =>
    series.label &&
    panels.includes(series.panel) &&
    shown(series) &&
    current.status[series.name] !== "absent" &&
    current.series[series.name].x.length > 0;
  const curves = [...spec.series]
    .reverse()
    .filter(there)
    .map((series) => {
      const row = figure.querySelector(`.oco-of-${series.name}`);
      return [row.querySelector(".oco-swatch"), wordsOf(figure, series) + addedTo(row.querySelector(".oco-label"))];
    });
  const kept = (ghosts?.items() ?? []).map((item) => [
    item.querySelector(".oco-swatch"),
    item.querySelector("span").textContent,
  ]);
  return [...curves, ...kept];
}

export const paramsOf = (params) =>
  Object.entries(params)
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");

// The headline without what it keeps to itself, the bounds that a class is to guess.
function headlineOf(figure) {
  const copy = figure.querySelector(".oco-headline").cloneNode(true);
  const hidden = copy.querySelectorAll("[aria-hidden=true]");
  for (const part of hidden) part.textContent = "…";
  return { headline: copy.textContent.trim(), covered: hidden.length > 0 };
}

export function svgOf(view) {
  const { figure, spec, current } = view;
  const sheet = new Sheet(view);
  const title = figure.querySelector("figcaption").textContent.trim();
  const { headline, covered } = headlineOf(figure);
  const state = `(${paramsOf(current.params)})`;
  sheet.lines(title, { size: LETTERS });
  sheet.lines(headline, { size: 22 });
  const top = sheet.low + GAP / 2;
  const pictures = spec.panels.map(({ name }) => view.pictures[name]).filter(({ plot }) => seen(plot));
  for (const picture of pictures) sheet.picture(picture, top);
  sheet.low = top + sheet.stage.height;
  const names = pictures.map(({ panel }) => panel.name);
  sheet.legend(entriesOf(view, names));
  const [width, height] = [sheet.width, sheet.low + GAP].map(Math.round);
  return make(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, xmlns: SVG },
    make("title", {}, `${title}: ${headline}`),
    make("desc", {}, [headline, !covered && current.sentence, state, current.code].filter(Boolean).join("\n")),
    make("rect", { width, height, fill: sheet.look.backgroundColor }),
    ...sheet.parts,
  );
}
