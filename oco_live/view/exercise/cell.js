// An exercise cell: the reader's text, Run, Reset, a solution, and what is kept of all that.
import { listen } from "./keys.js";
import { read, write } from "./store.js";

const SAVED = 200; // ms after the last change before the text is kept
const SLOW = 300; // ms of a run before it is said that one waits
const ONCE = "Starting Python, once a page …";
const LEAST = 4; // lines of an editor
const ended = (patience) => ({
  state: "stopped",
  kind: "deadline",
  lead: "Stopped",
  sentence: `after [${patience / 1000} s](measured) your code was still in one long call, which nothing interrupts.`,
  hint: "That Python was ended; another one takes over. Your text is kept.",
});
const NO_PYTHON = { state: "stopped", kind: "python", lead: "Not run", hint: "Your text is kept; Run tries again." };
const numbersTo = (count) => Array.from({ length: count }, (_, i) => `<span>${i + 1}</span>`).join("");

export class Cell {
  // page: { files, python, script(word): the global that a script leaves, whose file the page knows by this word }
  constructor(section, page) {
    const find = (selector) => section.querySelector(selector);
    Object.assign(this, { section, page, name: section.dataset.exercise, light: "light" in section.dataset });
    this.area = find("textarea");
    this.first = this.area.defaultValue;
    this.holder = find(".oco-ex-editor");
    this.numbers = find(".oco-ex-lines");
    this.note = find(".oco-ex-note");
    this.output = find(".oco-verdict");
    this.buttons = Object.fromEntries([...section.querySelectorAll("button")].map((button) => [button.name, button]));
    this.editor = null; // once it has come
    this.bad = 0; // the line that is marked as wrong
    this.tabs = false; // whether Tab indents
    this.entry = read(this.name) ?? { code: this.first, passed: false, verdict: null };
    this.area.value = this.entry.code;
    this.listen();
    this.laidOut();
    this.restore();
  }

  get text() {
    return this.editor ? this.editor.text : this.area.value;
  }

  set text(text) {
    if (this.editor) this.editor.text = text;
    else {
      this.area.value = text;
      this.changed();
    }
  }

  listen() {
    const { area, buttons } = this;
    const run = () => this.run();
    listen(area, { light: this.light, run, toggleTab: () => this.toggleTab(), tabs: () => this.tabs });
    area.addEventListener("input", () => this.changed());
    // What is typed here is no word to the page, where "/" searches and arrows turn pages.
    this.holder.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
    });
    area.addEventListener("focus", () => this.prepare());
    for (const [event, on] of Object.entries({ compositionstart: true, compositionend: false }))
      area.addEventListener(event, () => {
        this.composing = on;
      });
    buttons.run.addEventListener("click", run);
    buttons.reset.addEventListener("click", () => this.reset());
    // A course may offer no solution.
    for (const button of [buttons.solution, buttons.ask]) button?.addEventListener("click", () => this.solution());
    const more = this.section.querySelector(".oco-ex-more");
    more.addEventListener("click", ({ target }) => {
      if (target.closest("button")) more.open = false;
    });
    more.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !more.contains(relatedTarget)) more.open = false;
    });
    more.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      more.open = false;
      more.querySelector("summary").focus();
    });
    for (const word of ["link", "export", "import"])
      buttons[word].addEventListener("click", async () => (await this.rest())?.[word](this));
    addEventListener("pagehide", () => this.save());
    document.addEventListener("visibilitychange", () => document.hidden && this.save());
  }

  // ---- the text

  changed() {
    this.mark(0);
    this.laidOut();
    this.entry.code = this.text;
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), SAVED);
  }

  save() {
    if (!this.saving) return;
    clearTimeout(this.saving);
    this.saving = 0;
    write(this.name, this.entry);
  }

  laidOut() {
    if (this.editor || this.light) return;
    const lines = this.area.value.split("\n").length;
    this.area.rows = Math.max(LEAST, lines + 1);
    if (this.numbers.childElementCount !== lines) this.numbers.innerHTML = numbersTo(lines);
  }

  // The reader's line that is wrong; 0 for none.
  mark(line) {
    if (this.editor && line !== this.bad) this.editor.mark(line);
    this.bad = line;
    this.holder.style.setProperty("--oco-bad", line);
    this.holder.toggleAttribute("data-bad", line > 0 && !this.editor);
  }

  toggleTab(on = !this.tabs) {
    this.tabs = on;
    this.editor?.tab(on);
    const words = this.section.querySelector(".oco-ex-tab");
    words.dataset.tab = on ? "on" : "off";
    words.innerHTML = words.innerHTML.replace(/(<\/kbd>) .*?,/, `$1 ${on ? "indents" : "leaves the editor"},`);
    this.say(on ? "Tab now indents." : "Tab now leaves the editor.");
  }

  // A word under the buttons, which is also spoken; and a button with what it does.
  say(words, label, act) {
    this.note.textContent = words;
    if (!label) return;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    button.addEventListener("click", act);
    this.note.append(" ", button);
  }

  // ---- what comes when the cell is first used

  rest() {
    return this.page.script("rest").catch((error) => this.say(`${error.message} (offline?)`));
  }

  prepare() {
    this.page.python.start(this.name).catch(() => {}); // said at Run
    this.rest();
    if (!this.light) this.mount();
  }

  // The editor takes the textarea's place; where it does not come the textarea stays.
  async mount() {
    const { area } = this;
    const mount = await this.page.script("editor").catch(() => null);
    if (!mount || this.editor) return;
    if (this.composing) return area.addEventListener("compositionend", () => this.mount(), { once: true });
    const held = document.activeElement === area;
    const { selectionStart, selectionEnd, scrollLeft } = area;
    this.editor = mount({
      parent: this.holder,
      text: area.value,
      label: area.getAttribute("aria-label"),
      describedby: area.getAttribute("aria-describedby"),
      onchange: () => this.changed(),
      onrun: () => this.run(),
      ontab: (on) => this.toggleTab(on),
    });
    this.editor.tab(this.tabs);
    area.remove();
    this.numbers.remove();
    const { bad } = this;
    this.bad = 0;
    this.mark(bad);
    if (held) this.editor.focus(selectionStart, selectionEnd, scrollLeft);
  }

  // ---- run, reset, solution

  async run() {
    if (this.section.dataset.state === "running") return;
    const { python } = this.page;
    const code = this.text;
    const before = this.section.dataset.state;
    this.section.dataset.state = "running";
    this.mark(0);
    this.say("");
    const wait = () => {
      const share = python.fetched;
      const starting = share < 1 ? `Python is starting (${Math.round(100 * share)} % fetched) …` : ONCE;
      this.say(python.starts.length ? "Running …" : starting);
    };
    const waiting = setInterval(wait, SLOW);
    const rest = this.rest();
    let verdict;
    try {
      verdict = (await python.mark(this.name, code)) ?? ended(python.patience);
    } catch (error) {
      verdict = { ...NO_PYTHON, sentence: error.message };
    }
    clearInterval(waiting);
    this.say("");
    this.section.dataset.state = before;
    if (verdict.kind !== "python") {
      Object.assign(this.entry, { verdict, of: code, edition: this.section.dataset.edition });
      this.entry.passed ||= verdict.state === "passed";
      this.saving ||= -1;
      this.save();
    }
    this.show(verdict, await rest);
    this.section.dataset.marked = Number(this.section.dataset.marked ?? 0) + 1;
    this.output.scrollIntoView({ block: "nearest" });
  }

  // What an earlier visit left.
  async restore() {
    const { verdict, edition } = this.entry;
    this.badge();
    if (!verdict) return;
    if (edition !== this.section.dataset.edition)
      return this.say("This exercise has changed since your last visit. Your text is kept; Run marks it anew.");
    const rest = await this.rest();
    if (this.entry.verdict === verdict) this.show(verdict, rest);
  }

  show(verdict, rest) {
    if (!rest) return;
    this.section.dataset.state = rest.show(this, verdict);
    if (this.text === this.entry.of) this.mark(verdict.line ?? 0);
    this.badge();
  }

  badge() {
    const { passed, verdict } = this.entry;
    const { state } = this.section.dataset;
    this.section.toggleAttribute("data-passed", Boolean(passed));
    const words = passed ? (state === "passed" || !verdict ? "passed" : "passed before") : "";
    const tried = Boolean(verdict) || state !== "untried";
    this.section.querySelector(".oco-ex-badge").textContent = words || (tried ? "not passed yet" : "not tried yet");
    if (this.buttons.solution) this.buttons.solution.hidden = !tried;
  }

  // Another text in the editor, and a way back to the one that was there.
  replace(text, words) {
    const before = this.text;
    this.text = text;
    if (before === text || before === this.first) return this.say(words);
    this.say(words, "Bring my text back", () => {
      this.text = before;
      this.say("Your text is back.");
    });
  }

  reset() {
    this.replace(this.first, "The first lines are back.");
    this.entry.verdict = null;
    this.saving ||= -1;
    this.save();
    this.output.replaceChildren();
    this.section.dataset.state = "untried";
    this.badge();
  }

  async solution() {
    const place = this.section.querySelector(".oco-ex-solution");
    const { solution } = this.buttons;
    const open = place.hidden;
    if (open) {
      this.say("Python is asked for a solution …");
      try {
        const text = await this.page.python.solution(this.name);
        place.innerHTML = "<p>One way to write it</p><pre></pre>";
        place.lastChild.textContent = text;
        this.say("");
      } catch (error) {
        return this.say(error.message);
      }
    }
    place.hidden = !open;
    solution.textContent = open ? "Hide the solution" : "Show a solution";
    solution.setAttribute("aria-expanded", open);
  }
}
