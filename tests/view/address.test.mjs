// Links and the address, while wishes, answers and a failing Python cross them.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { PageExplorer } from "../../oco_live/view/explorer.js";
import { browser, python, settled, start, sweep, sweepsWith, view } from "./fakes.mjs";

let page;
let seen;
let py;
let explorer;

function opened(hash = "", state = "ready") {
  page = browser(hash);
  seen = view();
  py = python(state);
  explorer = new PageExplorer(seen, sweepsWith({ a: sweep("a"), b: sweep("b") }), py);
}

beforeEach(() => mock.timers.reset());

const timers = () => mock.timers.enable({ apis: ["setTimeout"] });

test("a link's state is in the controls, then in view, and stays in the address", async () => {
  opened("#toy?eta=1&kept-1=eta:0.1");
  await settled();
  assert.deepEqual(seen.current.params, { ...start, eta: 1 });
  assert.deepEqual(
    seen.ghosts.kept.map(({ number, params }) => [number, params.eta]),
    [[1, 0.1]],
  );
  assert.equal(location.hash, "#toy?eta=1&kept-1=eta:0.1");
});

test("what the reader set before the view was there is asked for, but a link goes before it", async () => {
  page = browser();
  seen = view();
  seen.controls.set({ ...start, eta: 0.1 });
  explorer = new PageExplorer(seen, sweepsWith({ a: sweep("a") }), python());
  await settled();
  assert.equal(seen.current.params.eta, 0.1);
});

test("a change is written into the address when it has settled, once", () => {
  timers();
  opened();
  seen.set(explorer, { ...start, eta: 1 });
  mock.timers.tick(200);
  seen.set(explorer, { ...start, eta: 0.1 });
  mock.timers.tick(200);
  assert.equal(location.hash, "");
  mock.timers.tick(50);
  assert.equal(location.hash, "#toy?eta=0.1");
});

test("a link that is followed within 250 ms of a change is not overwritten by it", () => {
  timers();
  opened();
  seen.set(explorer, { ...start, eta: 1 });
  mock.timers.tick(100);
  page.follow("#toy?eta=0.1");
  assert.equal(seen.controls.params.eta, 0.1);
  mock.timers.tick(1000);
  assert.equal(location.hash, "#toy?eta=0.1");
  assert.ok(seen.figure.scrolled);
});

test("who goes to another place of the page within 250 ms leaves the change with that place", () => {
  timers();
  opened();
  seen.set(explorer, { ...start, eta: 1 });
  mock.timers.tick(100);
  page.follow("#a-theorem");
  mock.timers.tick(1000);
  assert.equal(location.hash, "#a-theorem");
  assert.equal(history.state.explorers[seen.figure.id], "#toy?eta=1");
});

test("which picture is large and what is shown is in the address, and comes from it", () => {
  timers();
  opened("#toy?eta=1&main=path&show=worst");
  assert.deepEqual([seen.main, seen.toggled], ["path", ["worst"]]);
  seen.setMain("regret");
  seen.toggle("bound");
  mock.timers.tick(300);
  assert.equal(location.hash, "#toy?eta=1&show=worst&hide=bound");
  page.follow("#toy?eta=1");
  assert.deepEqual([seen.main, seen.toggled], ["regret", []]);
  page.follow("#toy?eta=1&hide=bounds");
  assert.deepEqual([seen.boundsHidden, seen.toggled], [true, []]);
  page.follow("#toy?eta=1&hide=bounds&show=worst");
  assert.deepEqual([seen.boundsHidden, seen.toggled], [true, ["worst"]]);
  page.follow("#toy?eta=1");
  assert.deepEqual([seen.boundsHidden, seen.toggled], [false, []]);
});

test("a link may open the lecture", () => {
  opened();
  let entered = 0;
  seen.lecture = {
    enter() {
      entered += 1;
    },
  };
  page.follow("#toy?eta=1");
  page.follow("#toy?eta=1&lecture");
  assert.equal(entered, 1);
});

test("what was left is found again, without a link", async () => {
  opened();
  seen.set(explorer, { ...start, eta: 1 });
  page.follow("#elsewhere");
  const again = view();
  again.figure.id = seen.figure.id;
  new PageExplorer(again, sweepsWith({ a: sweep("a") }), py);
  await settled();
  assert.equal(again.current.params.eta, 1);
});

test("a link outlives a Python that fails: its address stays, for the next attempt", async () => {
  timers();
  opened("#toy?eta=1&T=1000", "starting");
  assert.deepEqual(py.asked[0].params, { ...start, eta: 1, T: 1000 });
  py.state = "failed";
  py.asked[0].fail(new Error("offline"));
  await settled();
  mock.timers.tick(1000);
  assert.deepEqual(seen.controls.params, start); // the controls tell what is in view
  assert.doesNotMatch(seen.said, /computed/); // nothing is waited for
  assert.equal(location.hash, "#toy?eta=1&T=1000");
});

test("a wish that fails goes from the address, too", async () => {
  timers();
  opened("#toy?eta=1");
  await settled();
  seen.set(explorer, { ...start, eta: 1, T: 1000 });
  mock.timers.tick(300);
  assert.equal(location.hash, "#toy?eta=1&T=1000");
  py.asked[0].fail(new Error("T is too large"));
  await settled();
  mock.timers.tick(300);
  assert.equal(location.hash, "#toy?eta=1");
  assert.deepEqual([seen.told, seen.said], [["T is too large"], ""]);
});

test("the picture is never of another state than the controls, whatever comes when", async () => {
  opened();
  seen.set(explorer, { ...start, T: 10 });
  seen.set(explorer, { ...start, T: 1000 });
  seen.set(explorer, { ...start, eta: 0.1 });
  await settled();
  py.asked.reverse().forEach(({ params, keep }) => keep({ params, facts: {} }));
  await settled();
  assert.deepEqual(seen.current.params, seen.controls.params);
});

test("of several answers within one animation frame only the last is painted", async () => {
  opened();
  for (const eta of [0.1, 1, 0.1, 1]) seen.set(explorer, { ...start, eta });
  await settled();
  assert.deepEqual(
    seen.painted.map(([frame]) => frame.params.eta),
    [1],
  );
});

test("without Python only what it answers is off, and says why", () => {
  opened();
  for (const state of ["idle", "starting"]) {
    py.become(state); // a press on what it answers starts it, and waits for it
    assert.deepEqual(seen.controls.off, {}, state);
  }
  py.become("failed", "Offline.");
  assert.deepEqual(seen.controls.off, { T: "Needs Python. Offline.", signs: "Needs Python. Offline." });
  assert.equal(seen.note.attributes.role, "status");
  py.become("ready");
  assert.deepEqual([seen.controls.off, seen.note.attributes], [{}, {}]);
});
