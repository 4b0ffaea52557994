// The range of a picture, in absolute numbers, from what is drawn in it. It does not depend on the picture's size.
import { curveOf, unitOf, valueAxis } from "./numbers.js";
import { niceStep } from "./ticks.js";

const MUCH = 1.6; // times as high as what else promises something: higher, a bound is cut at the frame …
const MORE = 3; // … unless it is within so many times what was measured
const ABOVE = 1.15; // where a bound is cut: how far above a promise of less the frame ends
const DECADES = 2; // on a symmetric-log axis without `near`: how far from its largest number it becomes linear

const limitsOf = (axis, unit) => axis.limits.map((limit) => unit * Math.sign(limit) * Math.abs(limit) ** axis.power);

const union = (a, b) => (a && b ? [Math.min(a[0], b[0]), Math.max(a[1], b[1])] : (a ?? b));

// [low, high] of what must be seen. entries: [{ series, low, high, shown, promises }, …], `promises` for a bound, which
// may give a scale though it is not shown.
function needed(entries, linear) {
  const shown = entries.filter((entry) => entry.shown);
  const extentOf = (some) => some.reduce((all, { low, high }) => union(all, [low, high]), null);
  const must = shown.filter(({ series, high }) => (series.frames || !linear) && Number.isFinite(high));
  const wishes = shown.filter((entry) => !must.includes(entry)).sort((a, b) => a.high - b.high);
  let seen = extentOf(must);
  const measured = seen ? Math.max(...seen.map(Math.abs)) : Number.POSITIVE_INFINITY;
  for (const wish of wishes) {
    const less = entries.filter(({ promises, high }) => promises && high < wish.high).map(({ high }) => high);
    const promise = Math.max(0, ...less);
    if (wish.high <= Math.max(MORE * measured, MUCH * promise)) seen = union(seen, [wish.low, wish.high]);
    else if (promise) seen = union(seen, [0, ABOVE * promise]);
  }
  return seen;
}

// Outward to ends that a person would choose.
function niceLinear([low, high]) {
  if (low === high) [low, high] = low === 0 ? [0, 1] : [Math.min(0, 2 * low), Math.max(0, 2 * high)];
  if (low > 0) low = 0;
  const span = high - low;
  const step = niceStep(span / 5);
  const out = (value, way) => {
    const coarse = way(value / step) * step || 0; // no −0
    return Math.abs(coarse - value) > 0.1 * span ? way((2 * value) / step) * (step / 2) : coarse;
  };
  return [out(low, (v) => Math.floor(v + 1e-9)), out(high, (v) => Math.ceil(v - 1e-9))];
}

function niceLog([low, high]) {
  const [a, b] = [Math.log10(low), Math.log10(high)];
  const part = b - a > 1.2 ? 2 : 4; // of a decade
  return [10 ** (Math.floor(a * part - 0.1) / part), 10 ** (Math.ceil(b * part + 0.1) / part)];
}

const within = ([low, high], [least, most]) => [Math.max(low, least), Math.min(high, most)];

function symlog([low, high], axis, unit) {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const near = 10 ** Math.round(Math.log10(axis.near ? axis.near * unit : largest / 10 ** DECADES));
  const even = (v) => Math.sign(v) * Math.log10(1 + Math.abs(v) / near);
  const back = (z) => Math.sign(z) * near * (10 ** Math.abs(z) - 1);
  const room = 0.06 * (even(Math.max(high, 0)) - even(Math.min(low, 0))) || 0.1;
  return { kind: "symlog", near, low: back(even(Math.min(low, 0)) - room), high: back(even(Math.max(high, 0)) + room) };
}

function fitted(axis, unit, entries) {
  const limits = limitsOf(axis, unit);
  const must = needed(entries, axis.scale === "linear") ?? limits;
  if (axis.scale === "linear") {
    const [low, high] = niceLinear(must);
    return { kind: "linear", low, high };
  }
  if (axis.scale === "symlog" && must[0] <= 0) return symlog(must, axis, unit);
  const least = axis.scale === "log" ? limits : [0, limits[1]];
  const [low, high] = within(niceLog(must), least);
  return low < high ? { kind: "log", low, high } : { kind: "log", low: limits[0], high: limits[1] };
}

const MARGIN = 0.6; // of a row, above the last one

// The range that does not depend on values. Of rounds it ends with the last one, of rows with the last that has a word.
function given(axis, unit, entries, panel, { facts, texts }) {
  let [low, high] = limitsOf(axis, unit);
  if (axis.words.length) {
    const used = axis.words.map((word, i) => texts[`${panel.name}.y.${i}`] ?? word);
    high = Math.min(high, used.findLastIndex((word) => word !== "") + MARGIN) || high;
  }
  if (axis.rounds && facts.T !== undefined && !axis.fixed) {
    const last = Math.max(facts.T, ...entries.filter(({ shown }) => shown).map(({ x }) => x.at(-1)));
    high = Math.min(Math.max(last, 2 * low), high) || high; // of one round on a log axis there would be no room
  }
  const kind = axis.scale === "log" ? "log" : axis.power === 1 ? "linear" : "root";
  return { kind, low, high, ...(kind === "root" && { power: axis.power }) };
}

// What a range needs to know of a series: the extent of its values, and whether it is a bound. One that was clipped is
// higher than anything, if it need not be held.
function entryOf(panel, series, frame, shown) {
  const curve = curveOf(panel, series, frame);
  if (!curve?.extent || curve.mark) return [];
  const [low, high] = curve.extent;
  const over = curve.off?.includes(1) && panel[valueAxis(panel)].scale === "linear" && !series.frames;
  const promises = ["reference", "holds"].includes(frame.status[series.name]);
  return [{ series, low, high: over ? Number.POSITIVE_INFINITY : high, x: curve.x, shown: shown(series), promises }];
}

const NEAR = 0.5; // of a range: so far a level may be outside and is still brought in

function withLevels(range, levels) {
  const span = range.high - range.low;
  for (const level of levels) {
    if (level < range.low && level > range.low - NEAR * span) range.low = level;
    if (level > range.high && level < range.high + NEAR * span) range.high = level;
  }
}

// The same for a curve that was kept, in absolute numbers.
function keptEntry(panel, { series, xs, ys }) {
  const values = valueAxis(panel) === "y" ? ys : xs;
  if (!values.length) return [];
  return [{ series, low: Math.min(...values), high: Math.max(...values), x: xs, shown: true, promises: false }];
}

// { x, y }: the ranges of a panel that hold what is shown of this frame; null where a unit is not known yet.
// shown(series) says what is shown; kept: curves { series, xs, ys } in absolute numbers that are there, too.
export function rangesOf(panel, all, frame, shown, kept = []) {
  const units = { x: unitOf(panel.x, frame.facts), y: unitOf(panel.y, frame.facts) };
  if (units.x === undefined || units.y === undefined) return null;
  const entries = all.flatMap((series) => entryOf(panel, series, frame, shown));
  entries.push(...kept.flatMap((curve) => keptEntry(panel, curve)));
  // Where all of it is hidden, the axes stay as they were at first.
  if (!entries.some((one) => one.shown)) for (const one of entries) one.shown = one.series.first;
  const ranges = {};
  for (const way of ["x", "y"]) {
    const axis = panel[way];
    const fits = way === valueAxis(panel) && !axis.fixed && !panel.equal;
    ranges[way] = fits ? fitted(axis, units[way], entries) : given(axis, units[way], entries, panel, frame);
  }
  const levels = panel.levels.map((level) => level * units.y);
  if (ranges.y.kind === "linear") withLevels(ranges.y, levels);
  return ranges;
}

// The ranges to draw while others are held: they give way only to a ball that would leave them.
export function heldRanges(panel, held, facts) {
  const radius = panel.ball && unitOf(panel.x, facts);
  if (!radius || !Number.isFinite(radius)) return held;
  const wide = Object.values(held).map(({ low, high }) => Math.min(-low, high));
  const stretch = (1.05 * radius) / Math.min(...wide);
  if (stretch <= 1) return held;
  const grown = (range) => ({ ...range, low: range.low * stretch, high: range.high * stretch });
  return { x: grown(held.x), y: grown(held.y) };
}
