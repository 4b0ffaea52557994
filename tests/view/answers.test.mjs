// Of several wishes the newest is answered, whoever answers first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Answers } from "../../oco_live/view/answers.js";
import { python, settled, spec, start, sweep, sweepsWith } from "./fakes.mjs";

const wish = (params) => ({ ...start, ...params });

function answers(sweeps, py) {
  const heard = { shown: [], refused: [], told: 0, early: [], near: [] };
  const made = new Answers(spec, sweeps, py, {
    answered: () => {
      const { frame, source } = made.take();
      heard.shown.push([frame.params, source]);
    },
    early: (frame) => heard.early.push(frame),
    meanwhile: (frame) => heard.near.push(frame.params.eta),
    refuse: (error) => heard.refused.push(error.message),
    tell: () => {
      heard.told += 1;
    },
  });
  return { made, heard };
}

const frame = (params) => ({ params, facts: {} });

test("a sweep that is here answers at once, and Python is not asked", () => {
  const py = python();
  const { made, heard } = answers(sweepsWith({ a: sweep("a") }), py);
  made.ask(wish({ eta: 1 }));
  assert.deepEqual(heard.shown, [[wish({ eta: 1 }), "baked"]]);
  assert.equal(py.asked.length, 0);
});

test("a sweep that is on its way is waited for, and a word is said", async () => {
  const sweeps = sweepsWith();
  const { made, heard } = answers(sweeps, python());
  made.ask(wish({ eta: 1 }));
  assert.deepEqual([heard.shown, heard.told], [[], 1]);
  sweeps.coming.a.keep(sweep("a"));
  await settled();
  assert.deepEqual(heard.shown, [[wish({ eta: 1 }), "baked"]]);
});

test("what no sweep holds Python answers; so it does where the sweep does not come", async () => {
  const sweeps = sweepsWith();
  const py = python();
  const { made, heard } = answers(sweeps, py);
  made.ask(wish({ T: 1000 }));
  assert.deepEqual(sweeps.coming, {});
  py.asked[0].keep(frame(wish({ T: 1000 })));
  await settled();
  made.ask(wish({ eta: 0.1 }));
  sweeps.coming.a.keep(null);
  await settled();
  py.asked[1].keep(frame(wish({ eta: 0.1 })));
  await settled();
  assert.deepEqual(heard.shown, [
    [wish({ T: 1000 }), "python"],
    [wish({ eta: 0.1 }), "python"],
  ]);
});

test("Python's answer to an older wish is dropped", async () => {
  const py = python();
  const { made, heard } = answers(sweepsWith({ a: sweep("a") }), py);
  made.ask(wish({ T: 1000 })); // slow
  made.ask(wish({ eta: 1 })); // at once
  py.asked[0].keep(frame(wish({ T: 1000 })));
  await settled();
  assert.deepEqual(heard.shown, [[wish({ eta: 1 }), "baked"]]);
});

test("of two answers by Python that come in the other order only the newer is shown", async () => {
  const py = python();
  const { made, heard } = answers(sweepsWith(), py);
  made.ask(wish({ T: 10 }));
  made.ask(wish({ T: 1000 }));
  py.asked[1].keep(frame(wish({ T: 1000 })));
  await settled();
  py.asked[0].keep(frame(wish({ T: 10 })));
  await settled();
  assert.deepEqual(heard.shown, [[wish({ T: 1000 }), "python"]]);
});

test("a sweep that arrives for an older wish answers nothing, and asks nobody", async () => {
  const sweeps = sweepsWith();
  const py = python();
  const { made, heard } = answers(sweeps, py);
  made.ask(wish({ eta: 0.1 }));
  made.ask(wish({ T: 1000 }));
  sweeps.coming.a.keep(sweep("a"));
  await settled();
  assert.deepEqual([heard.shown, py.asked.map(({ params }) => params)], [[], [wish({ T: 1000 })]]);
});

test("a refusal of an older wish is not heard, that of the newest is", async () => {
  const py = python();
  const { made, heard } = answers(sweepsWith(), py);
  made.ask(wish({ T: 10 }));
  made.ask(wish({ T: 1000 }));
  py.asked[0].fail(new Error("old"));
  py.asked[1].fail(new Error("new"));
  await settled();
  assert.deepEqual(heard.refused, ["new"]);
});

test("what Python says was overtaken is not shown, and early frames go on", async () => {
  const py = python();
  const { made, heard } = answers(sweepsWith(), py);
  made.ask(wish({ T: 1000 }));
  py.asked[0].early("half");
  py.asked[0].keep({ superseded: true });
  await settled();
  assert.deepEqual([heard.shown, heard.early], [[], ["half"]]);
});

test("an answer waits until it is taken, once; only a newer one or another stream's wish is before it", () => {
  const made = new Answers(spec, sweepsWith({ a: sweep("a") }), python(), { answered() {}, tell() {} });
  const shown = frame(start);
  assert.deepEqual([made.take(), made.pending(shown)], [undefined, false]);
  made.ask(wish({ eta: 0.1 }));
  made.ask(wish({ eta: 1 }));
  assert.equal(made.pending(shown), false); // it is here, if not in view
  assert.deepEqual([made.take().frame.params, made.take()], [wish({ eta: 1 }), undefined]);
  made.ask(wish({ eta: 0.1 }));
  made.ask(wish({ T: 1000 }));
  assert.deepEqual([made.pending(shown), made.take().frame.params], [true, wish({ eta: 0.1 })]);
  made.ask(wish({ eta: 0.1 }));
  made.ask(wish({ stream: "b", T: 10 }));
  assert.deepEqual([made.pending(shown), made.take()], [true, undefined]);
});

test("the tuned value is answered by the sweep, as a word or as its number", () => {
  const py = python();
  const { made, heard } = answers(sweepsWith({ a: sweep("a") }), py);
  for (const eta of ["tuned", 0.3, 0.3 + 1e-11]) made.ask(wish({ eta }));
  assert.deepEqual(heard.shown, [
    [wish({ eta: 0.3 }), "baked"],
    [wish({ eta: 0.3 }), "baked"],
    [wish({ eta: 0.3 }), "baked"],
  ]);
  assert.equal(py.asked.length, 0);
});

test("off the grid the nearest place stands in until Python answers, unless that is there at once", () => {
  for (const [state, expected] of [
    ["starting", [0.5]],
    ["ready", []],
  ]) {
    const py = python(state);
    const { made, heard } = answers(sweepsWith({ a: sweep("a") }), py);
    made.ask(wish({ eta: 0.4 }));
    assert.deepEqual([heard.near, heard.shown, py.asked.length], [expected, [], 1]);
    assert.ok(made.pending(frame(wish({ eta: 0.5 }))));
    made.ask(wish({ eta: 0.4, T: 1000 })); // nothing is near
    assert.deepEqual(heard.near, expected);
  }
});

// ---- the kept curves of a link

function ghosts(...states) {
  return {
    kept: states.map((params, i) => ({ number: i + 1, params, frame: null })),
    filled: [],
    removed: [],
    fill(ghost, found, source) {
      ghost.frame = found;
      this.filled.push([ghost.number, source]);
    },
    remove([ghost], word) {
      this.kept = this.kept.filter((other) => other !== ghost);
      this.removed.push(word);
    },
  };
}

test("kept curves are computed anew, each by who can", async () => {
  const py = python();
  const { made } = answers(sweepsWith({ a: sweep("a") }), py);
  const kept = ghosts(wish({ eta: 1 }), wish({ T: 1000 }));
  made.fill(kept, "figure");
  made.fill(kept, "figure"); // what has been asked for is not asked for again
  await settled();
  assert.deepEqual(
    py.asked.map(({ queue }) => queue),
    ["figure kept 2"],
  );
  py.asked[0].keep(frame(wish({ T: 1000 })));
  await settled();
  assert.deepEqual(kept.filled, [
    [1, "baked"],
    [2, "python"],
  ]);
});

test("kept curves that Python refuses go, those that it cannot compute now stay for later", async () => {
  const py = python();
  const { made } = answers(sweepsWith(), py);
  const kept = ghosts(wish({ T: 10 }), wish({ T: 1000 }));
  made.fill(kept, "figure");
  py.asked[0].fail(new Error("too short"));
  await settled();
  assert.deepEqual(kept.removed, ["1 cannot be kept: too short"]);
  py.state = "failed";
  py.asked[1].fail(new Error("gone"));
  await settled();
  assert.deepEqual(
    kept.kept.map(({ number }) => number),
    [2],
  );
  made.fill(kept, "figure");
  assert.equal(py.asked.length, 2); // a failed one is not asked
  py.state = "ready";
  await settled();
  made.fill(kept, "figure");
  assert.equal(py.asked.length, 3);
});

test("on a connection that costs, Python is not started for kept curves", async () => {
  const py = python("idle");
  const { made } = answers(sweepsWith(), py);
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  made.fill(ghosts(wish({ T: 1000 })), "figure");
  await settled();
  assert.equal(py.asked.length, 0);
  delete navigator.connection;
  made.fill(ghosts(wish({ T: 1000 })), "figure");
  assert.equal(py.asked.length, 1);
});
