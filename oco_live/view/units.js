// What a position in a picture stands for: the number that is read there, and back.
import { textOf } from "./format.js";
import { clipped, unitOf } from "./numbers.js";

const KNOWN = 3; // digits that are said of a number

export function absolute(axis, facts, position) {
  return unitOf(axis, facts) * position ** axis.power;
}

export function positionOf(axis, facts, value) {
  return (value / unitOf(axis, facts)) ** (1 / axis.power);
}

// "≤" or "≥" where y lies on the edge of the widest picture and the true value may lie beyond it; else "".
export function beyond(panel, series, y) {
  return ["≤", "", "≥"][1 + clipped(panel.y, series.pinned, y)];
}

// How many digits of a y mean something: what is computed in advance is stored in steps, `curve.step` near 0.
export function digitsOf(panel, y, source, curve) {
  if (source !== "baked" || !curve?.step || panel.y.scale === "log" || y === 0) return KNOWN;
  const step = curve.step * (1 + (curve.near ? Math.abs(y) / curve.near : 0));
  return Math.min(KNOWN, Math.max(1, 1 + Math.floor(Math.log10(Math.abs(y) / step))));
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
