// Between an answer and the animation frame that paints it the reader may wish something else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PageExplorer } from "../../oco_live/view/explorer.js";
import { browser, python, settled, start, sweep, sweepsWith, view } from "./fakes.mjs";

// A page whose animation frames come when the test says so; stream a is here, b is to come.
function opened() {
  const page = browser();
  let due = [];
  globalThis.requestAnimationFrame = (callback) => due.push(callback);
  const animate = () => {
    const now = due;
    due = [];
    now.forEach((callback) => callback());
  };
  const seen = view();
  const sweeps = sweepsWith({ a: sweep("a") });
  const py = python();
  const explorer = new PageExplorer(seen, sweeps, py);
  seen.ask = (params) => explorer.ask(params);
  return { page, animate, seen, sweeps, py, explorer };
}

const b = { stream: "b", eta: 0.5, T: 10, signs: "++" };
const LINK = "#toy?stream=b&eta=0.5";
const painted = (seen) => seen.painted.map(([{ params }]) => params);

for (const [what, jump] of [
  ["link", ({ page }) => page.follow(LINK)],
  ["example", ({ seen }) => seen.go(b)],
]) {
  test(`a ${what} outlives an answer of the stream before it that waits to be painted`, async () => {
    const all = opened();
    const { animate, seen, sweeps, explorer } = all;
    seen.set(explorer, { ...start, eta: 1 });
    jump(all);
    assert.match(seen.said, /on their way/);
    animate();
    assert.deepEqual([painted(seen), seen.waiting], [[], true]);
    assert.match(seen.said, /on their way/);
    sweeps.coming.b.keep(sweep("b"));
    await settled();
    animate();
    assert.deepEqual([painted(seen), seen.said, seen.waiting], [[b], "", false]);
    explorer.address.write();
    assert.equal(location.hash, LINK);
  });
}

test("a new stream whose answer is here replaces what waits", () => {
  const { page, animate, seen, sweeps, explorer } = opened();
  sweeps.found.b = sweep("b");
  seen.set(explorer, { ...start, eta: 1 });
  page.follow(LINK);
  animate();
  assert.deepEqual(painted(seen), [b]);
});

test("off the grid the nearest place is painted, called so, and gives way to Python's answer", async () => {
  const { animate, seen, py, explorer } = opened();
  py.state = "starting";
  const wanted = { ...start, eta: 0.4 };
  seen.set(explorer, wanted);
  assert.deepEqual([painted(seen), seen.controls.params, seen.waiting], [[start], wanted, true]);
  assert.match(seen.said, /^Nearest grid point: η = 0\.5\. /);
  py.asked[0].keep({ params: wanted, facts: {} });
  await settled();
  animate();
  assert.deepEqual([painted(seen), seen.said, seen.waiting], [[start, wanted], "", false]);
});

test("refused while an answer waits: back to that, in the controls, the picture and the note", async () => {
  const { animate, seen, py, explorer } = opened();
  seen.set(explorer, { ...start, eta: 1 });
  seen.set(explorer, { ...start, eta: 1, T: 1000 });
  py.asked[0].fail(new Error("T is too large"));
  await settled();
  animate();
  assert.deepEqual(
    [seen.controls.params, seen.current.params],
    [start, start].map((state) => ({ ...state, eta: 1 })),
  );
  assert.deepEqual([seen.said, seen.told], ["", ["T is too large"]]);
});

test("another stream refused while an answer waits: back to what is in view, and that stays", async () => {
  const { animate, seen, py, explorer } = opened();
  seen.set(explorer, { ...start, eta: 1 });
  seen.set(explorer, { ...b, T: 100 });
  py.asked[0].fail(new Error("no"));
  await settled();
  animate();
  assert.deepEqual([seen.controls.params, painted(seen), seen.said], [start, [], ""]);
});

test("a drag over a sweep is painted in every frame", () => {
  const { animate, seen, explorer } = opened();
  for (const eta of [0.1, 1, 0.1]) {
    seen.set(explorer, { ...start, eta: 0.5 });
    seen.set(explorer, { ...start, eta });
    animate();
    assert.equal(seen.current.params.eta, eta);
  }
  assert.equal(seen.painted.length, 3);
});

test("a drag that Python answers is, too, though the next wish comes just before the frame", async () => {
  const { animate, seen, py, explorer } = opened();
  const drag = [10, 20, 500, 1000].map((T) => ({ ...start, T }));
  for (const [i, params] of drag.entries()) {
    seen.set(explorer, params); // while the answer to the one before waits
    assert.ok(seen.waiting);
    animate();
    assert.deepEqual(painted(seen), drag.slice(0, i));
    py.asked.at(-1).keep({ params, facts: {} });
    await settled();
  }
  animate();
  assert.deepEqual([painted(seen), seen.said, seen.waiting], [drag, "", false]);
});
