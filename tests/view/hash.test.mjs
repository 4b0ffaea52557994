// The state in the URL, and back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hashOf, numberIn, stateIn } from "../../oco_live/view/hash.js";
import { spec, start } from "./fakes.mjs";

const view = ({ main, toggled = [], boundsHidden = false } = {}, kept = []) => ({
  spec,
  start,
  main,
  chosen: ({ name, first }) => first !== toggled.includes(name),
  boundsHidden,
  ghosts: { kept },
});
const look = { main: "regret", chosen: { bound: true, worst: false }, boundsHidden: false, lecture: false, own: "" };

test("what is written is read again", () => {
  const others = { stream: "b", eta: 1, T: 100, signs: "++" };
  for (const params of [
    start,
    { ...start, eta: "tuned" },
    { ...start, eta: 1e-7 + 0.1, T: 1000, signs: "--" },
    others,
  ]) {
    const kept = [
      { number: 2, params: { ...start, signs: "-+" } },
      { number: 4, params: others },
    ];
    const read = (state) => stateIn(view(), hashOf(view(state, kept), params));
    const told = { params, kept: kept.map(({ number, params: state }) => [number, state]) };
    assert.deepEqual(read({}), { ...told, ...look });
    assert.deepEqual(read({ boundsHidden: true }), { ...told, ...look, boundsHidden: true });
    assert.deepEqual(read({ main: "path", toggled: ["bound", "worst"], boundsHidden: true }), {
      ...told,
      main: "path",
      chosen: { bound: false, worst: true },
      boundsHidden: true,
      lecture: false,
      own: "",
    });
  }
});

test("sliders that every sweep covers are named, others only where they differ from their stream's defaults", () => {
  assert.equal(hashOf(view(), start), "#toy?eta=0.5");
  assert.equal(hashOf(view(), { ...start, eta: "tuned" }), "#toy?eta=tuned");
  assert.equal(hashOf(view({ main: "regret" }), { ...start, T: 10, signs: "++" }), "#toy?eta=0.5&T=10&signs=++");
  assert.equal(
    hashOf(view({ main: "path", toggled: ["bound"] }), { stream: "b", eta: 0.1, T: 10, signs: "++" }),
    "#toy?stream=b&eta=0.1&main=path&hide=bound",
  );
});

test("a text is written so that it separates nothing", () => {
  const rounds = {
    name: "rounds",
    kind: "text",
    baked: false,
    values: ["1;2"],
    default: { a: "1;2", b: "1;2" },
    allowed: { b: [] },
  };
  const wider = { ...spec, controls: [...spec.controls, rounds] };
  const state = { ...start, rounds: "1,0;0,2:-1" };
  const seen = { ...view({}, [{ number: 1, params: state }]), spec: wider, start: { ...start, rounds: "1;2" } };
  const hash = hashOf(seen, state);
  assert.equal(hash, "#toy?eta=0.5&rounds=1,0;0,2:-1&kept-1=eta:0.5,rounds:1_0;0_2~-1");
  for (const link of [hash, hash.replace("1,0;0,2:-1&", "+1%2C0;+0,2%3A−1&"), encodeURI(hash)]) {
    const { params, kept } = stateIn(seen, link);
    assert.deepEqual([params, kept], [state, [[1, state]]], link);
  }
  for (const text of ["a?b", "1&2", "=", "+", "%", "1 2", "#"]) {
    assert.equal(typeof stateIn(seen, hashOf(seen, { ...state, rounds: text })).params.rounds, "string", text);
  }
  assert.equal(stateIn(seen, "#toy?rounds=1;3&kept-1=eta").params.rounds, "1;3"); // a kept state in ruins
});

test("a reader's code goes with the link", () => {
  const seen = { ...view(), own: "ZGVmIHN0ZXA_-" };
  assert.equal(hashOf(seen, start), "#toy?eta=0.5&own=ZGVmIHN0ZXA_-");
  assert.equal(stateIn(seen, hashOf(seen, start)).own, seen.own);
});

test("a kept curve of a reader's code goes with its code", () => {
  const seen = view({}, [
    { number: 1, params: { ...start, eta: 1 }, own: "ZGVmIHN0ZXA_-" },
    { number: 3, params: start },
  ]);
  const hash = hashOf(seen, start);
  assert.equal(hash, "#toy?eta=0.5&kept-1=eta:1,own:ZGVmIHN0ZXA_-&kept-3=eta:0.5");
  assert.deepEqual(stateIn(seen, hash).kept, [
    [1, { ...start, eta: 1 }, "ZGVmIHN0ZXA_-"],
    [3, start],
  ]);
  assert.equal(stateIn(seen, hash).own, "");
});

test("one word hides the bounds, however many there are", () => {
  assert.equal(hashOf(view({ boundsHidden: true }), start), "#toy?eta=0.5&hide=bounds");
  assert.equal(hashOf(view({ boundsHidden: true, toggled: ["bound"] }), start), "#toy?eta=0.5&hide=bound,bounds");
});

test("a link may open the lecture; heights, of older links, are nobody's", () => {
  assert.ok(stateIn(view(), "#toy?eta=1&lecture").lecture);
  assert.deepEqual(stateIn(view(), "#toy?eta=1&zoom-regret=4"), stateIn(view(), "#toy?eta=1"));
  assert.deepEqual(stateIn(view(), "#toy?main=none&show=none&hide=").main, "regret");
});

test("another explorer's or nobody's hash is none", () => {
  for (const hash of ["", "#", "#toy", "#other?eta=1", "#50%", "#%"]) assert.equal(stateIn(view(), hash), null, hash);
});

test("what makes no sense is left out", () => {
  const read = (query) => stateIn(view(), `#toy?${query}`).params;
  for (const query of [
    "eta=2",
    "eta=0.01",
    "eta=",
    "eta=0x1",
    "eta=%zz",
    "T=10.5",
    "T=9",
    "signs=+",
    "signs=+a",
    "stream=c",
    "stream=constructor",
    "__proto__=7",
    "constructor=1",
  ])
    assert.deepEqual(read(query), start, query);
  assert.deepEqual(read("T=tuned"), start); // no such value
  assert.deepEqual(read("eta=Tuned"), start);
  assert.equal(read("stream=b&T=1000").T, 10); // not with this stream
});

test("numbers are decimal digits and no more", () => {
  const good = { 1: 1, "-1.5": -1.5, ".5": 0.5, "5.": 5, "1e-3": 0.001, "1E+3": 1000, "1e 3": 1000, " 1": 1 };
  for (const [text, number] of Object.entries(good)) assert.equal(numberIn(text), number, text);
  for (const text of ["", "0x10", "1 ", "1e", "e5", ".", "NaN", "Infinity", "1_000", undefined])
    assert.ok(Number.isNaN(numberIn(text)), text);
});
