// Where the axes of a picture stand: room for the labels of its ticks on the left and of its curves on the right.
import { scaleOf } from "./scale.js";
import { px, widthOf } from "./text.js";
import { ticksOf, withLast } from "./ticks.js";

export const BOLD = 1.23; // how much larger a value is than its name, on the large picture
const SIDE_BOLD = 1.08;
const VALUE = "−4180"; // room for a value: this much at least, so that the axes stand still while it changes
const BRIEF = 6; // letters of a value in a narrow one
const SHORT = 9; // letters of a name in a small picture
export const ROOMY = 18; // letters that a picture is wide, at least, for names in it
const BAR = 0.42; // of the pitch of rows is a bar of width 10
const WIDE = 226; // px of an x axis on which upright bars have their own width
const WORDS = 0.45; // at most this share of a picture for the words of rows

export const boldOf = (rank) => (rank === "main" ? BOLD : SIDE_BOLD);

// Whether an axis needs its name though the title is above: not where the title says it.
function named(panel, axis, rank) {
  if (rank !== "main" || !axis.label) return "";
  const title = ` ${panel.title.toLowerCase()} `.replace(/[,:]/g, " ");
  const label = axis.label.toLowerCase();
  return title.includes(` ${label} `) || title.includes(` ${label}s `) ? "" : axis.label;
}

// What is written of a label in a picture: [[text, whether it is bold], …]. In a small one it is the value, else a
// short name; in a narrow one, as in a lecture, a short value alone.
export function linesOf({ name, value }, { rank, width, type }) {
  if (rank === "main") return [name && [name, false], value && [value, true]].filter(Boolean);
  const narrow = width <= ROOMY * type;
  if (value) return narrow && value.length > BRIEF ? [] : [[value, true]];
  return name && name.length <= SHORT && !narrow ? [[name, false]] : [];
}

// What a label at the end of a curve needs, in pixels: 0 for none.
function endWidth(series, value, { type, rank, width }) {
  const lines = linesOf({ name: series.end, value }, { type, rank, width });
  const bold = type * boldOf(rank);
  return Math.max(
    0,
    ...lines.map(([text, isValue]) =>
      isValue ? Math.max(widthOf(text, bold, true), widthOf(VALUE, bold, true)) : widthOf(text, type),
    ),
  );
}

// A word for each row, "" for some where rows are narrower than words.
function wordsOf(axis, range, pitch, type, wordOf) {
  const every = Math.ceil((type * 1.15) / pitch);
  const last = Math.floor(range.high);
  return axis.words.slice(0, last + 1).map((_, i) => ({ value: i, text: (last - i) % every ? "" : wordOf(i) }));
}

// Above and below the axes: a row for the ticks, and one for the name of an axis that has one. In a plane the names
// stand beside it.
function heights(panel, names, height, type) {
  if (panel.bare) return [type * 0.3, height - type * 0.3];
  if (panel.equal) return [type * (names.y ? 1.8 : 1), height - type * 2.1];
  return [type * (names.y ? 2 : 1.2), height - type * (names.x ? 3.4 : 2.1)];
}

// What is needed at the right of the axes.
function rightMargin(ends, valueText, type, rank, width) {
  const gap = type * (rank === "main" ? 1.1 : 0.75);
  return Math.max(
    type * 1.3,
    ...ends.map((series) => endWidth(series, valueText(series), { type, rank, width }) + gap),
  );
}

// ends: the series whose labels stand at the right; wordOf(i): the word of row i; T: the last round, if it is to have a
// tick. Returns the box of the axes, their scales, ticks and names, and what was given.
export function layout(panel, { ranges, width, height, type, rank, ends, valueText, wordOf, T }) {
  const main = rank === "main";
  const names = { x: named(panel, panel.x, rank), y: panel.y.words.length ? "" : named(panel, panel.y, rank) };
  const gap = { x: Math.max(type * (main ? 5.5 : 4.6), width / 7), y: type * (main ? 3.8 : 2.9) };
  const [top, bottom] = heights(panel, names, height, type);
  const pitch = (bottom - top) / (ranges.y.high - ranges.y.low); // of rows
  const rows = wordsOf(panel.y, ranges.y, pitch, type, wordOf);
  const ticksAt = (scale) => (panel.bare ? [] : rows.length ? rows : ticksOf(scale, gap.y));
  const widest = Math.max(...ticksAt(scaleOf(ranges.y, bottom, top)).map(({ text }) => widthOf(text, type)), 0);
  const left = panel.bare ? type * 0.3 : 4 * Math.ceil((Math.min(widest, width * WORDS) + type * 0.8) / 4);
  const told = main || !rows.length || width > ROOMY * type ? ends : [];
  const right = width - (panel.bare ? type * 0.3 : rightMargin(told, valueText, type, rank, width));
  const lastText = T !== undefined && (main ? `T = ${T}` : String(T));
  const room = lastText ? Math.min(right, width - widthOf(lastText, type) / 2) : right;
  let box = { left, top, right: Math.max(room, left + type), bottom };
  if (panel.equal) box = square(panel, box, width, type, main);
  const x = scaleOf(ranges.x, box.left, box.right);
  const y = scaleOf(ranges.y, box.bottom, box.top);
  let along = panel.bare ? [] : ticksOf(x, gap.x);
  if (lastText) along = withLast(along, T, lastText, x, (text) => widthOf(text, type));
  const bars = px(rows.length ? (BAR * pitch) / 10 : (box.right - box.left) / WIDE);
  const { bare, equal } = panel;
  const words = rows.length > 0;
  return {
    box,
    scales: { x, y },
    ticks: { x: along, y: ticksAt(y) },
    names,
    words,
    equal,
    bare,
    bars,
    type,
    rank,
    width,
    height,
  };
}

// The largest box in which circles stay round: in the middle, or, large and without axes, a third of the way from the
// left, since its labels stand at the right.
function square(panel, { left, top, right, bottom }, width, type, main) {
  const span = (way) => panel[way].limits[1] - panel[way].limits[0];
  const shape = span("x") / span("y");
  const tall = Math.min(bottom - top, (right - left) / shape);
  const wide = tall * shape;
  const free = width - wide;
  const start = panel.bare && main ? free / 3 : Math.max(free / 2, left);
  const edge = panel.bare ? start : Math.min(start, width - type * 0.8 - wide);
  return { left: edge, top, right: edge + wide, bottom: top + tall };
}
