// One question: asked, answered or skipped, and answered by the explorer beside what the reader said.
import { counts } from "./counted.js";
import { alongside, gapOf, numberText, PLACES, readAt, saidOf, shapeOf } from "./drawn.js";
import { fits } from "./fitting.js";
import { inputs } from "./inputs.js";
import { read, write } from "./store.js";

const WORDS = { open: "", committed: "predicted", skipped: "skipped" };
const YOURS = "yours"; // oco_live/questions/question.py
const ALONG = "along";
const decoded = (text) =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))));

const button = (name, label, look, act) => {
  const made = Object.assign(document.createElement("button"), { type: "button", name, className: look });
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
};
const paragraph = (look, html) => {
  const made = Object.assign(document.createElement("p"), { className: look });
  made.innerHTML = html;
  return made;
};

export class Question {
  constructor(section, group) {
    Object.assign(this, { section, group, name: section.dataset.question });
    this.data = decoded(section.querySelector(".oco-pq-data").textContent);
    this.head = section.querySelector(".oco-pq-head");
    this.body = section.querySelector(".oco-pq-body");
    this.place = section.querySelector(".oco-pq-live");
    this.body.hidden = true;
    this.recall();
    this.head.addEventListener("click", () => this.group.open(this.group.current === this ? null : this));
    // What is typed here is no word to the page, where "/" searches and arrows turn pages.
    section.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && !/^(Page|Esc)/.test(event.key)) event.stopPropagation();
    });
  }

  recall() {
    this.entry = read(this.name, (value, half) => fits(this.data, value, half));
  }

  // What stands there is kept before it is committed, too.
  rest() {
    const draft = this.input?.value() ?? null;
    if ([draft].flat().some((value) => value !== null)) this.keep({ draft });
  }

  keep(change) {
    Object.assign(this.entry, change);
    if (this.group.room?.dialog) return; // what is said there is nobody's
    write(this.name, this.entry);
    this.group.tell();
  }

  fold(folded) {
    this.body.hidden = folded;
    this.head.setAttribute("aria-expanded", String(!folded));
    if (!folded) this.draw();
  }

  // Whether the answer is in view.
  get answered() {
    return this.entry.state === "committed" || this.entry.seen || Boolean(this.revealed);
  }

  build() {
    this.section.dataset.state = this.entry.state;
    this.section.toggleAttribute("data-answered", this.answered);
    this.head.querySelector(".oco-pq-status").textContent = WORDS[this.entry.state];
    this.place.replaceChildren();
    this.input = null;
    this.warning = paragraph("oco-pq-warning", "");
    this.warning.setAttribute("role", "status");
    if (this.answered) this.buildAnswer();
    else this.buildQuestion();
    this.draw();
  }

  // ---- the question

  buildQuestion() {
    this.figure = this.picture();
    this.input = inputs[this.data.kind](this);
    const bar = Object.assign(document.createElement("div"), { className: "oco-pq-bar" });
    this.committer = button("commit", "Commit", "oco-pq-first", () => this.commit());
    bar.append(this.committer);
    if (this.entry.state === "skipped") bar.append(button("show", "Show the answer", "oco-pq-quiet", () => this.see()));
    else bar.append(button("skip", "Skip", "oco-pq-quiet", () => this.skip()));
    this.place.append(this.warning, bar);
    this.changed();
  }

  // The figure of a question that has a picture before it is answered, or of an answer.
  picture() {
    const { given, yours, spec } = this.data.picture;
    if (this.answered ? !spec.series.length : !given.length && !yours) return null;
    const plot = Object.assign(document.createElement("div"), { className: "oco-pq-plot" });
    const figure = Object.assign(document.createElement("figure"), { className: "oco-card" });
    plot.append(figure);
    this.place.append(plot);
    return figure;
  }

  // The input says something else, or nothing.
  changed() {
    const missing = this.input.missing();
    this.committer.setAttribute("aria-disabled", String(Boolean(missing)));
    if (!missing) this.warning.textContent = "";
    this.draw();
  }

  commit() {
    const missing = this.input.missing();
    this.warning.textContent = missing;
    if (missing) return;
    const value = this.input.value();
    this.keep({ state: "committed", value, first: this.entry.first ?? value, draft: null });
    this.build();
    this.focus();
  }

  skip() {
    // Another try that is given up leaves what was predicted.
    this.keep({ state: counts(this.entry) ? "committed" : "skipped" });
    this.build();
    const next = this.group.next(this);
    this.group.open(next);
    (next ?? this).head.focus();
  }

  see() {
    this.keep({ seen: true });
    this.build();
    this.focus();
  }

  again() {
    this.keep({ state: "open", seen: false });
    this.build();
    this.input.focus();
  }

  focus() {
    this.place.querySelector(".oco-pq-said").focus();
  }

  // ---- the answer

  // What the reader predicted, if that counts here.
  get value() {
    return this.entry.state === "committed" ? this.entry.value : null;
  }

  buildAnswer() {
    const { data, value } = this;
    this.figure = this.picture();
    const said = paragraph("oco-pq-said", value === null ? data.plain : this.saidOf(value));
    said.tabIndex = -1;
    this.place.append(said);
    const gap = value !== null && data.kind === "draw" ? `${this.gap(value)} ` : "";
    if (gap || data.detail) this.place.append(paragraph("oco-pq-detail", gap + data.detail));
    if (data.why) this.place.append(this.why());
    const bar = Object.assign(document.createElement("div"), { className: "oco-pq-bar" });
    const next = this.group.next(this);
    if (next) {
      const go = () => {
        this.group.open(next);
        next.head.focus();
      };
      bar.append(button("next", "Next question", "oco-pq-first", go));
    }
    data.show.forEach(({ label, params }, i) => {
      if (this.group.explorer) bar.append(button(`show-${i}`, label, "oco-pq-second", () => this.group.show(params)));
    });
    bar.append(button("again", value === null ? "Predict after all" : "Try again", "oco-pq-quiet", () => this.again()));
    this.place.append(bar);
  }

  saidOf(value) {
    const { kind, picture, said } = this.data;
    if (kind !== "draw") return saidOf(this.data, value);
    const heights = value.map((y) => this.even("y", y));
    if (said.some(({ gap }) => [gap].flat().includes(ALONG))) {
      const given = this.readOf(picture.ceiling.curve).map((y) => this.even("y", y));
      if (alongside(heights, given)) return saidOf(this.data, ALONG);
    }
    const valley = picture.valley === null ? null : this.even("x", picture.valley);
    return saidOf(this.data, shapeOf(heights, valley));
  }

  // How far a value is along its axis, from 0 to 1; and back.
  even(axis, value) {
    const { kind, low, high } = this.data.picture.ranges[axis];
    return kind === "log" ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  }

  valueAt(axis, share) {
    const { kind, low, high } = this.data.picture.ranges[axis];
    return kind === "log" ? low * (high / low) ** share : low + share * (high - low);
  }

  get xs() {
    return Array.from({ length: PLACES }, (_, i) => this.valueAt("x", i / (PLACES - 1)));
  }

  // A curve of the picture, at each place.
  readOf(name) {
    const { ranges, frame } = this.data.picture;
    return this.xs.map((x) => readAt(frame.series[name], x, { x: ranges.x.kind, y: ranges.y.kind }));
  }

  gap(value) {
    const { ranges, yours, spec, ceiling } = this.data.picture;
    const { x, y } = spec.panels[0];
    const words = gapOf(this.xs, value, this.readOf(yours), ranges.y.kind, x.label, y.label);
    const over = ceiling && this.readOf(ceiling.curve).some((most, i) => value[i] > 1.02 * most);
    return over ? `${words} ${ceiling.words}` : words;
  }

  why() {
    const { text, reasons } = this.data.why;
    const field = Object.assign(document.createElement("fieldset"), { className: "oco-pq-why" });
    field.innerHTML = `<legend>${text}</legend><p class="oco-pq-heard" role="status"></p>`;
    const chosen = [...this.entry.why];
    if (this.revealed > 1) chosen.push(reasons.findIndex(({ right }) => right));
    const done = chosen.some((i) => reasons[i]?.right);
    reasons.forEach((reason, i) => {
      const label = Object.assign(document.createElement("label"), { className: "oco-pq-option" });
      const own = chosen.includes(i);
      const answer = `<span class="oco-pq-answer"><b>${reason.right ? "Yes." : "No."}</b> ${reason.answer}</span>`;
      label.innerHTML =
        `<input type="radio" name="why-${this.name}" value="${i}"><span>${reason.text}</span>` + (own ? answer : "");
      const [input] = label.getElementsByTagName("input");
      input.checked = chosen.at(-1) === i;
      input.disabled = done && !input.checked;
      input.addEventListener("change", () => this.choose(i));
      field.append(label);
    });
    return field;
  }

  choose(i) {
    this.keep({ why: [...this.entry.why.filter((one) => one !== i), i] });
    const before = this.place.querySelector(".oco-pq-why");
    const after = this.why();
    before.replaceWith(after);
    const input = after.querySelector(`input[value="${i}"]`);
    input.focus();
    after.querySelector(".oco-pq-heard").textContent = input.parentNode.querySelector(".oco-pq-answer").textContent;
  }

  // ---- the picture

  draw() {
    if (!this.figure || this.body.hidden || !this.figure.clientWidth || !window.ocoDrawing) return;
    const { spec, frame, given, faint, ranges, note } = this.data.picture;
    const mine = this.yours();
    const shown = (name) => (name === YOURS ? mine !== null : this.answered || given.includes(name));
    const series = spec.series.filter(({ name }) => shown(name));
    const curves = mine === null ? frame.series : { ...frame.series, [YOURS]: mine };
    const facts = mine === null ? frame.facts : { ...frame.facts, [YOURS]: mine.y.at(-1) };
    const made = window.ocoDrawing(
      this.figure,
      { spec: { ...spec, series }, frame: { ...frame, series: curves, facts } },
      this.group.files.dashes,
      ranges,
    );
    if (!made) return;
    const words = Object.assign(document.createElement("span"), { className: "oco-pq-note-of", innerHTML: note });
    this.figure.querySelector("figcaption").append(words);
    for (const name of this.answered ? faint : [])
      this.figure.querySelector(`[data-series="${name}"]`)?.classList.add("oco-pq-faint");
    this.input?.laid?.(made, this.figure);
  }

  // The reader's own curve, { x, y }; null for none.
  yours() {
    const { kind, picture } = this.data;
    const value = this.input ? this.input.value() : this.value;
    if (value === null || !picture.yours) return null;
    if (kind === "number") {
      const { x, y } = picture.frame.series[picture.yours];
      return { x, y: y.map((v) => (picture.level || v) * value) };
    }
    const known = value.map((y, i) => [this.xs[i], y]).filter(([, y]) => y !== null);
    return known.length ? { x: known.map(([x]) => x), y: known.map(([, y]) => y) } : null;
  }

  number(value) {
    return numberText(value, 2);
  }
}
