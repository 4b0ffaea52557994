// Where the axes of a picture stand: room for the labels of its ticks on the left and of its curves on the right.
import { scaleOf } from "./scale.js";
import { px, widthOf } from "./text.js";
import { ticksOf, withLast } from "./ticks.js";

export const BOLD = 1.23; // how much larger a value is than its name, on the large picture
const SIDE_BOLD = 1.08;
const VALUE = "−4180"; // room for a value: this much at least, so that the axes stand still while it changes
const BAR = 0.42; // of the pitch of rows is a bar of width 10
const WORDS = 0.45; // at most this share of a picture for the words of rows

export const boldOf = (rank) => (rank === "main" ? BOLD : SIDE_BOLD);

// Whether an axis needs its name though the title is above: not where the title says it.
function named(panel, axis, rank) {
  if (rank !== "main" || !axis.label) return "";
  const title = ` ${panel.title.toLowerCase()} `.replace(/[,:]/g, " ");
  const label = axis.label.toLowerCase();
  return title.includes(` ${label} `) || title.includes(` ${label}s `) ? "" : axis.label;
}

// What a label at the end of a curve needs, in pixels: 0 for none.
export function endWidth(series, text, type, rank) {
  const value = text ? Math.max(...[text, VALUE].map((some) => widthOf(some, type * boldOf(rank), true))) : 0;
  if (rank === "main") return Math.max(widthOf(series.end, type), value);
  return value || (series.end.length <= 9 ? widthOf(series.end, type) : 0);
}

// ends: the series whose labels stand at the right. Returns { box, scales, ticks: { x, y }, names: { x, y }, words }.
export function layout(panel, { ranges, width, height, type, rank, ends, valueText, wordOf, T }) {
  const main = rank === "main";
  const names = { x: named(panel, panel.x, rank), y: named(panel, panel.y, rank) };
  const top = type * (names.y && !panel.equal ? 2 : 1.2);
  const bottom = height - type * (names.x && !panel.equal ? 3.4 : 2.1);
  const pitch = (bottom - top) / (ranges.y.high - ranges.y.low); // of rows
  const every = Math.ceil((type * 1.15) / pitch); // so many rows share a word where they are narrow
  const last = Math.floor(ranges.y.high);
  const words = panel.y.words
    .map((_, i) => ({ value: i, text: (last - i) % every ? "" : wordOf(i) }))
    .filter(({ value }) => value <= last);
  const gap = { x: type * (main ? 5.5 : 4.6), y: type * (main ? 3.8 : 2.9) };
  const room = ends.map((series) => endWidth(series, valueText(series), type, rank));
  let right = width - Math.max(type * 1.3, ...room.map((size) => size + type * (main ? 1.1 : 0.75)));
  let y = scaleOf(ranges.y, bottom, top);
  let ticks = words.length ? words : ticksOf(y, gap.y);
  const widest = Math.min(Math.max(...ticks.map(({ text }) => widthOf(text, type)), type), width * WORDS);
  const left = 4 * Math.ceil((widest + type * 0.8) / 4);
  let box = { left, top, right, bottom };
  if (panel.equal) {
    box = square(panel, box, width, type);
    y = scaleOf(ranges.y, box.bottom, box.top);
    ticks = ticksOf(y, gap.y);
  }
  const lastText = T !== undefined && (main ? `T = ${T}` : String(T));
  if (lastText && !panel.equal) {
    right = Math.min(right, width - widthOf(lastText, type) / 2);
    box.right = Math.max(right, left + type);
  }
  const x = scaleOf(ranges.x, box.left, box.right);
  let xTicks = ticksOf(x, gap.x);
  if (lastText) xTicks = withLast(xTicks, T, lastText, x, (text) => widthOf(text, type));
  return {
    box,
    scales: { x, y },
    ticks: { x: xTicks, y: ticks },
    names,
    words: words.length > 0,
    equal: panel.equal,
    bars: words.length ? px((BAR * pitch) / 10) : 1,
    type,
    rank,
    width,
    height,
  };
}

// The largest box in which circles stay round, in the middle.
function square(panel, { left, top, right, bottom }, width, type) {
  const span = (way) => panel[way].limits[1] - panel[way].limits[0];
  const shape = span("x") / span("y");
  const tall = Math.min(bottom - top, (right - left) / shape);
  const wide = tall * shape;
  const middle = Math.max(width / 2, left + wide / 2);
  const start = Math.min(middle - wide / 2, width - type * 0.8 - wide);
  return { left: start, top, right: start + wide, bottom: top + tall };
}
