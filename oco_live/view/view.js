// One explorer in the document: its controls, its pictures and words, and a frame counter that tests and benchmarks
// read.
import { Controls } from "./controls.js";
import { installCurves } from "./legend.js";
import { Marks } from "./marks.js";
import { installPictures } from "./pictures.js";
import { installPlayers } from "./play.js";
import { installPrinting } from "./print.js";
import { installReaders } from "./readout.js";
import { installStage } from "./stage.js";
import { installTaking } from "./taking.js";
import { installTools } from "./toolbar.js";
import { answersTo } from "./values.js";
import { Words } from "./words.js";
import "./code.js"; // each of these adds its tools
import "./ghosts.js";
import "./lecture.js";
import "./rounds.js";
import "./save.js";

const INSTANT = 100; // ms: a whole answer within them is not preceded by an early one, which would only flicker
const TOLD = 6000; // ms that a tool's answer stays to be read

export class View {
  // ask(params) is called when the reader changes something; whoever answers calls show(frame, source). links: the
  // theorems and errata that the page knows a way to.
  constructor(figure, ask, links = {}) {
    this.figure = figure;
    this.spec = JSON.parse(figure.querySelector(".oco-spec").textContent);
    this.current = JSON.parse(figure.querySelector(".oco-start").textContent);
    this.start = { ...this.current.params };
    this.ask = ask;
    this.painters = [];
    this.players = [];
    this.early = null;
    this.gone = new AbortController(); // aborted when the figure leaves the document for good, as in a notebook
    this.note = figure.querySelector(".oco-note");
    this.frames = 0;
    this.words = new Words(figure, this.spec, {
      links,
      quiet: () => this.unsettled(),
      guarded: () => this.boundsHidden,
    });
    this.controls = new Controls(figure, this.spec, this.current, {
      onchange: (params) => this.ask(params),
      hold: () => this.hold(),
      release: () => this.release(),
    });
    installPictures(this);
    installStage(this);
    this.marks = new Marks(figure);
    this.players = installPlayers(this);
    installReaders(this);
    installTaking(this);
    installCurves(this);
    installTools(this);
    installPrinting(this);
    this.paint();
  }

  // Another state.
  go(params) {
    this.controls.set(params);
    this.ask(params);
  }

  // The state that the page was made with.
  reset() {
    this.drawing.restore();
    this.go(this.start);
  }

  // painter() is called whenever the pictures have changed: a new frame, other axes, another size.
  onpaint(painter) {
    this.painters.push(painter);
  }

  paint() {
    this.drawing.paint();
    this.words.paint(this.inView);
    for (const painter of this.painters) painter();
  }

  // The frame to draw: what is known of the next one, or the one that answers.
  get inView() {
    return this.early ?? this.current;
  }

  // Whether a frame, that in view if none is given, is the one for these parameters.
  shows(params, frame = this.current) {
    return answersTo(this.spec, params, frame);
  }

  // Whether the frame in view is the one that the controls ask for.
  answered() {
    return this.shows(this.controls.params);
  }

  // Whether another frame will come: it is on its way, a hand is on a slider, a slider plays.
  unsettled() {
    return !this.answered() || this.drawing.held || this.players.some((player) => player.playing);
  }

  // Puts the slider that has a tuned value there; whether there is one.
  takeTuned() {
    return this.controls.takeTuned();
  }

  // An early frame: drawn if the whole one takes long, but never the frame in view. asked: when the reader asked for
  // it.
  sketch(early, asked) {
    clearTimeout(this.sketching);
    this.sketching = setTimeout(
      () => {
        if (!this.shows(this.controls.params, early)) return; // the reader has moved on
        this.early = early;
        this.figure.classList.add("oco-early");
        this.paint();
      },
      asked + INSTANT - performance.now(),
    );
  }

  // Without another frame to show: back to the one in view.
  goBack() {
    this.dropSketch();
    this.controls.goBack(this.current.params);
    this.paint();
  }

  // Said, too, to those who do not see that a control went back.
  refuse(reason) {
    this.say(reason, true);
    this.tell(reason);
  }

  dropSketch() {
    clearTimeout(this.sketching);
    this.early = null;
    this.figure.classList.remove("oco-early");
  }

  show(frame, source) {
    this.dropSketch();
    this.current = frame;
    this.controls.follow(frame);
    this.figure.dataset.source = source;
    this.paint();
    this.words.changed();
    this.figure.dataset.frame = String(++this.frames);
  }

  // An answer is on its way, or none is: what it will replace is dimmed.
  wait(pending) {
    if (pending) this.words.changed();
    if (pending !== this.pending) this.busy(pending);
    this.pending = pending;
  }

  // A line under the pictures: what is being waited for, or why something is not available. "" for none.
  // `waiting`: it concerns what the reader has just asked for. `button`: what can be done about it.
  say(text, waiting = false, button = null) {
    this.note.classList.toggle("oco-waiting", waiting);
    if (this.said === text && this.note.contains(button ?? this.note)) return;
    this.said = text;
    this.note.replaceChildren(text, ...(button ? [" ", button] : []));
  }

  // What a tool has done ("link copied"), for all readers.
  tell(text) {
    const told = this.figure.querySelector(".oco-told");
    told.textContent = text;
    clearTimeout(this.told);
    this.told = setTimeout(() => {
      told.textContent = "";
    }, TOLD);
  }

  // The numbers behind the pictures.
  frame() {
    return { ...this.current, source: this.figure.dataset.source };
  }
}
