// Explorers on a page: baked frames at once, Python in a worker for everything else, the same view for both.
import { View } from "./view.js";
import { agree } from "./controls.js";
import { frameIn, installSweeps, loadSweep } from "./sweep.js";
import { Python } from "./python.js";
import { stateInHash, stateLeft, writeHash } from "./hash.js";
import "./link.js"; // a notebook has no address to copy

const NEAR = "600px"; // how far below the screen an explorer may be when its files are asked for
const SETTLES = 500; // ms after the page has loaded with its fonts until what is far from the screen is skipped
const SETTLED_HASH = 250; // ms after the last change before the address is rewritten

class PageExplorer {
  constructor(figure, python) {
    const files = JSON.parse(figure.querySelector(".oco-files").textContent);
    this.files = files;
    this.python = python;
    this.sweeps = {}; // stream -> sweep, or a promise of it while it is on its way
    this.lost = {}; // stream -> why its sweep did not come
    this.view = new View(figure, (params) => this.ask(params));
    this.again = document.createElement("button");
    this.again.type = "button";
    this.again.textContent = "Try again";
    this.again.addEventListener("click", () => {
      figure.focus({ preventScroll: true }); // the button goes
      python.start();
    });
    python.onchange(() => this.pythonChanged());
    const linked = stateInHash(this.view);
    if (this.follow(linked ?? stateLeft(this.view))) linked && linkedHere() && this.comeIntoView();
    else if (!this.view.answered()) this.ask(this.view.controls.params); // set by the reader before the view was there
    addEventListener("hashchange", () => {
      if (this.follow(stateInHash(this.view))) this.view.figure.scrollIntoView();
      // Another place of this page: who comes back to it finds what was left on the way from it.
      else if (this.hashTimer || stateLeft(this.view)) {
        this.dropHash();
        writeHash(this.view, this.view.controls.params, location.href);
      }
    });
    addEventListener("pagehide", () => this.hashTimer && this.writeHash());
    // A page that comes back as it was: WebKit puts its inputs where they began, for they have no memory of their own.
    addEventListener("pageshow", ({ persisted }) => persisted && setTimeout(() => this.view.controls.show()));
    for (const input of this.view.zoomInputs) input.addEventListener("input", () => this.noteHash());
    figure.addEventListener("oco-kept", () => this.noteHash());
    this.pythonChanged();
  }

  follow(state) {
    if (!state) return false;
    this.dropHash(); // what it would write is left
    this.view.controls.set(state.params);
    this.view.setZooms(state.params.stream, state.zooms);
    this.view.paint();
    this.answer(state.params);
    this.view.ghosts.set(state.kept);
    this.fillKept();
    writeHash(this.view, state.params, location.href);
    return true;
  }

  // The kept curves of a link, computed anew: in advance, or by Python where it is there or may be started unasked, each in
  // a queue of its own. Those that are not to be had are asked for again when Python is.
  fillKept() {
    const { figure, ghosts, spec } = this.view;
    for (const ghost of ghosts.kept.filter(({ frame, asked }) => !frame && !asked)) {
      const { number, params } = ghost;
      const ask = async () => {
        const sweep = this.couldBeBaked(params) && await this.sweepOf(params.stream);
        const baked = sweep && frameIn(sweep, params);
        if (baked) return ghosts.fill(ghost, baked, "baked");
        if (!ghosts.kept.includes(ghost) || this.python.state === "failed" || (this.python.state === "idle" && !mayFetchUnasked())) return undefined;
        const frame = await this.python.request(spec.name, params, undefined, `${figure.id} kept ${number}`);
        return frame.superseded ? undefined : ghosts.fill(ghost, frame, "python");
      };
      ghost.asked = true;
      ask().catch((error) => {
        if (this.python.state === "failed" || !ghosts.kept.includes(ghost)) return;
        ghosts.remove([ghost], `${number} cannot be kept: ${error.message}`);
      }).finally(() => { ghost.asked = false; });
    }
  }

  // Who opens a link wants to see what it is about. What stands above may still grow, unless the reader has moved on.
  comeIntoView() {
    const { figure } = this.view;
    const arrive = new AbortController();
    for (const moved of ["wheel", "touchstart", "keydown", "pointerdown"]) {
      addEventListener(moved, () => arrive.abort(), { signal: arrive.signal, passive: true });
    }
    const scroll = () => arrive.signal.aborted || figure.scrollIntoView({ behavior: "instant" });
    whenLoaded(() => {
      scroll();
      document.fonts.ready.then(() => {
        scroll();
        setTimeout(() => { scroll(); arrive.abort(); }, 2 * SETTLES);
      });
    });
  }

  noteHash() {
    clearTimeout(this.hashTimer);
    this.hashTimer = setTimeout(() => this.writeHash(), SETTLED_HASH);
  }

  writeHash() {
    this.dropHash();
    writeHash(this.view, this.view.controls.params);
  }

  dropHash() {
    clearTimeout(this.hashTimer);
    this.hashTimer = 0;
  }

  ask(params) {
    this.asked = params;
    this.noteHash();
    this.answer(params);
  }

  async sweepOf(stream) {
    try {
      this.sweeps[stream] ??= loadSweep(this.files.base + this.files.sweeps[stream], this.view.spec.name, stream);
      this.sweeps[stream] = await this.sweeps[stream];
      delete this.lost[stream];
      return this.sweeps[stream];
    } catch (error) {
      delete this.sweeps[stream];
      this.lost[stream] = error.message;
      return null;
    }
  }

  // The newest wish wins: whatever arrives for an older one is dropped.
  async answer(params) {
    this.wish = params;
    const here = this.sweeps[params.stream];
    if (here?.axes) {
      const frame = frameIn(here, params);
      if (frame) return this.schedule(frame, "baked");
    } else if (this.couldBeBaked(params)) {
      const arriving = this.sweepOf(params.stream);
      this.tell();
      const sweep = await arriving;
      if (this.wish !== params) return;
      const frame = sweep && frameIn(sweep, params);
      if (frame) return this.schedule(frame, "baked");
    }
    this.tell();
    const asked = performance.now();
    try {
      const frame = await this.python.request(this.view.spec.name, params, (early) => this.view.sketch(early, asked));
      if (!frame.superseded && this.wish === params) this.schedule(frame, "python");
    } catch (error) {
      if (this.wish === params) this.refused(error);
    }
  }

  couldBeBaked(params) {
    const { controls, spec } = this.view;
    return spec.controls.every((control) => (control.baked
      ? control.values.includes(params[control.name])
      : control.name === "stream" || params[control.name] === control.default[params.stream]))
      || spec.presets.some((preset) => agree(params, controls.preset(preset)));
  }

  // Painted in the next animation frame; of several answers within one frame only the last is painted.
  schedule(frame, source) {
    clearTimeout(this.view.sketching); // the whole answer is here: half of it is not drawn any more
    const waiting = this.next !== undefined;
    this.next = { frame, source };
    if (waiting) return;
    requestAnimationFrame(() => {
      const { frame: newest, source: from } = this.next;
      this.next = undefined;
      this.shown = newest.params;
      this.view.show(newest, from);
      this.tell();
    });
  }

  // Nobody can answer: go back to what is in view, and say so. The address, too, if what it has was asked for here; a link
  // stays, for the next attempt.
  refused(error) {
    const lost = this.couldBeBaked(this.wish) && this.lost[this.wish.stream];
    const own = this.wish === this.asked;
    this.wish = this.view.current.params;
    this.view.goBack();
    if (own) this.noteHash();
    this.pythonChanged();
    if (lost) this.view.refuse("The answers for this stream could not be fetched (offline?). The next attempt asks for them again.");
    else if (this.python.state !== "failed") this.view.refuse(error.message);
  }

  pythonChanged() {
    const off = {};
    if (this.python.state === "failed") {
      for (const control of this.view.spec.controls) {
        if (!control.baked && control.name !== "stream") off[control.name] = `Needs Python. ${this.python.reason}`;
      }
    }
    this.view.controls.show(off);
    this.tell();
    if (this.python.state === "ready") this.fillKept();
  }

  tell() {
    const baked = this.view.spec.controls.filter((control) => control.baked).map((control) => control.symbol).join(" and ");
    const pending = this.wish && this.next === undefined && !this.view.shows(this.wish);
    const { state, reason, progress } = this.python;
    // Spoken, once, is only why Python failed: nothing else of the note needs to be.
    if (state === "failed") this.view.note.setAttribute("role", "status");
    else this.view.note.removeAttribute("role");
    if (pending && this.sweeps[this.wish.stream] instanceof Promise) {
      this.view.say("The answers for this stream are on their way …", true);
    } else if (state === "failed") {
      this.view.say(`${baked} and the choice of stream go on working; the other controls need Python. ${reason}`, false,
        this.python.hopeless ? null : this.again);
    } else if (state === "starting") {
      const share = `${Math.round(100 * progress)} % fetched`;
      this.view.say(pending ? `This answer is computed by Python, which is starting in your browser (${share}).`
        : `${baked} answer at once; the other controls will when Python has started in your browser (${share}).`, pending);
    } else if (state === "idle") {
      this.view.say(`${baked} answer at once; the first use of another control starts Python in your browser.`);
    } else {
      this.view.say(pending ? "Computing …" : "", pending);
    }
  }

  frame() {
    return this.view.frame();
  }
}

// Whether the page was opened by a link: reloaded, or come back to, it stays where it was.
function linkedHere() {
  return performance.getEntriesByType("navigation")[0]?.type === "navigate";
}

// Not on a connection that costs: there Python waits for a touch.
function mayFetchUnasked() {
  const { connection } = navigator;
  return !(connection && (connection.saveData || /2g/.test(connection.effectiveType ?? "") || connection.type === "cellular"));
}

function whenLoaded(callback) {
  if (document.readyState === "complete") callback();
  else addEventListener("load", callback);
}

function whenIdle(callback) {
  whenLoaded(() => ("requestIdleCallback" in window ? requestIdleCallback(callback, { timeout: 5000 }) : setTimeout(callback, 1000)));
}

function startPage() {
  installSweeps(window);
  window.ocoExplorers = {};
  let python = null;
  const figures = [...document.querySelectorAll(".oco-explorer")];
  const warm = [...new Set(figures.map((figure) => figure.dataset.explorer))];
  for (const figure of figures) {
    const files = JSON.parse(figure.querySelector(".oco-files").textContent);
    python ??= new Python(files.base, files.python, { warm });
    const explorer = new PageExplorer(figure, python);
    window.ocoExplorers[explorer.view.spec.name] ??= explorer;
    let near = false;
    const approach = () => {
      if (near) return;
      near = true;
      explorer.sweepOf(explorer.view.current.params.stream);
      if (mayFetchUnasked()) whenIdle(() => python.start());
    };
    if (!("IntersectionObserver" in window)) approach();
    else {
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        approach();
      }, { rootMargin: NEAR });
      observer.observe(figure);
    }
  }
  // See figure.css. A while after the fonts, so that each block's size is known as it will stay.
  if (figures.length) whenLoaded(() => document.fonts.ready.then(() => setTimeout(() => document.documentElement.classList.add("oco-settled"), SETTLES)));
  addEventListener("online", () => {
    if (python?.state === "failed") python.start();
  });
}

startPage();
