// What links: the state in the page's address, and back. The address bar has room for one explorer. So the browser
// keeps with each place in its history what all explorers of the page would write there; Back and reload find them
// again. The inputs' own memory is off (autocomplete, hosts/markup.py).
import { hashOf, stateIn } from "./hash.js";
import { whenLoaded } from "./moments.js";

const SETTLED = 250; // ms after the last change before the address is rewritten
const ARRIVED = 1000; // ms after the page has loaded with its fonts until what stands above has its height

let written; // id of a figure that was touched -> its hash

export class Address {
  // answers: who is asked for the state of a link.
  constructor(view, answers) {
    this.view = view;
    this.answers = answers;
    this.timer = 0;
    written ??= { ...history.state?.explorers };
    addEventListener("hashchange", () => this.changed());
    addEventListener("pagehide", () => this.timer && this.write());
    for (const input of view.zoomInputs) input.addEventListener("input", () => this.note());
    view.figure.addEventListener("oco-kept", () => this.note());
  }

  // What the page was opened with, a link or what was left here; whether there was either.
  open() {
    const linked = stateIn(this.view, location.hash);
    const found = this.follow(linked ?? this.left());
    // Whether the page was opened by a link: reloaded, or come back to, it stays where it was.
    if (linked && performance.getEntriesByType("navigation")[0]?.type === "navigate") this.comeIntoView();
    return found;
  }

  // What the reader left here.
  left() {
    return stateIn(this.view, String(written[this.view.figure.id] ?? ""));
  }

  changed() {
    if (this.follow(stateIn(this.view, location.hash))) this.view.figure.scrollIntoView();
    // Another place of this page: who comes back to it finds what was left on the way from it.
    else if (this.timer || this.left()) this.write(location.href);
  }

  follow(state) {
    if (!state) return false;
    const { view } = this;
    view.controls.set(state.params);
    view.setZooms(state.params.stream, state.zooms);
    view.paint();
    this.answers.ask(state.params);
    view.ghosts.set(state.kept);
    this.answers.fill(view.ghosts, view.figure.id);
    this.write(location.href);
    return true;
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
        setTimeout(() => {
          scroll();
          arrive.abort();
        }, ARRIVED);
      });
    });
  }

  // Something has changed: it is written when it has settled.
  note() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), SETTLED);
  }

  // Into the address, or, where that stays as it is, only into what the browser keeps with it.
  write(address) {
    clearTimeout(this.timer);
    this.timer = 0;
    const hash = hashOf(this.view, this.view.controls.params);
    written[this.view.figure.id] = hash;
    try {
      history.replaceState({ ...history.state, explorers: written }, "", address ?? hash);
    } catch {
      // Too often for this browser, or a frame without an address of its own: the page goes on.
    }
  }
}
