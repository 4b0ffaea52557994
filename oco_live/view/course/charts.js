// The pictures of a class: bars of choices, a histogram of numbers, drawn lines over what was measured. Broad and pale
// is what readers said, thin and crisp what was measured. What a stranger wrote comes in as text only.
import { textOf } from "../format.js";
import { SVG } from "../paint.js";
import { readAt } from "../predict/drawn.js";
import { scaleOf } from "../scale.js";
import { px } from "../text.js";
import { ticksOf } from "../ticks.js";
import { shareText } from "./tally.js";

const HEIGHT = 270;
const BOX = { left: 52, right: 12, top: 32, bottom: 40 };
const GAP = 56; // pixels between ticks
const BAR = 3; // pixels between bars

function element(name, attributes = {}, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.textContent = text;
  return made;
}

// rows: [label, count, whether it is right, whether the label is the book's own HTML]; a table whose second column is a
// bar.
export function bars(caption, rows, whole) {
  const table = document.createElement("table");
  table.className = "oco-cl-bars";
  table.createCaption().textContent = caption;
  for (const [label, count, right, html] of rows) {
    const row = table.insertRow();
    const head = Object.assign(document.createElement("th"), { scope: "row" });
    if (html) head.innerHTML = label;
    else head.textContent = label;
    if (right) head.append(Object.assign(document.createElement("b"), { textContent: " right" }));
    const cell = document.createElement("td");
    cell.style.setProperty("--oco-share", `${whole ? (100 * count) / whole : 0}%`);
    cell.textContent = count ? `${count}, ${shareText(count, whole)}` : "none";
    cell.toggleAttribute("data-right", Boolean(right));
    row.append(head, cell);
  }
  return table;
}

function frame(width, label) {
  const svg = element("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img" });
  svg.setAttribute("aria-label", label);
  return svg;
}

function axis(svg, width, scale, side, label) {
  const [low, high] = [HEIGHT - BOX.bottom, BOX.top];
  for (const { value, text } of ticksOf(scale, side === "x" ? GAP : GAP / 1.6)) {
    const at = px(scale.at(value));
    const across = side === "x";
    svg.append(
      across
        ? element("path", { class: "oco-cl-grid", d: `M${at} ${low}V${high}` })
        : element("path", { class: "oco-cl-grid", d: `M${BOX.left} ${at}H${width - BOX.right}` }),
    );
    const place = across ? { x: at, y: low + 16, "text-anchor": "middle" } : { x: BOX.left - 7, y: at + 4 };
    if (text) svg.append(element("text", { class: "oco-cl-tick", "text-anchor": "end", ...place }, text));
  }
  const place = side === "x" ? { x: width - BOX.right, y: HEIGHT - 6, "text-anchor": "end" } : { x: 4, y: 12 };
  svg.append(element("text", { class: "oco-cl-label", ...place }, label));
}

const across = (range, width) => scaleOf(range, BOX.left, width - BOX.right);
const upwards = (range) => scaleOf(range, HEIGHT - BOX.bottom, BOX.top);

// A histogram, with the right number and the median of the class.
export function histogram(width, { edges, counts, median, committed }, { unit, truth, limits }) {
  const words =
    `${committed} numbers from ${limits[0]} to ${limits[1]}: ` +
    `the median is ${median === null ? "none" : textOf(median)}, the right one ${textOf(truth)}`;
  const svg = frame(width, words);
  const x = across({ kind: "linear", low: edges[0], high: edges.at(-1) }, width);
  const y = upwards({ kind: "linear", low: 0, high: Math.max(2, ...counts) });
  axis(svg, width, x, "x", unit);
  axis(svg, width, y, "y", "readers");
  counts.forEach((count, i) => {
    if (!count) return;
    const [from, to, top] = [x.at(edges[i]) + BAR / 2, x.at(edges[i + 1]) - BAR / 2, y.at(count)];
    const box = { x: px(from), y: px(top), width: px(Math.max(1, to - from)), height: px(y.at(0) - top) };
    svg.append(element("rect", { class: "oco-cl-said", "data-count": count, ...box }));
  });
  const line = (value, look) =>
    svg.append(element("path", { class: look, d: `M${px(x.at(value))} ${HEIGHT - BOX.bottom}V${BOX.top}` }));
  if (median !== null) line(median, "oco-cl-middle");
  line(truth, "oco-cl-truth");
  return svg;
}

const pathOf = (xs, ys, x, y) => `M${xs.map((value, i) => `${px(x.at(value))} ${px(y.at(ys[i]))}`).join("L")}`;

// All lines, their median, and the curves of the book.
export function lines(width, { lines: drawn, middle, committed }, { ranges, labels, curves }) {
  const [x, y] = [across(ranges.x, width), upwards(ranges.y)];
  const xs = (middle ?? []).map((_, i) => x.value(x.start + (i / (middle.length - 1)) * (x.stop - x.start)));
  const truth = curves.find(({ yours }) => yours);
  const even = { x: ranges.x.kind, y: ranges.y.kind };
  const ends = [0, xs.length - 1].map(
    (i) => `at ${textOf(xs[i], 2)} drawn ${textOf(middle[i], 2)}, measured ${textOf(readAt(truth, xs[i], even), 2)}`,
  );
  const svg = frame(
    width,
    `${committed} drawn lines and what was measured; the median: ${middle ? ends.join("; ") : "none"}`,
  );
  axis(svg, width, x, "x", labels.x);
  axis(svg, width, y, "y", labels.y);
  const inside = element("svg", {
    ...{ x: BOX.left, y: BOX.top, width: width - BOX.left - BOX.right, height: HEIGHT - BOX.top - BOX.bottom },
    viewBox: `${BOX.left} ${BOX.top} ${width - BOX.left - BOX.right} ${HEIGHT - BOX.top - BOX.bottom}`,
  });
  const faint = Math.max(0.06, Math.min(0.5, 3 / Math.max(1, drawn.length)));
  const said = element("g", { class: "oco-cl-lines", style: `--oco-faint: ${faint}` });
  for (const line of drawn) said.append(element("path", { d: pathOf(xs, line, x, y) }));
  inside.append(said);
  if (middle) inside.append(element("path", { class: "oco-cl-middle", d: pathOf(xs, middle, x, y) }));
  for (const { x: at, y: values, yours } of curves) {
    const fits = values.map((value) => Math.min(ranges.y.high * 2, Math.max(value, ranges.y.low / 2)));
    inside.append(element("path", { class: yours ? "oco-cl-truth" : "oco-cl-given", d: pathOf(at, fits, x, y) }));
  }
  svg.append(inside);
  return svg;
}
