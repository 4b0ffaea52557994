// From numbers to a picture: ranges, paths, labels. Scales and ticks: scale.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ends, spread } from "../../oco_live/view/ends.js";
import { heldRanges, rangesOf } from "../../oco_live/view/fit.js";
import { pathOf } from "../../oco_live/view/path.js";
import { picture } from "../../oco_live/view/picture.js";
import { dice } from "./dice.mjs";

// ---- ranges

const axis = (more) => ({
  label: "",
  limits: [-1e4, 1e4],
  unit: "",
  scale: "linear",
  near: 0,
  words: [],
  power: 1,
  ...more,
});
const panel = (more) => ({
  name: "p",
  title: "Regret up to round t",
  levels: [],
  uprights: [],
  x: axis({ limits: [0, 1], unit: "T", rounds: true }),
  y: axis({ limits: [-4, 16], unit: "unit" }),
  ...more,
});
const series = (name, more) => ({
  name,
  panel: "p",
  kind: "line",
  label: name,
  end: name,
  value: "",
  role: "measured",
  first: true,
  frames: true,
  pinned: true,
  ...more,
});
const frame = (curves, more) => ({
  series: Object.fromEntries(
    Object.entries(curves).map(([name, y]) => [name, { x: y.map((_, i) => i / (y.length - 1)), y }]),
  ),
  facts: { T: 1000, unit: 10 },
  status: {},
  texts: {},
  ...more,
});
const all = () => true;
const rangeOf = (curves, list, more) => {
  const { low, high } = rangesOf(panel(more), list, frame(curves), all).y;
  return [low, high];
};

test("a range begins at 0, holds what must be seen and ends where a person would", () => {
  assert.deepEqual(rangeOf({ regret: [0, 1, 3.86] }, [series("regret")]), [0, 40]);
  assert.deepEqual(rangeOf({ regret: [0, -1, -3.1] }, [series("regret")]), [-35, 0]);
  assert.deepEqual(rangeOf({ regret: [0, 0, 0] }, [series("regret")]), [0, 1]);
  assert.deepEqual(rangesOf(panel(), [series("regret")], frame({ regret: [0, 1] }), all).x.high, 1000);
});

test("a bound far above what was measured does not make it flat", () => {
  const list = [series("bound", { frames: false }), series("regret")];
  assert.deepEqual(rangeOf({ regret: [0, 4], bound: [0, 9] }, list), [0, 90]); // within three times
  assert.deepEqual(rangeOf({ regret: [0, 4], bound: [0, 15] }, list), [0, 40]);
  assert.deepEqual(rangeOf({ regret: [0, 4], bound: [0, 16] }, list), [0, 40]); // clipped: it may be anything
});

test("a promise of less gives the scale where a bound is cut, though it is not shown", () => {
  const list = [series("bound", { frames: false }), series("tuned", { first: false, frames: false }), series("regret")];
  const state = frame(
    { regret: [0, 1], bound: [0, 15], tuned: [0, 8] },
    { status: { tuned: "reference", bound: "holds" } },
  );
  const { high } = rangesOf(panel(), list, state, ({ first }) => first).y;
  assert.ok(high >= 92 && high <= 100, String(high));
  const near = frame({ regret: [0, 1], bound: [0, 10], tuned: [0, 8] }, { status: { tuned: "reference" } });
  assert.equal(rangesOf(panel(), list, near, ({ first }) => first).y.high, 100); // within 1.6 times: it is kept
});

test("every framing curve is held, whatever the numbers", () => {
  const random = dice(2);
  for (let i = 0; i < 500; i++) {
    const scale = 10 ** (6 * random() - 5);
    const y = Array.from({ length: 9 }, () => Math.max(-3.99, Math.min(15.9, (random() - 0.3) * scale * 10)));
    const [low, high] = rangeOf({ regret: y }, [series("regret")]);
    assert.ok(low <= 10 * Math.min(...y) + 1e-9 && high >= 10 * Math.max(...y) - 1e-9, String(y));
    assert.ok(high - low <= 2.7 * 10 * (Math.max(...y, 0) - Math.min(...y, 0)), "not much more than it needs");
  }
});

test("a symmetric-log axis is logarithmic where nothing is below 0", () => {
  const y = axis({ limits: [-1e5, 1e5], scale: "symlog", near: 1 });
  const of = (values) => rangesOf(panel({ y }), [series("r")], frame({ r: values }), all).y;
  assert.deepEqual([of([3, 50, 900]).kind, of([-3, 50, 900]).kind], ["log", "symlog"]);
  assert.ok(of([-3, 50, 900]).low < -3 && of([-3, 50, 900]).high > 900);
  assert.equal(of([-3, 50]).near, 1);
});

test("a mark over the whole height has no say in the range, and is drawn over all of it", () => {
  const list = [series("now", { label: "", end: "", frames: false }), series("regret")];
  const state = frame({ regret: [0, 4] });
  state.series.now = { x: [0.5, 0.5], y: [-4, 16] };
  assert.equal(rangesOf(panel(), list, state, all).y.high, 40);
  const made = picture(panel(), list, state, {
    width: 700,
    height: 400,
    type: 13,
    rank: "main",
    shown: all,
    ranges: null,
  });
  assert.match(made.paths.now, new RegExp(`^M[\\d.]+ ${made.box.bottom}L[\\d.]+ ${made.box.top}$`));
});

test("held axes give way to a ball that would leave them, and to nothing else", () => {
  const held = { x: { kind: "linear", low: -1.2, high: 1.2 }, y: { kind: "linear", low: -1.2, high: 1.2 } };
  const plane = { ball: true, x: { unit: "U" } };
  assert.equal(heldRanges(plane, held, { U: 1 }), held);
  assert.ok(heldRanges(plane, held, { U: 2 }).x.high > 2);
});

// ---- paths

const box = { left: 0, top: 0, right: 100, bottom: 100 };

test("a curve is cut where it meets the frame", () => {
  assert.equal(pathOf("line", [0, 50, 100], [100, 50, 0], box).d, "M0 100L50 50L100 0");
  const { d, cuts } = pathOf("line", [0, 50, 100], [100, 50, -50], box);
  assert.equal(d, "M0 100L50 50L75 0");
  assert.deepEqual(
    cuts.map(({ x, up, i }) => [Math.round(x), up, i]),
    [[75, true, 2]],
  );
  const back = pathOf("line", [0, 20, 40, 60], [50, -50, -50, 50], box);
  assert.equal(back.d, "M0 50L10 0M50 0L60 50");
  assert.equal(back.cuts.length, 1); // one excursion, one arrow
});

test("where a curve begins outside, and where it never comes in", () => {
  const entering = pathOf("line", [0, 50, 100], [-100, 100, 100], box);
  assert.equal(entering.d, "M25 0L50 100L100 100");
  assert.deepEqual([Math.round(entering.cuts[0].x), entering.cuts[0].up], [25, true]);
  const above = pathOf("line", [0, 100], [-5, -50], box);
  assert.deepEqual([above.d, above.cuts.length, above.cuts[0].x], ["", 1, 100]);
});

test("nothing is drawn outside the frame or along its border by what lies outside", () => {
  const random = dice(3);
  for (let i = 0; i < 300; i++) {
    const xs = Array.from({ length: 12 }, (_, k) => k * 9);
    const ys = xs.map(() => 300 * random() - 100);
    for (const kind of ["line", "segments", "points"]) {
      const { d } = pathOf(kind, xs, ys, box);
      for (const [, x, y] of d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g))
        assert.ok(Number(x) >= -0.1 && Number(x) <= 100.1 && Number(y) >= -0.1 && Number(y) <= 100.1, d);
      const ends = [...d.matchAll(/M[\d.]+ (-?[\d.]+)L[\d.]+ (-?[\d.]+)/g)];
      for (const [, from, to] of ends) assert.ok(from !== to || (Number(from) > 0.1 && Number(from) < 99.9), d);
    }
  }
});

test("points outside are left out, and drawn as the signs that they are", () => {
  assert.equal(pathOf("points", [10, 50], [50, 500], box).d, "M10 50h0");
  assert.equal(pathOf("points", [10], [50], box, { mark: "plus", size: 8 }).d, "M6 50h8M10 46v8");
});

// ---- labels

const touches = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test("labels in a column keep their order and their distance", () => {
  const random = dice(4);
  for (let i = 0; i < 500; i++) {
    const labels = Array.from({ length: 1 + Math.floor(5 * random()) }, () => ({
      middle: 400 * random(),
      height: 15 + 30 * random(),
    }));
    const found = spread(labels, 10, 380);
    assert.equal(found.length, labels.length);
    for (let k = 0; k < found.length; k++) {
      const { middle, height } = found[k];
      assert.ok(middle - height / 2 > 10 - 1e-6 && middle + height / 2 < 380 + 1e-6);
      if (k) assert.ok(middle - height / 2 >= found[k - 1].middle + found[k - 1].height / 2 - 1e-6);
    }
  }
  const wanted = [
    { middle: 30, height: 20 },
    { middle: 300, height: 20 },
  ];
  assert.deepEqual(spread(wanted, 0, 400), wanted); // where there is room, nothing moves
  assert.equal(
    spread(
      [1, 2, 3].map((middle) => ({ middle, height: 30 })),
      0,
      70,
    ).length,
    2,
  );
});

test("labels never touch, in 800 states of four curves and some points, large and small", () => {
  const random = dice(5);
  for (let i = 0; i < 800; i++) {
    const main = i % 2 === 0;
    const [width, height] = main ? [700, 400] : [272, 184];
    const laid = { width, height, type: main ? 13 : 12, rank: main ? "main" : "side", equal: i % 3 === 0 };
    laid.box = { left: 40, top: 16, right: width - 110, bottom: height - 30 };
    const labels = Array.from({ length: 8 }, (_, k) => ({
      series: `s${k}`,
      role: "bound",
      name: ["regret", "bound", "u", ""][k % 4],
      value: ["38.6", "−4180", "2.67·10⁻⁴"][k % 3],
      place: ["column", "cut", "beside", "above"][Math.floor(4 * random())],
      x: laid.box.left + (laid.box.right - laid.box.left) * random(),
      y: laid.box.top + (laid.box.bottom - laid.box.top) * random(),
      up: random() < 0.5,
    }));
    const { taken } = ends(labels, laid, []);
    const written = taken.filter(({ arrow }) => !arrow);
    for (const [k, one] of written.entries()) {
      assert.ok(
        one.left >= -1e-6 && one.right <= width + 1e-6 && one.top >= -4 && one.bottom <= height,
        "in the picture",
      );
      for (const other of written.slice(0, k)) assert.ok(!touches(one, other), JSON.stringify([one, other]));
    }
  }
});

test("lines through all of the picture are each named, beside their places where they are too near", () => {
  const laid = { width: 900, height: 400, type: 13, rank: "main", box: { left: 40, top: 30, right: 880, bottom: 370 } };
  const label = (name, value, x) => ({ series: name, role: "soft", name, value, place: "above", x, y: 0 });
  const labels = [label("you", "5.01", 575), label("record", "6.55", 630), label("mean", "3.14", 507)];
  const { taken, svg } = ends(labels, laid, []);
  assert.deepEqual(
    taken.map(({ left, right }, i) => labels[i].x >= left && labels[i].x <= right),
    [true, true, true],
  );
  assert.equal(taken[0].left + taken[0].right, 2 * 575);
  assert.ok(taken[1].left >= taken[0].right && taken[2].right <= taken[0].left);
  for (const { name } of labels) assert.match(svg, new RegExp(`data-end="${name}"`));
});

test("a curve that leaves says so, with the fact that is its end, or the farthest that is known", () => {
  const list = [series("bound", { frames: false, value: "bound" }), series("regret", { value: "regret" })];
  const state = frame({ regret: [0, 4], bound: [0, 15] });
  state.facts = { ...state.facts, bound: 2520, regret: 38.6 };
  const options = { width: 700, height: 400, type: 13, rank: "main", shown: all, ranges: null };
  const made = picture(panel(), list, state, options);
  assert.match(made.ends, /data-cut="bound"/);
  assert.match(made.ends, /bound ↑ 2520/);
  assert.match(made.ends, /data-end="regret".*>38.6</);
  const unknown = [series("bound", { frames: false, pinned: true }), series("regret")];
  assert.match(picture(panel(), unknown, frame({ regret: [0, 4], bound: [0, 16] }), options).ends, /↑ ≥ 160/);
  // Clipped at the widest range from the middle on: the end is the fact, while one that comes back had more before.
  list[0].pinned = true;
  for (const [bound, said] of [
    [[0, 16, 16], /bound ↑ 2520/],
    [[0, 16, 12], /bound ↑ ≥ 160/],
  ]) {
    const far = { ...state, ...frame({ regret: [0, 4], bound }), facts: state.facts };
    assert.match(picture(panel(), list, far, options).ends, said);
  }
});

test("names at the right of a plane stand apart: two of them are not read as the two lines of one", () => {
  const laid = { width: 700, height: 400, type: 13, rank: "main", equal: true, bare: true };
  laid.box = { left: 100, top: 20, right: 480, bottom: 380 };
  const label = (name, value, y) => ({ series: name, role: "ink", name, value, place: "beside", x: 470, y });
  const { taken } = ends([label("line", "", 100), label("mistakes", "16", 127), label("margin", "0.05", 98)], laid, []);
  taken.sort((a, b) => a.top - b.top);
  assert.equal(taken.length, 3);
  for (const k of [1, 2]) assert.ok(taken[k].top - taken[k - 1].bottom >= 0.35 * 13);
});
