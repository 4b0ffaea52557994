// A panel of a frame as a picture: pure arithmetic from numbers to SVG text, the same in node and in every browser.
import { axes } from "./axes.js";
import { ends } from "./ends.js";
import { heldRanges, rangesOf } from "./fit.js";
import { factOf, textOf } from "./format.js";
import { layout } from "./layout.js";
import { curveOf, valueAxis } from "./numbers.js";
import { pathOf } from "./path.js";
import { px } from "./text.js";
import { powerText } from "./ticks.js";

const POINT = 6; // px across, as in style.py
const AT_THE_END = 0.97; // of the width: a curve that comes so far has its label at the right

export const TYPE = { main: 13, side: 12 }; // px of the text at ticks, unless a lecture says more

const roleOf = (series, frame) => (frame.status[series.name] === "fails" ? "soft" : series.role);

// The number written at a curve's end.
export function valueText(series, facts) {
  const value = series.value ? facts[series.value] : undefined;
  return typeof value === "number" ? withPower(factOf(value)) : "";
}

// "2.67·10⁻⁴" for "2.67e−4".
export function withPower(text) {
  const [mantissa, exponent] = text.split("e");
  if (!exponent) return text;
  const times = { 1: "", "−1": "−" }[mantissa] ?? `${mantissa}·`;
  return times + powerText(Number(exponent.replace("−", "-")));
}

const roundsOf = (panel, facts, range) => {
  const { T } = facts;
  return panel.x.rounds && T !== undefined && T <= range.high * (1 + 1e-9) ? T : undefined;
};

// What a cut says: the value at its end, if no other is known to be farther out, else the farthest that is known.
function cutText(series, { y, off }, cut, facts) {
  let worst = y.length - 1;
  for (let i = 0; i < y.length; i++) if (cut.up ? y[i] > y[worst] : y[i] < y[worst]) worst = i;
  const end = worst === y.length - 1 && valueText(series, facts);
  if (end) return end;
  const sign = off?.[worst] ? (cut.up ? "≥ " : "≤ ") : "";
  return sign + withPower(textOf(y[worst]));
}

// The labels of a series and where they stand: see `ends`.
function labelsOf(panel, series, curve, { xs, ys, cuts }, frame, { box }) {
  const { facts } = frame;
  const base = { series: series.name, role: roleOf(series, frame), name: series.end, value: valueText(series, facts) };
  const tells = Boolean(series.end || series.value);
  if (panel.y.words.length) return tipOf(series, curve, xs, ys, base);
  if (curve.mark) return tells ? [{ ...base, place: "above", x: xs[0] }] : [];
  const bars = series.kind === "segments" && !panel.equal;
  if (bars) return [];
  const labels = [];
  if (!panel.equal)
    for (const cut of [...cuts].reverse()) {
      const first = !labels.some(({ up }) => up === cut.up);
      const value = tells && first ? cutText(series, curve, cut, facts) : "";
      labels.push({ ...base, value, place: "cut", x: cut.x, up: cut.up });
    }
  const [x, y] = [xs.at(-1), ys.at(-1)];
  const seen = y >= box.top - 0.1 && y <= box.bottom + 0.1 && x <= box.right + 0.1;
  if (!tells || !seen) return labels;
  const column = series.kind === "line" && !panel.equal && x - box.left > AT_THE_END * (box.right - box.left);
  return [...labels, { ...base, place: column ? "column" : "beside", x, y }];
}

// The value at the tip of the one bar of a series, "+6.58" of one that does not begin at 0.
function tipOf({ kind }, curve, xs, ys, base) {
  if (!base.value || kind !== "segments" || xs.length > 2) return [];
  const gains = curve.x[0] !== 0 && base.value !== "0" && !base.value.startsWith("−");
  const value = gains ? `+${base.value}` : base.value;
  return [{ ...base, value, place: "tip", x: Math.max(...xs), from: Math.min(...xs), y: ys[0] }];
}

// Whether a series may have a label at the right of the frame.
function hasColumn(panel, series) {
  if (panel.y.words.length) return series.kind === "segments" && series.value;
  return series.kind === "line" && (series.value || (series.end && !panel.equal));
}

// { box, scales, ticks, ranges, axes, paths: { series: d }, ends } of a panel. all: its series; shown(series): whether
// it is to be seen; ranges: those to draw in, null for those that fit; type: px of the text at ticks.
export function picture(panel, all, frame, { width, height, type, rank, shown, ranges }) {
  const { facts } = frame;
  const found = ranges ? heldRanges(panel, ranges, facts) : rangesOf(panel, all, frame, shown);
  if (!found) return null;
  const laid = layout(panel, {
    ranges: found,
    width,
    height,
    type,
    rank,
    ends: all.filter((series) => hasColumn(panel, series)),
    valueText: (series) => valueText(series, facts),
    wordOf: (i) => frame.texts[`${panel.name}.y.${i}`] ?? panel.y.words[i],
    T: roundsOf(panel, facts, found.x),
  });
  const paths = {};
  const labels = [];
  const curves = [];
  for (const series of all) {
    const curve = shown(series) && curveOf(panel, series, frame);
    if (!curve) continue;
    const drawing = drawCurve(panel, series, curve, laid);
    paths[series.name] = drawing.d;
    if (!curve.mark) curves.push({ kind: series.kind, xs: drawing.xs, ys: drawing.ys });
    if (drawing.xs.length) labels.unshift(...labelsOf(panel, series, curve, drawing, frame, laid));
  }
  return { ...laid, ranges: found, axes: axes(panel, laid, facts), paths, ends: ends(labels, laid, curves).svg };
}

// { d, cuts } of a series, and its points in pixels. What was clipped at an axis' limit is drawn as leaving it there.
function drawCurve(panel, series, { x, y, off, mark }, { scales, box, type }) {
  const xs = x.map(scales.x.at);
  if (mark) {
    const ys = [box.bottom, box.top];
    return { xs, ys, ...pathOf("line", xs, ys, box) };
  }
  const ys = y.map(scales.y.at);
  if (off && valueAxis(panel) === "y") for (let i = 0; i < ys.length; i++) ys[i] = offTo(off[i], ys[i], box);
  return { xs, ys, ...pathOf(series.kind, xs, ys, box, lookOf(series, type)) };
}

function offTo(off, y, { top, bottom }) {
  if (off === 0) return y;
  return off < 0 ? Math.max(y, bottom + 1) : Math.min(y, top - 1);
}

const lookOf = ({ ends, width }, type) => ({ mark: ends, size: px((width || POINT) * Math.max(1, type / TYPE.main)) });
