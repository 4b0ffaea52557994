// What a position in a picture stands for: the number that its axis' tick labels would show, and back.
import { textOf } from "./format.js";

export function absolute(axis, facts, position) {
  return (axis.unit ? facts[axis.unit] : 1) * position ** axis.power;
}

export function positionOf(axis, facts, value) {
  return (value / (axis.unit ? facts[axis.unit] : 1)) ** (1 / axis.power);
}

// The limits of the widest picture: a frame's series are clipped there.
function widest(panel) {
  return panel.y.limits.map((limit) => limit / Math.min(...panel.zooms));
}

// "≤" or "≥" where y lies on the edge of the widest picture and the true value may lie beyond it; else "".
export function beyond(panel, series, y) {
  const [low, high] = widest(panel);
  const near = (limit) => Math.abs(y - limit) <= 1e-9 * Math.max(Math.abs(low), Math.abs(high));
  const log = panel.y.scale === "log";
  if ((series.pinned || log) && (near(low) || (log && y <= low * (1 + 1e-9)))) return "≤";
  return series.pinned && near(high) ? "≥" : "";
}

// How many digits of a y mean something: what is computed in advance is stored in 65535 steps over the widest picture.
export function digitsOf(panel, y, source) {
  if (source !== "baked" || panel.y.scale === "log" || y === 0) return 3;
  const [low, high] = widest(panel);
  return Math.min(3, Math.max(1, 1 + Math.floor(Math.log10((Math.abs(y) * 65535) / (high - low)))));
}

// The letter on an axis: "t" of "t, spaced as √t".
export function letter(axis) {
  return axis.label.split(/,| = /)[0];
}

// A number of rounds is said in full, others to four digits.
export function positionText(axis, facts, position) {
  const value = absolute(axis, facts, position);
  return axis.rounds ? String(Math.round(value)) : textOf(value, 4);
}

// The label of a tick at this position of a widest picture; undefined where its unit is not known yet.
export function tickText(axis, tick, facts) {
  const unit = axis.unit ? facts[axis.unit] : 1;
  return unit === undefined ? undefined : textOf(tick * unit);
}
