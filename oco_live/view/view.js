// One explorer in the document: its controls, its picture, and a frame counter that tests and benchmarks read.
import { Controls, moved } from "./controls.js";
import { Marks } from "./marks.js";
import { paint, targetsOf } from "./paint.js";
import { installPlayers } from "./play.js";
import { installPrinting } from "./print.js";
import { installReaders } from "./readout.js";
import { installTools } from "./tools.js";
import { agree } from "./values.js";
import "./code.js"; // each of these adds its tools
import "./ghosts.js";
import "./lecture.js";
import "./rounds.js";
import "./save.js";

const INSTANT = 100; // ms: a whole answer within them is not preceded by an early one, which would only flicker
const SETTLED = 400; // ms without a change before a screen reader hears the sentence
const TOLD = 6000; // ms that a tool's answer stays to be read

export class View {
  // ask(params) is called when the reader changes something; whoever answers calls show(frame, source).
  constructor(figure, ask) {
    this.figure = figure;
    this.spec = JSON.parse(figure.querySelector(".oco-spec").textContent);
    this.current = JSON.parse(figure.querySelector(".oco-start").textContent);
    this.start = { ...this.current.params };
    this.ask = ask;
    this.painters = [];
    this.gone = new AbortController(); // aborted when the figure leaves the document for good, as in a notebook
    this.targets = targetsOf(figure, this.spec);
    this.note = figure.querySelector(".oco-note");
    this.heard = this.current.sentence;
    this.frames = 0;
    this.zooms = {};
    this.controls = new Controls(figure, this.spec, this.current.params, (params) => {
      this.zoomFor(params.stream);
      ask(params);
    });
    this.zoomInputs = [...figure.querySelectorAll("[data-zoom]")];
    for (const input of this.zoomInputs) {
      this.zooms[input.dataset.zoom] = Number(input.value);
      input.addEventListener("input", () => {
        this.zooms[input.dataset.zoom] = Number(input.value);
        this.paint();
      });
    }
    figure.querySelector(".oco-reset").addEventListener("click", () => this.go(this.start));
    this.stream = this.current.params.stream;
    this.marks = new Marks(figure);
    this.players = installPlayers(figure, () => this.answered());
    installReaders(this);
    installTools(this);
    installPrinting(this);
    if (this.zoomInputs.some(moved)) this.paint();
    else this.painters.forEach((painter) => painter());
  }

  // Another state, at the heights that its stream starts with, but for those that are given.
  go(params, zooms = {}) {
    this.controls.set(params);
    this.setZooms(params.stream, zooms);
    this.ask(params);
  }

  // painter() is called whenever the picture has changed: a new frame, another height.
  onpaint(painter) {
    this.painters.push(painter);
  }

  paint() {
    paint(this.targets, this.early ?? this.current, this.zooms);
    this.painters.forEach((painter) => painter());
  }

  // Whether a frame, that in view if none is given, is the one for these parameters.
  shows(params, frame = this.current) {
    return agree(params, frame.params);
  }

  // Whether the frame in view is the one that the controls ask for.
  answered() {
    return this.shows(this.controls.params);
  }

  // Each stream has its own height to start with; within a stream the reader's choice stays.
  zoomFor(stream) {
    if (stream !== this.stream) this.setZooms(stream);
  }

  // The heights that this stream starts with, but for those that are given.
  setZooms(stream, given = {}) {
    this.stream = stream;
    for (const input of this.zoomInputs) {
      const panel = this.spec.panels.find((candidate) => candidate.name === input.dataset.zoom);
      this.zooms[panel.name] = given[panel.name] ?? panel.zoom[stream];
      input.value = String(this.zooms[panel.name]);
    }
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
    this.controls.set(this.current.params);
    this.zoomFor(this.current.params.stream);
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
    this.zoomFor(frame.params.stream);
    this.targets.sentence.setAttribute("aria-busy", "true");
    clearTimeout(this.settled);
    this.settled = setTimeout(() => this.speak(), SETTLED);
    this.figure.dataset.source = source;
    this.paint();
    this.figure.dataset.frame = String(++this.frames);
  }

  // A screen reader was told nothing of the sentences that came and went while they were busy; the last one is
  // written anew, so that it is told of that one, unless it was the last one that it heard. Not while an answer is on
  // its way or a slider plays: another sentence will come.
  speak() {
    clearTimeout(this.settled);
    if (!this.answered() || this.players.some((player) => player.playing)) {
      this.settled = setTimeout(() => this.speak(), SETTLED);
      return;
    }
    const { sentence } = this.targets;
    sentence.removeAttribute("aria-busy");
    if (this.heard !== sentence.textContent) sentence.textContent = this.heard = sentence.textContent;
  }

  // A line under the picture: what is being waited for, or why something is not available. "" for none.
  // `waiting`: it concerns what the reader has just asked for. `button`: what can be done about it.
  say(text, waiting = false, button = null) {
    this.note.hidden = text === "";
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

  // The numbers behind the picture.
  frame() {
    return { ...this.current, source: this.figure.dataset.source };
  }
}
