// A panel of a frame as a picture: pure arithmetic from numbers to SVG text, the same in node and in every browser.
import { axes } from "./axes.js";
import { ends } from "./ends.js";
import { absoluteCurve, clipped, heldRanges, isMark, rangesOf, valueAxis } from "./fit.js";
import { textOf } from "./format.js";
import { layout } from "./layout.js";
import { pathOf } from "./path.js";
import { px } from "./text.js";
import { powerText } from "./ticks.js";

const POINT = 5; // px across, as in style.py
const AT_THE_END = 0.97; // of the width: a curve that comes so far has its label at the right

export const TYPE = { main: 13, side: 12 }; // px of the text at ticks, unless a lecture says more

const drawn = (series, frame) => frame.status[series.name] !== "absent" && frame.series[series.name]?.x.length > 0;

const roleOf = (series, frame) => (frame.status[series.name] === "fails" ? "soft" : series.role);

// The number written at a curve's end.
export function valueText(series, facts) {
  const value = series.value ? facts[series.value] : undefined;
  return typeof value === "number" ? withPower(textOf(value)) : "";
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

// What a cut says: the value at its end, if that is where it leaves, else the farthest that is known.
function cutText(panel, series, curve, values, cut, facts) {
  if (cut.i === values.length - 1 && series.value) return valueText(series, facts);
  const way = valueAxis(panel);
  const worst = values.reduce(
    (best, value, i) => ((cut.up ? value > values[best] : value < values[best]) ? i : best),
    cut.i,
  );
  const sign = clipped(panel[way], series.pinned, curve[way][worst]) ? (cut.up ? "≥ " : "≤ ") : "";
  return sign + withPower(textOf(values[worst]));
}

// Where the label of a series stands: see `ends`.
function labelsOf(panel, series, curve, absolute, xs, ys, cuts, frame, laid) {
  const { facts } = frame;
  const base = { series: series.name, role: roleOf(series, frame), name: series.end, value: valueText(series, facts) };
  const last = xs.length - 1;
  const { box } = laid;
  if (panel.y.words.length) {
    if (!base.value || series.kind !== "segments" || xs.length > 2) return [];
    const gains = absolute.x[0] !== 0 && !base.value.startsWith("−");
    const value = gains ? `+${base.value}` : base.value;
    return [{ ...base, value, place: "tip", x: Math.max(...xs), from: Math.min(...xs), y: ys[0] }];
  }
  const labels = [];
  const tells = Boolean(series.end || series.value);
  if (isMark(panel, series, curve)) return tells ? [{ ...base, place: "above", x: xs[0] }] : [];
  if (!panel.equal && !(series.kind === "segments")) {
    const told = new Set();
    for (const cut of [...cuts].reverse()) {
      const first = !told.has(cut.up);
      told.add(cut.up);
      const value = tells && first ? cutText(panel, series, curve, absolute.y, cut, facts) : "";
      labels.push({ ...base, value, place: "cut", x: cut.x, up: cut.up });
    }
  }
  const seen = ys[last] >= box.top - 0.1 && ys[last] <= box.bottom + 0.1 && xs[last] <= box.right + 0.1;
  if (!tells || !seen || (series.kind === "segments" && !panel.equal)) return labels;
  const share = (xs[last] - box.left) / (box.right - box.left);
  const column = series.kind === "line" && !panel.equal && share > AT_THE_END;
  labels.push({ ...base, place: column ? "column" : "beside", x: xs[last], y: ys[last] });
  return labels;
}

// { box, scales, ticks, ranges, axes, paths: { series: d }, ends } of a panel. all: its series; shown(series): whether
// it is to be seen; ranges: those to draw in, null for those that fit; type: px of the text at ticks.
export function picture(panel, all, frame, { width, height, type, rank, shown, ranges }) {
  const { facts } = frame;
  const found = ranges ? heldRanges(panel, ranges, facts) : rangesOf(panel, all, frame, shown);
  if (!found) return null;
  const visible = all.filter((series) => shown(series) && drawn(series, frame));
  const laid = layout(panel, {
    ranges: found,
    width,
    height,
    type,
    rank,
    ends: all.filter(
      (series) =>
        series.kind === (panel.y.words.length ? "segments" : "line") &&
        (series.value || (series.end && !panel.equal && !panel.y.words.length)),
    ),
    valueText: (series) => valueText(series, facts),
    wordOf: (i) => frame.texts[`${panel.name}.y.${i}`] ?? panel.y.words[i],
    T: roundsOf(panel, facts, found.x),
  });
  const paths = {};
  const labels = [];
  const curves = [];
  for (const series of visible) {
    const curve = frame.series[series.name];
    const absolute = absoluteCurve(panel, curve, facts);
    const { xs, ys, d, cuts } = drawCurve(panel, series, curve, absolute, laid);
    paths[series.name] = d;
    if (!isMark(panel, series, curve)) curves.push({ kind: series.kind, xs, ys });
    if (xs.length) labels.unshift(...labelsOf(panel, series, curve, absolute, xs, ys, cuts, frame, laid));
  }
  return { ...laid, ranges: found, axes: axes(panel, laid, facts), paths, ends: ends(labels, laid, curves).svg };
}

// The d of a series, and its points in pixels. What was clipped at an axis' limit is drawn as leaving it there.
function drawCurve(panel, series, curve, { x, y }, { scales, box, type }) {
  const xs = x.map(scales.x.at);
  if (isMark(panel, series, curve)) {
    const ys = [box.bottom, box.top];
    return { xs, ys, ...pathOf("line", xs, ys, box) };
  }
  const ys = y.map(scales.y.at);
  if (!panel.equal && !panel.y.words.length && (series.pinned || panel.y.scale === "log"))
    curve.y.forEach((value, i) => {
      if (!clipped(panel.y, series.pinned, value)) return;
      const low = value - panel.y.limits[0] < panel.y.limits[1] - value;
      ys[i] = low ? Math.max(ys[i], box.bottom + 1) : Math.min(ys[i], box.top - 1);
    });
  return { xs, ys, ...pathOf(series.kind, xs, ys, box, lookOf(series, type)) };
}

const lookOf = ({ ends, width }, type) => ({ mark: ends, size: px((width || POINT) * Math.max(1, type / TYPE.main)) });
