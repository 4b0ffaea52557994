// Questions on a page: one is open at a time, each is kept, and all can be shown in the lecture room.
import { fetched } from "../fetched.js";
import { counts } from "./counted.js";
import { Question } from "./question.js";
import { PREFIX, unkept } from "./store.js";

const TYPING = "input, select, textarea, [role=slider]"; // there a key is a letter, or moves something
const FILLED = { open: "", committed: "committed", skipped: "skipped" };

class Group {
  constructor(element) {
    this.element = element;
    this.files = JSON.parse(element.querySelector(".oco-pq-files").textContent);
    const sections = [...element.querySelectorAll(".oco-predict")];
    this.questions = sections.map((section) => new Question(section, this));
    this.segments = element.querySelector(".oco-pq-segments");
    this.count = element.querySelector(".oco-pq-count");
    this.note = element.querySelector(".oco-pq-note");
    this.note.textContent = unkept();
    for (const question of this.questions) question.build();
    this.tell();
    this.open(this.questions.find(({ entry }) => entry.state === "open") ?? null);
    this.button = element.querySelector("button[name=lecture]");
    this.button.addEventListener("click", () => this.lecture());
    const hear = ({ key, target, ctrlKey, metaKey, altKey }) => {
      if (/^l$/i.test(key) && !target.closest(TYPING) && !ctrlKey && !metaKey && !altKey) this.lecture();
    };
    element.addEventListener("keydown", hear, true); // a question keeps its keys to itself
    element.dataset.ready = "";
    addEventListener("visibilitychange", () => {
      if (document.hidden && !this.room?.dialog) for (const question of this.questions) question.rest();
    });
    addEventListener("storage", ({ key }) => this.follow(key));
    let width = element.clientWidth;
    new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      this.current?.draw();
    }).observe(element);
  }

  // Another page of the book has kept something under a key; null for all that was kept.
  follow(key) {
    if (this.room?.dialog) return;
    for (const question of this.questions) {
      if (key && key !== PREFIX + question.name) continue;
      question.recall();
      question.build();
    }
    this.tell();
  }

  // The explorer that answers, if it is on this page.
  get explorer() {
    return window.ocoExplorers?.[this.element.dataset.explorer];
  }

  // One question at a time; null closes all.
  open(question) {
    this.current = question;
    for (const one of this.questions) one.fold(one !== question);
  }

  next(question) {
    return this.questions[this.questions.indexOf(question) + 1] ?? null;
  }

  tell() {
    const states = this.questions.map(({ entry }) => (counts(entry) ? "committed" : entry.state));
    this.segments.innerHTML = states.map((state) => `<span class="${FILLED[state]}"></span>`).join("");
    const done = states.filter((state) => state === "committed").length;
    this.count.textContent = `predicted ${done} of ${states.length}`;
  }

  // The lecture room: what it is made of is fetched when it is first entered.
  async lecture() {
    const { base, room } = this.files;
    this.coming ??= fetched(base + room).then(() => window.ocoPredictRoom(this));
    try {
      this.room = await this.coming;
      this.room.enter();
    } catch (error) {
      this.coming = undefined;
      this.note.textContent = `${error.message} (offline?)`;
    }
  }

  // The explorer is brought to a case, and into view.
  show(params) {
    const { view } = this.explorer;
    const inRoom = this.room?.dialog;
    const asked = this.current;
    this.room?.leave();
    view.go(params);
    if (inRoom) return view.lecture.enter();
    this.back(view.figure, asked).scrollIntoView({ block: "start", behavior: "smooth" });
    view.figure.focus({ preventScroll: true });
  }

  // A way back, above the explorer, to the question that led there: one at a time.
  back(figure, question) {
    this.way?.remove();
    const way = Object.assign(document.createElement("button"), { type: "button", className: "oco-pq-back" });
    this.way = way;
    way.textContent = "Back to the question";
    way.addEventListener("click", () => {
      way.remove();
      this.open(question);
      question.head.scrollIntoView({ block: "start" });
      question.head.focus({ preventScroll: true });
    });
    figure.before(way);
    return way;
  }
}

window.ocoPredict = [...document.querySelectorAll(".oco-predicts")].map((element) => new Group(element));
