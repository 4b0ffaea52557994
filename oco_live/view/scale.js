// From a number to its place in a picture and back. A range { kind, low, high } is in absolute numbers; kinds:
// "linear", "log", "root" (evenly spaced in the `power`-th root), "symlog" (logarithmic on both sides of 0, linear
// within `near`).

// The number that is spaced evenly.
function spacing({ kind, near, power }) {
  if (kind === "log") return [Math.log10, (z) => 10 ** z];
  if (kind === "root") return [(v) => Math.max(v, 0) ** (1 / power), (z) => Math.max(z, 0) ** power];
  if (kind === "symlog")
    return [
      (v) => Math.sign(v) * Math.log10(1 + Math.abs(v) / near),
      (z) => Math.sign(z) * near * (10 ** Math.abs(z) - 1),
    ];
  return [(v) => v, (z) => z];
}

// A scale: range.low stands at the pixel `start`, range.high at `stop`.
export function scaleOf(range, start, stop) {
  const [evenly, back] = spacing(range);
  const from = evenly(range.low);
  const slope = (stop - start) / (evenly(range.high) - from);
  return {
    ...range,
    start,
    stop,
    at: (value) => start + slope * (evenly(value) - from),
    value: (pixel) => back(from + (pixel - start) / slope),
  };
}

// The range that lies this share of the way from one to another, for those who watch; at once where they differ in
// kind.
export function between(from, to, share) {
  if (from.kind !== to.kind || from.near !== to.near) return to;
  const [evenly, back] = spacing(to);
  const mix = (a, b) => back(evenly(a) + (evenly(b) - evenly(a)) * share);
  return { ...to, low: mix(from.low, to.low), high: mix(from.high, to.high) };
}

export function sameRange(a, b) {
  return a.kind === b.kind && a.near === b.near && a.low === b.low && a.high === b.high;
}
