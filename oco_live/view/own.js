// A reader's own code, beside what is built in: its curve in every frame that is shown, and what is said. It runs in
// the exercises' Python, apart from the explorers', and never before the reader has pressed Run.
// What is kept: the text, in this browser, under oco.own.NAME; what was run, in the address and with each kept curve
// (KeptCodes). A frame with a curve has its code, as text and as a link has it (`own`).
import { fetched } from "./fetched.js";
import css from "./own.css";
import { KeptCodes } from "./own_kept.js";
import { read, written } from "./own_text.js";
import { facts, headline } from "./typography.js";
import { defaults, squeezed } from "./values.js";

const UNASKED = 10; // parts of a search that follow a refusal; each takes Python 0.4 s
const MOST = 400; // parts of one that was asked for
const ROUNDS = 100; // of the streams that are searched
const EMPTY = { x: [], y: [] };
const KEY = "oco.own.";

class Own {
  constructor(view, place, files) {
    Object.assign(this, { view, place, files });
    const part = (name) => place.querySelector(`.oco-own-${name}`);
    [this.said, this.strange, this.attackButton, this.dropButton, this.playButton] = [
      "said",
      "strange",
      "attack",
      "drop",
      "play",
    ].map(part);
    this.text = place.querySelector("textarea");
    this.start = this.text.defaultValue;
    this.code = ""; // what the reader has run
    this.link = ""; // what a link has brought, or will have
    this.kept = new KeptCodes(this, part("codes"));
    if (this.text.value === this.start) this.recall(); // who was quicker than this script goes on
    this.merged = null; // the frame in view with its curve
    this.names = view.spec.series.map(({ name }) => name).filter((name) => /^own/.test(name));
    part("run").addEventListener("click", () => this.run());
    this.text.addEventListener("input", () => this.store());
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.run();
    });
    this.attackButton?.addEventListener("click", () => this.toggleAttack());
    this.dropButton.addEventListener("click", () => this.drop());
    this.playButton.addEventListener("click", () => this.play());
    view.onpaint(() => this.follow());
  }

  // Somebody's code, from a link: shown, and not run.
  offer(link) {
    this.kept.show();
    if (link === this.link) return undefined;
    if (!link) return this.drop();
    this.stop();
    this.link = link;
    this.code = "";
    this.clear();
    this.write(read(link));
    this.strange.hidden = false;
    this.tell("");
    return undefined;
  }

  write(text) {
    this.text.value = text;
    this.text.rows = Math.min(16, text.split("\n").length + 1);
  }

  // The reader's own text, from an earlier visit; storage may be blocked.
  recall() {
    try {
      this.write(JSON.parse(localStorage[KEY + this.view.spec.name]).code || this.start);
    } catch {
      this.write(this.start);
    }
  }

  store() {
    try {
      localStorage[KEY + this.view.spec.name] = JSON.stringify({ v: 1, code: this.text.value });
    } catch {
      // it lives as long as the page
    }
  }

  async run() {
    this.stop();
    this.strange.hidden = true;
    this.code = this.text.value;
    this.noteIn(written(this.code));
    this.tell("Python is starting …");
    const answer = await this.draw(this.view.current);
    if (answer?.granted === false && this.attackButton) this.attack(UNASKED);
  }

  // The address has it from now on.
  noteIn(link) {
    this.link = this.view.own = link;
    this.view.figure.dispatchEvent(new Event("oco-kept"));
  }

  drop() {
    this.stop();
    this.code = "";
    if (!this.strange.hidden) this.recall(); // what is put away was somebody's
    this.strange.hidden = true;
    this.noteIn("");
    this.clear();
    this.tell("");
  }

  // Another frame is in view: it gets its curve, too.
  follow() {
    const { current, early } = this.view;
    if (this.code && !early && current !== this.merged && current !== this.asked) this.draw(current);
  }

  // The answer for this frame, drawn if it is still in view; of several that wait only the newest is asked for.
  async draw(frame) {
    this.asked = frame;
    if (this.drawing) await this.drawing;
    if (this.asked !== frame) return null;
    const { code } = this;
    this.drawing = this.answer(frame, code);
    const answer = await this.drawing;
    this.drawing = null;
    if (code !== this.code) return null;
    // What did not end is told whatever is in view, and not run again.
    if (this.view.current !== frame && answer.state !== "stopped") return null;
    this.show(frame, answer);
    return answer;
  }

  // What a code gives in this frame. What needs no code is computed before, so that the code has all its time.
  async answer({ params, facts: known }, code) {
    const explorer = this.view.spec.name;
    const ready = await this.ask({ do: "prepare", explorer, params });
    return ready.state === "prepared" ? this.ask({ do: "frame", explorer, params, code, facts: known }) : ready;
  }

  async ask(question) {
    try {
      if (!window.ocoRoom) await fetched(this.files.base + this.files.room);
      const python = window.ocoRoom(this.files.base);
      const answer = await python.own(question);
      return answer ?? { state: "stopped", sentence: "Stopped: your code did not end.", hint: "Your text is kept." };
    } catch (error) {
      return { state: "failed", sentence: error.message, hint: "" };
    }
  }

  show(frame, answer) {
    if (answer.state !== "drawn") {
      this.clear();
      this.tell([answer.sentence, answer.hint].filter(Boolean).join(" "));
      if (answer.state === "stopped") this.code = ""; // it is not run again unasked
      return;
    }
    this.put(frame, answer, this.code);
    this.words(answer.said);
  }

  // The frame with the curves of this code, those of `names` that it lacks being empty.
  merge(frame, { series = {}, facts: known = {}, status = {} }, code) {
    const all = (given, otherwise) => Object.fromEntries(this.names.map((name) => [name, given[name] ?? otherwise]));
    return {
      ...frame,
      series: { ...frame.series, ...all(series, EMPTY) },
      facts: { ...frame.facts, ...known },
      status: { ...frame.status, ...all(status, "absent") },
      code,
      own: code && written(code),
    };
  }

  put(frame, answer, code) {
    this.merged = this.merge(frame, answer, code);
    this.view.current = this.merged;
    this.dropButton.hidden = !code;
    this.view.paint();
  }

  clear() {
    this.put(this.view.current, {});
  }

  tell(text) {
    this.said.textContent = text;
  }

  words(said) {
    const { series } = this.view.spec;
    this.said.innerHTML = facts(said)
      .map((one) => `<p>${headline(one, series)}</p>`)
      .join("");
  }

  // ---------------------------------------------------------------- attack

  toggleAttack() {
    if (this.attacking) return this.stop();
    if (this.code !== this.text.value) {
      this.strange.hidden = true;
      this.code = this.text.value;
      this.noteIn(written(this.code));
    }
    return this.attack(MOST);
  }

  stop() {
    this.attacking = null;
    if (this.attackButton) this.attackButton.textContent = "Attack this learner";
  }

  // Parts of a search, each told, until it is stopped or has had its time.
  async attack(most) {
    const mine = {};
    const before = this.said.innerHTML;
    this.attacking = mine;
    this.attackButton.textContent = "Stop the search";
    this.playButton.hidden = true;
    this.record = null;
    for (let part = 0; part < most && this.attacking === mine; part++) {
      const question = { do: "attack", params: this.view.current.params, code: this.code, T: ROUNDS, seed: part };
      const answer = await this.ask(this.record ? { ...question, start: this.record } : question);
      if (this.attacking !== mine) return;
      if (answer.state !== "found") {
        this.tell([answer.sentence, answer.hint].filter(Boolean).join(" "));
        break;
      }
      this.record = answer;
      this.words(answer.said);
      if (most === UNASKED) this.said.insertAdjacentHTML("afterbegin", before);
      this.playButton.hidden = false;
    }
    if (this.attacking === mine) this.stop();
  }

  // The costliest stream so far as the rounds of this explorer.
  play() {
    const { spec, controls } = this.view;
    const { eta, U } = controls.params;
    this.view.go({ ...defaults(spec, "own"), eta, U, rounds: squeezed(this.record.rounds) });
  }
}

window.ocoOwn = (view, place, files) => {
  if (!document.querySelector("style.oco-own-style")) {
    const style = document.createElement("style");
    style.className = "oco-own-style";
    style.textContent = css;
    document.head.append(style);
  }
  place.oco ??= new Own(view, place, files);
  return place.oco;
};
