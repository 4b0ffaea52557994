// The page "class": texts that were handed in become pictures and a table. Nothing of it leaves the browser or is kept.
import { bars, histogram, lines } from "./charts.js";
import { Class } from "./gather.js";
import { saved } from "./saved.js";
import { csvOf, tableOf, tallyOf } from "./tally.js";

const ROWS = 50; // of the table that are shown; the file has all
const SHORT = 160; // letters of a cell that are shown
const many = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

function made(name, look, text = "") {
  return Object.assign(document.createElement(name), { className: look, textContent: text });
}

class ClassPage {
  constructor(data) {
    const find = (selector) => document.querySelector(selector);
    this.chapters = data.chapters;
    this.class = new Class(data.chapters);
    this.holder = find(".oco-class");
    this.area = find(".oco-cl-in textarea");
    this.said = find(".oco-cl-said-of");
    this.left = find(".oco-cl-left");
    this.chosen = find(".oco-cl-chapter select");
    this.shown = find(".oco-cl-shown");
    this.drawn = []; // [place, draw] of pictures, drawn anew at another width
    const on = (name, act) => find(`.oco-class button[name=${name}]`).addEventListener("click", act);
    on("read", () => this.read([["", this.area.value]]));
    on("clear", () => this.clear());
    on("files", () => this.choose());
    this.chosen.addEventListener("input", () => this.show());
    for (const event of ["dragover", "drop"])
      this.holder.addEventListener(event, (dropped) => {
        if (![...dropped.dataTransfer.types].includes("Files")) return;
        dropped.preventDefault();
        if (event === "drop") this.readFiles(dropped.dataTransfer.files);
      });
    let width = this.shown.clientWidth;
    new ResizeObserver(() => {
      if (this.shown.clientWidth === width) return;
      width = this.shown.clientWidth;
      this.draw();
    }).observe(this.shown);
  }

  // ---- in

  choose() {
    const input = Object.assign(document.createElement("input"), { type: "file", multiple: true, hidden: true });
    input.className = "oco-co-file";
    this.holder.append(input);
    input.addEventListener("cancel", () => input.remove());
    input.addEventListener("change", () => {
      this.readFiles(input.files);
      input.remove();
    });
    input.click();
  }

  async readFiles(files) {
    this.read(await Promise.all([...files].map(async (file) => [file.name, await file.text()])));
  }

  // texts: [file, text], one after the other.
  async read(texts) {
    if (texts.length === 1 && !texts[0][0] && !texts[0][1].trim()) {
      this.said.textContent = "Paste texts first, or choose files.";
      return;
    }
    this.said.textContent = "Reading …";
    for (const [file, text] of texts) await this.class.add(text, file);
    this.area.value = "";
    this.tell();
  }

  clear() {
    this.class.clear();
    this.area.value = "";
    this.tell();
    this.said.textContent = "Nothing is read.";
  }

  // How many count, and what is left out, by name.
  tell() {
    const { counts, left } = this.class;
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const some = Object.keys(counts).length > 1 ? `, of ${Object.keys(counts).length} chapters` : "";
    this.said.textContent = `${many(all, "text")} ${all === 1 ? "counts" : "count"}${some}; ${left.length} left out.`;
    this.left.hidden = !left.length;
    const list = this.left.querySelector("ul");
    list.replaceChildren(
      ...left.map(({ what, why }) => {
        const item = made("li", "");
        item.append(made("code", "", what), `: ${why}`);
        return item;
      }),
    );
    this.left.querySelector("summary").textContent = `Left out: ${left.length}`;
    const before = this.chosen.value;
    const found = this.chapters.filter(({ id }) => counts[id]).sort((a, b) => counts[b.id] - counts[a.id]);
    this.chosen.replaceChildren(...found.map(({ id, title }) => new Option(`${title} (${counts[id]})`, id)));
    if (counts[before]) this.chosen.value = before;
    this.chosen.closest(".oco-cl-chapter").hidden = found.length < 2;
    this.show();
  }

  // ---- out

  show() {
    const chapter = this.chapters.find(({ id }) => id === this.chosen.value);
    this.drawn = [];
    this.shown.replaceChildren();
    if (!chapter) return;
    const answers = this.class.of(chapter.id);
    const tally = tallyOf(chapter, answers);
    const head = made("h2", "", chapter.title);
    this.shown.append(head, this.summary(chapter, tally));
    tally.questions.forEach((asked, i) =>
      this.shown.append(this.question(chapter.questions[i], asked, answers.length)),
    );
    if (tally.exercises.length) this.shown.append(this.exercises(chapter, tally.exercises));
    this.shown.append(this.table(chapter, answers));
    this.draw();
  }

  draw() {
    for (const [place, picture] of this.drawn)
      if (place.clientWidth) place.replaceChildren(picture(Math.min(640, place.clientWidth)));
  }

  summary(chapter, { count }) {
    const names = this.class.namesakes(chapter.id);
    const words = names.length ? ` Several readers gave the name ${names.join(", ")}; all of them count.` : "";
    return made("p", "oco-cl-sum", `${many(count, "reader")}.${words}`);
  }

  question(question, asked, count) {
    const part = made("section", "oco-cl-question");
    part.dataset.question = question.name;
    part.append(made("h3", "", question.title));
    part.append(Object.assign(made("p", "oco-cl-text"), { innerHTML: question.text })); // the book's own
    const skipped = asked.skipped ? `, ${asked.skipped} skipped` : "";
    part.append(made("p", "oco-cl-count", `${asked.committed} of ${count} predicted${skipped}.`));
    if (asked.committed) part.append(this.pictured(question, asked));
    if (question.reasons && asked.reasoned) {
      const rows = question.why.reasons.map(({ text, right }, i) => [text, asked.first[i], right, true]);
      part.append(Object.assign(made("p", "oco-cl-text"), { innerHTML: question.why.text }));
      part.append(bars("the reason chosen first", rows, asked.reasoned));
      const found = `${asked.understood} of ${asked.reasoned} found the right one`;
      part.append(made("p", "oco-cl-count", `${found}, at the first or a later try.`));
    }
    return part;
  }

  // What was predicted, as a picture.
  pictured(question, asked) {
    if (question.kind === "choose") {
      const rows = Object.entries(question.options).map(([option, text]) => [
        text,
        asked.counts[option],
        option === question.truth,
        true,
      ]);
      return bars("predicted", rows, asked.committed);
    }
    const figure = made("figure", "oco-cl-figure");
    const place = made("div", "");
    const drawn = question.kind === "draw";
    const picture = drawn ? lines : histogram;
    this.drawn.push([place, (width) => picture(width, asked, drawn ? question.picture : question)]);
    const caption = made("figcaption", "");
    const said = drawn ? "each reader’s line" : "readers";
    caption.innerHTML =
      `<span class="oco-cl-key" data-of="said">${said}</span> <span class="oco-cl-key" data-of="middle">their median` +
      `</span> <span class="oco-cl-key" data-of="truth">${drawn ? "measured" : "right"}</span>` +
      (drawn ? ' <span class="oco-cl-key" data-of="given">given with the question</span>' : "");
    figure.append(place, caption);
    return figure;
  }

  exercises(chapter, worked) {
    const part = made("section", "oco-cl-exercises");
    part.append(made("h3", "", "Exercises"));
    worked.forEach(({ tried, passed, changed, frequent, others }, i) => {
      const { name, title } = chapter.exercises[i];
      const one = made("div", "oco-cl-exercise");
      one.dataset.exercise = name;
      if (tried) one.append(bars(title, [[`passed, of ${many(tried, "reader")} who tried`, passed]], tried));
      else one.append(made("p", "oco-cl-count", `${title}: nobody has tried it.`));
      if (changed) {
        const later = `${changed} of them changed the text later: the code in the table is not the one that passed.`;
        one.append(made("p", "oco-cl-count", later));
      }
      if (frequent.length) {
        const list = made("ol", "");
        for (const { words, count, code } of frequent) {
          const item = made("li", "", `${count}: ${words.replace(/\[([^\]]*)\]\(\w+\)|\*([^*]+)\*/g, "$1$2")}`);
          const fold = made("details", "");
          fold.append(made("summary", "", "one of them"), made("pre", "", code));
          item.append(fold);
          list.append(item);
        }
        one.append(made("p", "oco-cl-count", "What was wrong most often:"), list);
        if (others) one.append(made("p", "oco-cl-count", `And ${many(others, "other way", "other ways")}.`));
      }
      part.append(one);
    });
    return part;
  }

  table(chapter, answers) {
    const rows = tableOf(chapter, answers);
    const fold = made("details", "oco-cl-table");
    fold.append(made("summary", "", "The table"));
    const button = Object.assign(made("button", "", "Save as CSV"), { type: "button", name: "csv" });
    button.addEventListener("click", () =>
      saved(`class-${chapter.id.replaceAll("_", "-")}.csv`, csvOf(rows), "text/csv"),
    );
    const holder = made("div", "oco-cl-rows");
    Object.assign(holder, { tabIndex: 0, role: "region", ariaLabel: "answers of the class" });
    const table = made("table", "");
    rows.slice(0, ROWS + 1).forEach((row, i) => {
      const line = table.insertRow();
      for (const value of row) {
        const cell = made(i ? "td" : "th", "", String(value).slice(0, SHORT));
        if (!i) cell.scope = "col";
        line.append(cell);
      }
    });
    holder.append(table);
    const more =
      rows.length - 1 > ROWS ? ` The first ${ROWS} rows are shown; the file has all ${rows.length - 1}.` : "";
    fold.append(button, made("span", "oco-cl-count", more), holder);
    return fold;
  }
}

const found = document.querySelector(".oco-class-data");
if (found) window.ocoClass = new ClassPage(JSON.parse(found.textContent));
