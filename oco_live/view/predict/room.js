// The lecture room for questions: the question on the screen, hands up, one key shows the answer. The keys are those
// of a presenter's remote, as in the explorers' room (lecture.js): Page Down goes on, from a question to its answer, to
// the reason why, to the next question and, after the last, into the room of the explorer; Page Up goes back. What the
// reader has said and kept stays as it is.

import css from "./room.css";

const KEYS = { PageDown: 1, PageUp: -1, ArrowRight: 1, ArrowLeft: -1 };
const TYPING = "input, select, textarea, [role=slider]";

function style() {
  if (document.querySelector("style.oco-pq-room-style")) return;
  const made = Object.assign(document.createElement("style"), { className: "oco-pq-room-style", textContent: css });
  document.head.append(made);
}

class LectureRoom {
  constructor(group) {
    this.group = group;
    this.place = document.createElement("div"); // keeps the room on the page
    this.out = Object.assign(document.createElement("button"), { type: "button", textContent: "Leave" });
    this.out.addEventListener("click", () => this.leave());
    this.on = Object.assign(document.createElement("button"), {
      type: "button",
      name: "on",
      className: "oco-pq-first",
    });
    this.on.addEventListener("click", () => this.go(this.at + 1)); // for a mouse, and where there is no keyboard
  }

  get steps() {
    return this.group.questions.flatMap((question) => {
      const answers = question.data.why ? [0, 1, 2] : [0, 1];
      return answers.map((revealed) => ({ question, revealed }));
    });
  }

  enter() {
    if (this.dialog) return this.leave();
    const { element, questions } = this.group;
    this.before = this.group.current;
    const dialog = Object.assign(document.createElement("dialog"), { className: "oco-pq-room-of" });
    this.dialog = dialog;
    style();
    this.dialog.setAttribute("aria-label", "Predict first");
    this.place.style.height = `${element.offsetHeight}px`;
    element.before(this.place);
    this.place.after(this.dialog);
    this.dialog.append(element);
    element.querySelector(".oco-pq-top").append(this.on, this.out);
    this.dialog.addEventListener("keydown", (event) => this.heard(event));
    this.dialog.addEventListener("close", () => this.dialog === dialog && this.left());
    this.dialog.showModal();
    // On the wall nobody has answered yet.
    this.entries = questions.map(({ entry }) => entry);
    for (const question of questions)
      question.entry = { state: "open", value: null, first: null, why: [], seen: false };
    const at = Math.max(0, questions.indexOf(this.before));
    this.go(this.steps.findIndex(({ question }) => question === questions[at]));
  }

  heard(event) {
    // Not left to the dialog: on a page of the book Sphinx takes this key from whatever is no field and no button.
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      return this.leave();
    }
    const step = KEYS[event.key];
    if (!step || (event.key.startsWith("Arrow") && event.target.closest(TYPING))) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(this.at + step);
  }

  go(at) {
    const { steps } = this;
    if (at < 0) return;
    if (at >= steps.length) {
      const { explorer } = this.group;
      this.leave();
      explorer?.view.lecture.enter();
      return;
    }
    this.at = at;
    const { question, revealed } = steps[at];
    question.revealed = revealed;
    // What a hand has drawn on the wall stands beside the answer.
    const shown = question.input && !question.input.missing();
    if (!revealed) question.entry.state = "open";
    else if (shown) Object.assign(question.entry, { state: "committed", value: question.input.value() });
    this.group.open(question);
    question.build();
    this.on.textContent = revealed ? "Next" : "Answer";
    if (revealed) question.focus();
    else question.head.focus();
    if (revealed > 1) question.place.querySelector(".oco-pq-why").scrollIntoView({ block: "end" });
  }

  // At once: the event comes a task later, and the next key may come before it.
  leave() {
    if (!this.dialog) return;
    this.dialog.close();
    this.left();
  }

  left() {
    const { questions, element } = this.group;
    questions.forEach((question, i) => {
      question.entry = this.entries[i];
      question.revealed = 0;
    });
    this.on.remove();
    this.out.remove();
    this.place.replaceWith(element);
    this.dialog.remove();
    this.dialog = undefined;
    for (const question of questions) question.build();
    this.group.open(this.before);
    this.group.tell();
    this.group.button.focus();
  }
}

window.ocoPredictRoom = (group) => new LectureRoom(group);
