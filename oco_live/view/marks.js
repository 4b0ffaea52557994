// A mark ties a series to a line of a proof on the same page: the element whose id it is. Choosing one marks both, by
// the series' legend entry (a button), its bar, or the line. Where the page has no such line, only the series is
// marked.
export class Marks {
  constructor(figure) {
    this.figure = figure;
    this.chosen = "";
    this.series = [...figure.querySelectorAll("[data-mark]")];
    this.lines = new Map();
    for (const element of this.series) {
      element.addEventListener("click", () => this.toggle(element.dataset.mark));
      const line = document.getElementById(element.dataset.mark);
      if (line && !this.lines.has(line.id)) this.lines.set(line.id, this.lineOf(line));
    }
    if (this.lines.size) this.addNote();
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

  addNote() {
    this.note = document.createElement("p");
    this.note.className = "oco-mark-note";
    this.figure.querySelector(".oco-sentence").before(this.note);
    this.tell();
  }

  tell() {
    const line = this.lines.get(this.chosen);
    if (!line) {
      this.note.textContent = "Choose a bar, its name in a legend, or a line of the proof: each marks the others.";
      return;
    }
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
