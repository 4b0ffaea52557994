// What the view's modules need of a browser and of a view, played by the test.
import { answersTo } from "../../oco_live/view/values.js";

// An explorer with a baked slider that has a tuned value, one that needs Python, a choice and a row of signs.
export const spec = {
  name: "toy",
  controls: [
    {
      name: "stream",
      kind: "choice",
      label: "stream",
      symbol: "stream",
      baked: false,
      values: ["a", "b"],
      labels: ["A", "B"],
      default: {},
      allowed: {},
    },
    {
      name: "eta",
      kind: "slider",
      label: "step η",
      symbol: "η",
      baked: true,
      first: true,
      tuned: "eta_star",
      integer: false,
      values: [0.1, 0.5, 1],
      default: { a: 0.5, b: 0.1 },
      allowed: {},
    },
    {
      name: "T",
      kind: "slider",
      label: "rounds T",
      symbol: "T",
      baked: false,
      integer: true,
      values: [10, 100, 1000],
      default: { a: 100, b: 10 },
      allowed: { b: [10, 100] },
    },
    {
      name: "signs",
      kind: "signs",
      label: "signs",
      symbol: "signs",
      baked: false,
      values: ["+-"],
      default: { a: "+-", b: "++" },
      allowed: { b: [] },
    },
  ],
  panels: [{ name: "regret" }, { name: "path" }],
  series: [
    { name: "bound", first: true },
    { name: "worst", first: false },
  ],
  presets: [{ params: { stream: "b", T: 100 } }],
};

export const start = { stream: "a", eta: 0.5, T: 100, signs: "+-" };

// A promise that the test keeps or breaks.
export function promised() {
  const made = {};
  made.promise = new Promise((keep, fail) => Object.assign(made, { keep, fail }));
  return made;
}

// Everything that has been promised has been told.
export const settled = () => new Promise((done) => setImmediate(done));

// A sweep over eta, at the defaults of its stream; the tuned eta is 0.3.
export function sweep(stream) {
  const column = { values: [1, 2, 3, 4].map((fact) => fact + (stream === "b" ? 10 : 0)) };
  const params = { ...start, ...(stream === "b" && { stream: "b", T: 10, signs: "++" }) };
  delete params.eta;
  return {
    params,
    others: [],
    axes: [["eta", [0.1, 0.5, 1], "eta_star"]],
    facts: { regret: column, eta_star: { values: [0.3] } },
    headline: { values: [""] },
    sentence: { values: [""] },
    texts: { values: [{}] },
    status: { values: [{}] },
    series: {},
  };
}

// The sweeps of an explorer of which some are here, while others come when the test says so.
export function sweepsWith(here = {}) {
  const coming = {};
  const come = (stream) => {
    coming[stream] ??= promised();
    return coming[stream];
  };
  return {
    found: here,
    lost: {},
    coming,
    here: (stream) => here[stream],
    arriving: (stream) => stream in coming && !(stream in here),
    of: async (stream) =>
      here[stream] ??
      come(stream).promise.then((found) => {
        if (found) here[stream] = found;
        return found;
      }),
  };
}

// A Python whose answers the test gives: { params, early, keep, fail }, in `asked`.
export function python(state = "ready") {
  const asked = [];
  const callbacks = [];
  return {
    state,
    reason: "",
    progress: 0,
    hopeless: false,
    asked,
    onchange: (callback) => callbacks.push(callback),
    start() {},
    become(now, reason = "") {
      Object.assign(this, { state: now, reason });
      callbacks.forEach((callback) => callback(this));
    },
    request: (_, params, early, queue) => {
      const request = { params, early, queue, ...promised() };
      asked.push(request);
      return request.promise;
    },
  };
}

const element = (id) =>
  Object.assign(new EventTarget(), {
    id,
    dataset: {},
    attributes: {},
    scrollIntoView() {
      this.scrolled = true;
    },
    focus() {},
    setAttribute(name, value) {
      this.attributes[name] = value;
    },
    removeAttribute(name) {
      delete this.attributes[name];
    },
  });

let figures = 0;

// What a PageExplorer asks of a view: the state that the controls show, the frame in view, what was said.
export function view() {
  return {
    spec,
    start,
    current: { params: start, facts: {} },
    figure: element(`toy-${++figures}`),
    note: element("note"),
    main: "regret",
    toggled: [],
    boundsHidden: false,
    chosen(series) {
      return series.first !== this.toggled.includes(series.name);
    },
    shown(series) {
      return this.chosen(series) && !(this.boundsHidden && series.name === "bound");
    },
    hideBounds(on) {
      this.boundsHidden = on;
      this.paint();
    },
    choose(name, on) {
      const one = spec.series.find((series) => series.name === name);
      if (this.chosen(one) !== on) this.toggle(name);
    },
    toggle(name) {
      this.toggled = this.toggled.includes(name)
        ? this.toggled.filter((other) => other !== name)
        : [...this.toggled, name];
      this.paint();
    },
    setMain(name) {
      this.main = name;
      this.figure.dispatchEvent(new Event("oco-layout"));
    },
    painters: [],
    onpaint(painter) {
      this.painters.push(painter);
    },
    controls: {
      params: start,
      off: {},
      set(params) {
        this.params = params;
      },
      show(off) {
        this.off = off ?? this.off;
      },
    },
    ghosts: {
      kept: [],
      set(named) {
        this.kept = named.map(([number, params]) => ({ number, params, frame: null }));
      },
      fill(ghost, frame) {
        ghost.frame = frame;
      },
      remove(gone) {
        this.kept = this.kept.filter((ghost) => !gone.includes(ghost));
      },
    },
    painted: [],
    told: [],
    said: "",
    waiting: false,
    paint() {
      this.painters.forEach((painter) => painter());
    },
    sketch() {},
    show(frame, source) {
      this.current = frame;
      this.painted.push([frame, source]);
    },
    goBack() {
      this.controls.set(this.current.params);
    },
    refuse(reason) {
      this.told.push(reason);
    },
    say(text) {
      this.said = text;
    },
    wait(pending) {
      this.waiting = pending;
    },
    shows(params) {
      return answersTo(spec, params, this.current);
    },
    answered() {
      return this.shows(this.controls.params);
    },
    go(params) {
      this.controls.set(params);
      this.ask(params);
    },
    // As if the reader's hand did it.
    set(explorer, params) {
      this.controls.set(params);
      explorer.ask(params);
    },
  };
}

// window, as far as addresses and animation frames are concerned: what is written is in `location`, frames are
// painted at once.
export function browser(hash = "") {
  const target = new EventTarget();
  const page = { href: `https://book/page.html${hash}`, hash };
  const go = (address) => {
    page.href = new URL(address, page.href).href;
    page.hash = new URL(page.href).hash;
  };
  Object.assign(globalThis, {
    location: page,
    history: {
      state: null,
      replaceState(state, _, address) {
        this.state = state;
        go(address);
      },
    },
    addEventListener: target.addEventListener.bind(target),
    requestAnimationFrame: (callback) => setImmediate(callback),
    document: { createElement: element, readyState: "complete", fonts: { ready: Promise.resolve() } },
  });
  // The reader follows a link on the page.
  return {
    follow(address) {
      go(address);
      target.dispatchEvent(new Event("hashchange"));
    },
  };
}
