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
    view.figure.addEventListener("oco-kept", () => this.note());
    // Which picture is large, and which curves are shown.
    this.look = this.lookOf();
    for (const event of ["oco-layout", "oco-main"]) view.figure.addEventListener(event, () => this.looked());
    view.onpaint(() => this.looked());
  }

  // What the page was opened with, a link or what was left here; whether there was either.
  open() {
    const linked = stateIn(this.view, location.hash);
    const found = this.follow(linked ?? this.left());
    // Whether the page was opened by a link: reloaded, or come back to, it stays where it was.
    if (linked && performance.getEntriesByType("navigation")[0]?.type === "navigate") this.comeIntoView();
    if (linked?.lecture) this.view.lecture?.enter();
    return found;
  }

  // What the reader left here.
  left() {
    return stateIn(this.view, String(written[this.view.figure.id] ?? ""));
  }

  changed() {
    const linked = stateIn(this.view, location.hash);
    if (this.follow(linked)) {
      this.view.figure.scrollIntoView();
      if (linked.lecture) this.view.lecture?.enter();
    }
    // Another place of this page: who comes back to it finds what was left on the way from it.
    else if (this.timer || this.left()) this.write(location.href);
  }

  follow(state) {
    if (!state) return false;
    const { view } = this;
    view.controls.set(state.params);
    if (state.main !== view.main) view.setMain(state.main);
    for (const one of view.spec.series)
      if (view.chosen(one) !== state.chosen[one.name]) view.choose(one.name, state.chosen[one.name]);
    if (view.boundsHidden !== state.boundsHidden) view.hideBounds(state.boundsHidden);
    this.look = this.lookOf();
    view.paint();
    this.answers.ask(state.params);
    view.ghosts.set(state.kept);
    view.offerOwn?.(state.own);
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

  lookOf() {
    const { view } = this;
    return [view.main, ...view.spec.series.filter((one) => view.shown(one)).map(({ name }) => name)].join();
  }

  looked() {
    const look = this.lookOf();
    if (look === this.look) return;
    this.look = look;
    this.note();
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
