// A mark ties a series to a line of a proof on the same page: the element whose id it is. Choosing one marks both, by
// the series' button in a legend, its bar, or the line. Where the page has no such line, only the series is marked.
const HINT = "Choose a bar, its name in a legend, or a line of the proof: each marks the others.";

export class Marks {
  constructor(figure) {
    this.figure = figure;
    this.chosen = "";
    this.lines = new Map();
    for (const { dataset } of this.series) {
      const line = document.getElementById(dataset.mark);
      if (line && !this.lines.has(line.id)) this.lines.set(line.id, this.lineOf(line));
    }
    // A picture's bars may be made anew: what stands around them hears of the clicks.
    figure.addEventListener("click", ({ target }) => {
      const marked = target.closest("[data-mark]");
      if (marked) this.toggle(marked.dataset.mark);
    });
    if (this.lines.size) this.addNotes();
  }

  get series() {
    return [...this.figure.querySelectorAll("[data-mark]")];
  }

  // A paragraph with the formula after it; its bold word becomes the button.
  lineOf(paragraph) {
    const next = paragraph.nextElementSibling;
    const parts = next?.matches(".math") ? [paragraph, next] : [paragraph];
    const word = paragraph.querySelector("strong");
    const button = word.querySelector("button") ?? document.createElement("button");
    if (!button.parentNode) {
      button.type = "button";
      button.className = "oco-proof-button";
      button.setAttribute("aria-pressed", "false");
      button.append(...word.childNodes);
      word.append(button);
    }
    for (const part of parts) {
      part.classList.add("oco-proof-line");
      part.addEventListener("click", (event) => {
        if (!event.target.closest("a")) this.toggle(paragraph.id);
      });
    }
    const back = document.createElement("a");
    back.className = "oco-proof-link";
    back.href = `#${this.figure.id}`;
    back.textContent = "to its bar";
    return { paragraph, parts, button, back, name: button.textContent.replace(/\.$/, "") };
  }

  // What can be done stands with all else that is said; the way to the chosen line under the pictures.
  addNotes() {
    const hint = Object.assign(document.createElement("p"), { className: "oco-mark-hint", textContent: HINT });
    this.figure.querySelector(".oco-curves").before(hint);
    this.note = Object.assign(document.createElement("p"), { className: "oco-mark-note", hidden: true });
    this.figure.querySelector(".oco-stage").after(this.note);
  }

  tell() {
    const line = this.lines.get(this.chosen);
    this.note.hidden = !line;
    if (!line) return;
    const link = document.createElement("a");
    link.href = `#${line.paragraph.id}`;
    link.textContent = `to the line “${line.name}” of the proof`;
    this.note.replaceChildren(link);
  }

  toggle(mark) {
    this.chosen = this.chosen === mark ? "" : mark;
    this.figure.classList.toggle("oco-marking", this.chosen !== "");
    for (const element of this.series) {
      const on = element.dataset.mark === this.chosen;
      if (element.matches("button")) element.setAttribute("aria-pressed", String(on));
      else element.classList.toggle("oco-marked", on);
    }
    for (const { paragraph, parts, button, back } of this.lines.values()) {
      const on = paragraph.id === this.chosen;
      for (const part of parts) part.classList.toggle("oco-marked", on);
      button.setAttribute("aria-pressed", String(on));
      if (on) paragraph.append(" ", back);
      else back.remove();
    }
    if (this.note) this.tell();
  }
}
