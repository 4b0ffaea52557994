// A drawn line: heights at evenly spaced places across a picture, 0 at its lower edge and 1 at its upper one, null
// where nothing is drawn yet. Pure arithmetic.
import { textOf } from "../format.js";
import { withPower } from "../picture.js";

export const PLACES = 49;
export const COLUMNS = 9; // for keys and typed numbers
const REACH = 6; // places on each side that follow when one is moved
const EDGE = 5; // places: so near to an edge a line may end, and is drawn on to it
const FLAT = 0.0625; // of the height: a line that moves less is flat
const TURN = 0.0375; // of the height: so deep is a valley, so high a hill
const THERE = 1 / 6; // of the width: so near is a valley to another
const ALONG = 0.06; // of the height: so near on average is a line that keeps to another
const HEIGHT_ALIKE = 1.25; // a line is at the right height within this factor

export const empty = () => Array(PLACES).fill(null);
export const placeOf = (column) => (column * (PLACES - 1)) / (COLUMNS - 1);

// A number for people: "2.67·10⁻⁴".
export const numberText = (value, digits) => withPower(textOf(value, digits));

const clamp = (value) => Math.min(1, Math.max(0, value));

// A stroke from one place to another, both with their heights.
export function stroke(line, from, to) {
  const [a, b] = from.place <= to.place ? [from, to] : [to, from];
  for (let i = a.place; i <= b.place; i++) {
    const share = a.place === b.place ? 1 : (i - a.place) / (b.place - a.place);
    line[i] = clamp(a.height + share * (b.height - a.height));
  }
  line[to.place] = clamp(to.height);
}

const nearest = (line, place, step) => {
  for (let i = place + step; i >= 0 && i < PLACES; i += step) if (line[i] !== null) return i;
  return null;
};

// One place gets its height: a line that is there bends, one that is not yet is drawn up to it.
export function put(line, place, height) {
  const before = line[place];
  if (before !== null) {
    const by = clamp(height) - before;
    for (let i = 0; i < PLACES; i++) {
      const share = 1 - Math.abs(i - place) / REACH;
      if (share > 0 && line[i] !== null) line[i] = clamp(line[i] + share * by);
    }
    return;
  }
  const ends = [-1, 1].map((step) => nearest(line, place, step)).filter((i) => i !== null);
  line[place] = clamp(height);
  for (const end of ends) stroke(line, { place: end, height: line[end] }, { place, height });
}

// The whole line, drawn on to both edges and over its gaps; null where too little of it is there.
export function whole(line) {
  const known = line.flatMap((height, i) => (height === null ? [] : [i]));
  if (!known.length || known[0] > EDGE || known.at(-1) < PLACES - 1 - EDGE) return null;
  const full = [...line];
  full[0] ??= line[known[0]];
  full[PLACES - 1] ??= line[known.at(-1)];
  for (let i = 1; i < PLACES; i++) {
    if (full[i] !== null) continue;
    const next = nearest(full, i, 1);
    stroke(full, { place: i - 1, height: full[i - 1] }, { place: next, height: full[next] });
  }
  return full;
}

// What is seen of it: see SHAPES in oco_live/questions/question.py. valley: where the given curve has its own, as a
// share of the width; null for none.
export function shapeOf(line, valley) {
  const [low, high] = [Math.min(...line), Math.max(...line)];
  const [first, last] = [line[0], line.at(-1)];
  if (high - low < FLAT) return "flat";
  if (Math.min(first, last) - low > TURN) {
    const at = line.indexOf(low) / (PLACES - 1);
    return valley !== null && Math.abs(at - valley) < THERE ? "valley there" : "valley";
  }
  if (high - Math.max(first, last) > TURN) return "hill";
  return first > last ? "falls" : "rises";
}

// Whether a line keeps to another, both as heights.
export const alongside = (line, other) =>
  line.reduce((sum, height, i) => sum + Math.abs(height - other[i]), 0) < ALONG * line.length;

// The gap in numbers. xs: what stands at each place; drawn, truth: the values there; even: "log" where factors count,
// else "linear"; label, up: what the axes say.
export function gapOf(xs, drawn, truth, even, label, up = "") {
  const percent = up === "%"; // a difference of two of them is in points
  const log = even === "log";
  const off = drawn.map((value, i) => (log ? Math.log(value / truth[i]) : value - truth[i]));
  const mean = off.reduce((sum, value) => sum + value, 0) / off.length;
  const sizes = off.map(Math.abs);
  const i = sizes.indexOf(Math.max(...sizes));
  const span = Math.max(...truth) - Math.min(...truth);
  const alike = log ? Math.abs(mean) < Math.log(HEIGHT_ALIKE) : Math.abs(mean) < 0.05 * span;
  const much = log
    ? `${numberText(Math.exp(Math.abs(mean)), 2)} times`
    : `${numberText(Math.abs(mean), 2)}${percent ? " percentage points" : ""}`;
  const height = alike ? "at the right height" : `${much} too ${mean > 0 ? "high" : "low"}`;
  const unit = percent ? " %" : "";
  const there = `drawn ${numberText(drawn[i], 2)}${unit}, measured ${numberText(truth[i])}${unit}`;
  return `On average your line runs ${height}; the gap is widest at ${label} = ${numberText(xs[i], 2)}: ${there}.`;
}

// A curve read at a place: straight between its points, in the spacing of the axes.
export function readAt(curve, x, even) {
  const way = (axis) => (even[axis] === "log" ? Math.log : (v) => v);
  const [fx, fy] = [way("x"), way("y")];
  const i = curve.x.findIndex((v) => v >= x * (1 - 1e-12));
  if (i <= 0) return curve.y[i < 0 ? curve.y.length - 1 : 0];
  const share = (fx(x) - fx(curve.x[i - 1])) / (fx(curve.x[i]) - fx(curve.x[i - 1]));
  const y = fy(curve.y[i - 1]) + share * (fy(curve.y[i]) - fy(curve.y[i - 1]));
  return even.y === "log" ? Math.exp(y) : y;
}

// What is said of an answer, of the words that are baked for each gap.
export function saidOf({ kind, said, plain }, value) {
  const fits = ({ gap }) => {
    if (gap === null) return true;
    return kind === "number" ? value >= gap[0] && value <= gap[1] : [gap].flat().includes(value);
  };
  const found = said.find(fits)?.words ?? plain;
  return kind === "number" ? found.replace("{you}", numberText(value, 4)) : found;
}
