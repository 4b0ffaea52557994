// The numbers behind a curve: a frame holds it in the units of its panel, a picture stands in absolute numbers.

const EDGE = 1e-6; // of an axis: nearer to its limit, a value was clipped there
const TALL = 0.9; // of an axis: a line straight up that is so long is a mark

// What an axis is multiplied by; undefined in an early frame that does not know it yet.
export const unitOf = (axis, facts) => (axis.unit ? facts[axis.unit] : 1);

// The axis along which values are read, whose range fits them.
export const valueAxis = (panel) => (panel.y.words.length ? "x" : "y");

function evenly({ scale, near }) {
  if (scale === "log") return Math.log10;
  return scale === "symlog" && near ? (v) => Math.sign(v) * Math.log10(1 + Math.abs(v) / near) : (v) => v;
}

// Whether a series is a mark over the whole height, such as where the reader's choice stands: it fits any range.
export function isMark(panel, { kind, label, end, frames }, { x, y }) {
  if (kind !== "line" || x.length !== 2 || x[0] !== x[1] || panel.equal) return false;
  const anywhere = !label && !end && !frames;
  const even = evenly(panel.y);
  const [low, high] = panel.y.limits.map(even);
  return anywhere || Math.abs(even(y[1]) - even(y[0])) > TALL * (high - low);
}

// A function that says of a value of an axis, in its units, whether it lies where it was clipped, so that the true one
// may lie beyond: -1 at the lower end, 1 at the upper one, else 0. null where nothing is clipped.
function clipperOf(axis, pinned) {
  if (axis.scale !== "log" && !pinned) return null;
  const even = evenly(axis);
  const [low, high] = axis.limits.map(even);
  const slack = EDGE * (high - low);
  return (value) => {
    const at = even(value);
    return at <= low + slack ? -1 : pinned && at >= high - slack ? 1 : 0;
  };
}

export const clipped = (axis, pinned, value) => clipperOf(axis, pinned)?.(value) ?? 0;

// A column of a curve in absolute numbers; none where its unit is not known.
function absolute({ power, ...axis }, values, facts) {
  const unit = unitOf(axis, facts);
  if (unit === undefined) return [];
  return power === 1 ? values.map((value) => unit * value) : values.map((value) => unit * value ** power);
}

const known = new WeakMap(); // curve -> what was found of it, with those facts

// A series in a frame: { x, y } in absolute numbers, `mark`, whether it is one, `off`, for each point whether it was
// clipped (null if none was), [low, high] of the values that were not, null if there are none; null for a series that
// is not there.
export function curveOf(panel, series, { series: curves, status, facts }) {
  const curve = curves[series.name];
  if (!curve?.x.length || status[series.name] === "absent") return null;
  const before = known.get(curve);
  if (before?.facts === facts) return before;
  const way = valueAxis(panel);
  const clipper = panel.equal ? null : clipperOf(panel[way], series.pinned);
  const x = absolute(panel.x, curve.x, facts);
  const y = absolute(panel.y, curve.y, facts);
  const off = clipper && curve[way].map(clipper);
  const made = { facts, mark: isMark(panel, series, curve), off: off?.some(Boolean) ? off : null };
  Object.assign(made, x.length === y.length ? { x, y } : { x: [], y: [] });
  made.extent = extentOf(made[way], made.off);
  known.set(curve, made);
  return made;
}

function extentOf(values, off) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    if (off?.[i]) continue;
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  return low <= high ? [low, high] : null;
}
