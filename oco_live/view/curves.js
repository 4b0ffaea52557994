// What can be read of the curves: where a cursor stops, and what a curve says there. Positions are in the axes' units.
import { beyond } from "./units.js";

const CODES = 1.05; // positions of one x that were baked with two curves are so many codes apart at most
const EXACT = 1e-9; // of a position that Python has told

// The number that is spaced evenly along an axis.
export function coordinate({ scale, near }, value) {
  if (scale === "log") return Math.log10(value);
  return scale === "symlog" && near ? Math.sign(value) * Math.log10(1 + Math.abs(value) / near) : value;
}

function positionAt({ scale, near }, even) {
  if (scale === "log") return 10 ** even;
  return scale === "symlog" && near ? Math.sign(even) * near * (10 ** Math.abs(even) - 1) : even;
}

const between = (a, b, share) => a + (b - a) * share;

// Whether two positions on an axis are the same, as far as a curve knows: `grain` is what a code is in a baked one, see
// sweep.js, on a log axis in decades.
export function same({ scale }, a, b, { step = 0, near } = {}) {
  if (scale === "log") return Math.abs(Math.log10(a / b)) <= CODES * step + EXACT;
  return Math.abs(a - b) <= CODES * step * (1 + (near ? Math.abs(a) / near : 0)) + EXACT * Math.abs(a);
}

// The position that lies this share of the way from low to high.
export function along(axis, low, high, share) {
  return axis.scale === "log" ? low * (high / low) ** share : between(low, high, share);
}

// The points [x, y] of a series' curve; of upright bars their tips.
export function pointsOf({ kind }, { x, y }) {
  const points = x.map((value, i) => [value, y[i]]);
  return kind === "segments" ? points.filter((_, i) => i % 2) : points;
}

// y of a curve at x: [y, whether it is exact], or null where it has none.
export function valueAt(panel, series, curve, x) {
  const points = pointsOf(series, curve);
  const hits = points.filter((point) => same(panel.x, point[0], x, curve.grain));
  if (hits.length) return [hits[series.between === "line" ? 0 : hits.length - 1][1], true];
  if (series.kind !== "line") return null;
  const right = points.findIndex((point) => point[0] > x);
  if (right < 1) return null;
  const [[xa, ya], [xb, yb]] = points.slice(right - 1, right + 1);
  if (ya === yb) return [ya, true];
  const [a, b] = [ya, yb].map((y) => !beyond(panel, series, y)); // which end is known
  if (series.between === "root" && (b || (a && xa > 0)))
    return [b ? yb * Math.sqrt(x / xb) : ya * Math.sqrt(x / xa), true];
  if (!a || !b) return null;
  const [from, to] = [xa, xb].map((end) => coordinate(panel.x, end));
  const share = (coordinate(panel.x, x) - from) / (to - from);
  const y = positionAt(panel.y, between(coordinate(panel.y, ya), coordinate(panel.y, yb), share));
  return [y, series.between === "line"];
}

// Whether x is where the curve ends: there its value is a fact of the frame.
export function isEnd(axis, series, { x: xs, grain }, x) {
  return series.kind !== "segments" && xs.length > 0 && same(axis, xs.at(-1), x, grain);
}

// Neither a mark at one x nor a level, which its legend tells.
function tellsSomething(points) {
  const moves = (i) => points.some((point) => point[i] !== points[0][i]);
  return moves(0) && (points.length > 2 || moves(1));
}

// { stops: [{ x, y, series }, …] in the order of the arrow keys (only y where the axis names rows), curves: the
// series that are read there, first: the one whose points the stops are }. all: a panel's series, as in the legend.
export function stopsOf(panel, all, { series: curves, status }) {
  const points = (series) => pointsOf(series, curves[series.name]);
  const stopsOn = (series) => points(series).map(([x, y], i) => ({ x, y, i, series }));
  const here = all.filter(({ name }) => status[name] !== "absent" && curves[name]?.x.length);
  if (panel.y.words.length) {
    const rows = new Set(here.flatMap((series) => curves[series.name].y.map(Math.round)));
    const named = [...rows].sort((a, b) => b - a).filter((y) => y in panel.y.words);
    return { stops: named.map((y) => ({ y })) };
  }
  if (panel.equal) return { stops: here.filter(({ kind }) => kind !== "segments").flatMap(stopsOn) };
  const read = here.filter((series) => panel.ratio.includes(series.name) || tellsSomething(points(series)));
  const lines = read.filter(({ kind }) => kind !== "segments");
  const longest = lines.reduce(
    (best, series) => (points(series).length > points(best).length ? series : best),
    lines[0],
  );
  const first = lines.find(({ name }) => name === panel.ratio[0] && curves[name].x.length > 2) ?? longest;
  const stops = (first ? [first] : read).flatMap(stopsOn).sort((a, b) => a.x - b.x);
  return {
    stops: stops.filter(
      (stop, i) => i === stops.length - 1 || !same(panel.x, stop.x, stops[i + 1].x, curves[stop.series.name].grain),
    ),
    curves: read,
    first,
  };
}
