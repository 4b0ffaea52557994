// What a picture looks like, in words: for those who do not see it.
import { textOf } from "./format.js";
import { curveOf } from "./numbers.js";

const TURN = 0.25; // of the range of a curve: a way back that is so long is a turn
const FLAT = 0.01; // of the range of a curve: less is no change
const CLEAR = 0.03; // so far from its chord a curve is bent
const MOST = 8; // rows that are named one by one

// "regret" of "regret Rₜ: {regret} at T".
export const nameOf = (series) => series.end || series.label.split(/[:{,(]/)[0].trim();

// How points in order go: "rises", "falls", "rises, then falls", "falls, then rises", "stays", "varies" (more turns).
function wayOf(values) {
  const span = Math.max(...values) - Math.min(...values);
  if (span <= 1e-9 * Math.max(...values.map(Math.abs))) return "stays";
  const ways = [];
  let [low, high] = [values[0], values[0]]; // since the last turn
  for (const value of values) {
    [low, high] = [Math.min(low, value), Math.max(high, value)];
    const up = value - low > TURN * span;
    const down = high - value > TURN * span;
    const way = up && (!down || ways.at(-1) === "falls") ? "rises" : down ? "falls" : ways.at(-1);
    if (way === ways.at(-1)) continue;
    ways.push(way);
    if (way === "rises") high = value;
    else low = value;
  }
  return ways.length > 2 ? "varies" : ways.join(", then ");
}

// "concave" above its chord, "convex" below it, where that is clear; "" else. In the spacing of the picture's axes.
function bendOf(x, y) {
  const span = Math.max(...y) - Math.min(...y);
  const [x0, x1] = [x[0], x.at(-1)];
  if (!(span > 0) || x0 === x1 || x.length < 5) return "";
  const off = x.map((at, i) => (y[i] - y[0] - ((y.at(-1) - y[0]) * (at - x0)) / (x1 - x0)) / span);
  const [least, most] = [Math.min(...off), Math.max(...off)];
  let turns = 0;
  let slope = 0;
  for (let i = 1; i < y.length; i++) {
    const next = Math.sign(y[i] - y[i - 1]);
    if (next && slope && next !== slope) turns++;
    if (next) slope = next;
  }
  if (turns > 1) return "";
  if (least > -FLAT && most > CLEAR) return "concave";
  if (most < FLAT && least < -CLEAR) return "convex";
  return "";
}

function lineOf(panel, name, { x, y }) {
  const even = (axis, values) => (axis.scale === "log" ? values.map(Math.log10) : values);
  const ys = even(panel.y, y);
  const way = wayOf(ys);
  const end = textOf(y.at(-1));
  if (way === "stays") return `${name} is ${end}`;
  const from = textOf(y[0]);
  if (way === "rises" || way === "falls") {
    const bend = bendOf(even(panel.x, x), ys);
    return `${name} ${way} from ${from} to ${end}${bend && `, ${bend}`}`;
  }
  if (way === "varies")
    return `${name} goes from ${from} to ${end} between ${textOf(Math.min(...y))} and ${textOf(Math.max(...y))}`;
  const turn = textOf(way.startsWith("rises") ? Math.max(...y) : Math.min(...y));
  return `${name} ${way.replace(",", ` to ${turn},`)} to ${end}`;
}

const pair = (x, y) => `(${textOf(x, 2)}, ${textOf(y, 2)})`;

function plainly(panel, series, absolute) {
  const { x, y } = absolute;
  const name = nameOf(series);
  if (series.kind === "line" && !panel.equal) return lineOf(panel, name, absolute);
  if (series.kind === "segments" && !panel.equal) {
    const tips = y.filter((_, i) => i % 2);
    const most = tips.indexOf(Math.max(...tips));
    return `${name}: ${tips.length} bars, the highest ${textOf(tips[most])} at ${textOf(x[2 * most + 1])}`;
  }
  if (series.kind === "segments") return name;
  if (x.length === 1) return `${name} at ${pair(x[0], y[0])}`;
  if (series.kind === "line") return `${name} from ${pair(x[0], y[0])} to ${pair(x.at(-1), y.at(-1))}`;
  return `${name}: ${x.length} points`;
}

// The bars of a picture whose rows have words, from the top.
function rowsOf(panel, parts, texts) {
  const rows = parts.flatMap(({ series, absolute: { x, y } }) =>
    series.kind !== "segments" || !series.label
      ? []
      : x.flatMap((_, i) => {
          if (i % 2 === 0) return [];
          const word = texts[`${panel.name}.y.${Math.round(y[i])}`] ?? panel.y.words[Math.round(y[i])];
          const [from, to] = [x[i - 1], x[i]];
          const size = from === 0 ? textOf(to) : `${to < from ? "" : "+"}${textOf(to - from)}, up to ${textOf(to)}`;
          return word ? [[y[i], `${word} ${size}`]] : [];
        }),
  );
  rows.sort((a, b) => b[0] - a[0]);
  const words = rows.slice(0, MOST).map(([, text]) => text);
  return rows.length > MOST ? [...words, `${rows.length - MOST} more`] : words;
}

// "Regret up to round t: regret rises from 0 to 38.6; bound rises from 0 to 94.9, concave."
export function shapeOf(panel, all, frame, shown) {
  const parts = all.flatMap((series) => {
    const absolute = shown(series) && curveOf(panel, series, frame);
    return absolute && !absolute.mark ? [{ series, absolute }] : [];
  });
  const named = parts.filter(({ series, absolute }) => nameOf(series) && absolute.x.length).reverse();
  const said = panel.y.words.length
    ? rowsOf(panel, parts, frame.texts)
    : named.map(({ series, absolute }) => plainly(panel, series, absolute));
  const title = frame.texts[`${panel.name}.title`] ?? panel.title;
  return said.length ? `${title}: ${said.join("; ")}.` : title;
}
