// A curve becomes the `d` of a path: cut at the frame by real intersection. Nothing is drawn along the frame's border.
import { px } from "./text.js";

const SLACK = 0.05; // px: so far over the frame is on it

// Where the piece from one point to another runs inside the box: shares [from, to] of it, or null (Liang, Barsky).
export function inside(x, y, dx, dy, { left, top, right, bottom }) {
  const share = [0, 1];
  const crosses =
    crossed(-dx, x - left, share) &&
    crossed(dx, right - x, share) &&
    crossed(-dy, y - top, share) &&
    crossed(dy, bottom - y, share);
  return crosses ? share : null;
}

// Narrows `share` at one edge, `room` away, towards which the piece runs by `step`; false if nothing is left.
function crossed(step, room, share) {
  if (step === 0) return room >= -SLACK;
  const at = (room + SLACK) / step;
  if (step < 0) share[0] = Math.max(share[0], at);
  else share[1] = Math.min(share[1], at);
  return share[0] <= share[1];
}

const holds = ({ left, top, right, bottom }, x, y) =>
  x >= left - SLACK && x <= right + SLACK && y >= top - SLACK && y <= bottom + SLACK;

// d of a polyline through the pixels xs, ys, and { x, up, i } of each place where it leaves the box by its top or
// bottom, i being the first point outside; where it comes in from there, too, if it began outside.
function lineOf(xs, ys, box) {
  const count = xs.length;
  let d = "";
  const cuts = [];
  let drawing = false; // whether the pen is at the last point
  let isIn = count > 0 && holds(box, xs[0], ys[0]);
  if (count === 1 && isIn) return { d: `M${px(xs[0])} ${px(ys[0])}h0`, cuts };
  let began = !isIn; // whether it has been outside since its first point
  for (let i = 1; i < count; i++) {
    const nextIn = holds(box, xs[i], ys[i]);
    const [x, y, dx, dy] = [xs[i - 1], ys[i - 1], xs[i] - xs[i - 1], ys[i] - ys[i - 1]];
    if (isIn && nextIn) {
      d += drawing ? `L${px(xs[i])} ${px(ys[i])}` : `M${px(x)} ${px(y)}L${px(xs[i])} ${px(ys[i])}`;
      drawing = true;
    } else {
      const share = inside(x, y, dx, dy, box);
      if (share && share[1] > share[0]) {
        const [from, to] = share;
        const [fx, fy, tx, ty] = [x + from * dx, y + from * dy, x + to * dx, y + to * dy];
        d += drawing && isIn ? "" : `M${px(fx)} ${px(fy)}`;
        d += `L${px(tx)} ${px(ty)}`;
        if (!nextIn && leaves(ys[i], box)) cuts.push({ x: tx, up: ys[i] < box.top, i });
        else if (!isIn && began && leaves(y, box)) cuts.push({ x: fx, up: y < box.top, i: i - 1 });
        began = false;
      }
      drawing = nextIn;
    }
    isIn = nextIn;
  }
  if (count && began && !d) {
    const seen = [...xs.keys()].filter((i) => xs[i] >= box.left - SLACK && xs[i] <= box.right + SLACK);
    const i = seen.at(-1);
    if (i !== undefined && leaves(ys[i], box)) cuts.push({ x: xs[i], up: ys[i] < box.top, i });
  }
  return { d, cuts };
}

const leaves = (y, { top, bottom }) => y < top - SLACK || y > bottom + SLACK;

// What stands at a point, r being half its size.
const MARKS = {
  ring: (x, y, r) => `M${px(x - r)} ${px(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  plus: (x, y, r) => `M${px(x - r)} ${px(y)}h${2 * r}M${px(x)} ${px(y - r)}v${2 * r}`,
  minus: (x, y, r) => `M${px(x - r)} ${px(y)}h${2 * r}`,
};
const dot = (x, y) => `M${px(x)} ${px(y)}h0`;

function pointsOf(xs, ys, box, { mark, size = 0 }) {
  let d = "";
  const cuts = [];
  const draw = MARKS[mark] ?? dot;
  for (let i = 0; i < xs.length; i++) {
    if (holds(box, xs[i], ys[i])) d += draw(xs[i], ys[i], size / 2);
    else if (leaves(ys[i], box) && xs[i] >= box.left - SLACK && xs[i] <= box.right + SLACK)
      cuts.push({ x: xs[i], up: ys[i] < box.top, i });
  }
  return { d, cuts };
}

// Each two points are joined: bars, hyperplanes.
function segmentsOf(xs, ys, box) {
  let d = "";
  const cuts = [];
  for (let i = 1; i < xs.length; i += 2) {
    const [x, y, dx, dy] = [xs[i - 1], ys[i - 1], xs[i] - xs[i - 1], ys[i] - ys[i - 1]];
    const share = inside(x, y, dx, dy, box);
    if (share) {
      const [from, to] = share;
      d += `M${px(x + from * dx)} ${px(y + from * dy)}L${px(x + to * dx)} ${px(y + to * dy)}`;
    }
    if (share && leaves(ys[i], box)) cuts.push({ x: xs[i], up: ys[i] < box.top, i });
  }
  return { d, cuts };
}

// { d, cuts } of a series of this kind through the pixels xs, ys; `look`, of points: { mark: "ring", "plus" or "minus",
// size }.
export function pathOf(kind, xs, ys, box, look = {}) {
  return { line: lineOf, points: pointsOf, segments: segmentsOf }[kind](xs, ys, box, look);
}
