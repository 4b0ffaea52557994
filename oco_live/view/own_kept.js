// Kept curves of a link that are of somebody's code: each text is shown, and run when its button is pressed.
import { read } from "./own_text.js";

const make = (name, text = "", more = {}) =>
  Object.assign(document.createElement(name), { textContent: text, ...more });

export class KeptCodes {
  // own: who runs them; place: where they are shown.
  constructor(own, place) {
    this.own = own;
    this.place = place;
    own.view.figure.addEventListener("oco-kept", () => this.show());
  }

  show() {
    const waiting = this.own.view.ghosts.kept.filter(({ own, frame }) => own && !frame?.own);
    if (this.shown?.length === waiting.length && waiting.every((ghost, i) => ghost === this.shown[i])) return;
    this.shown = waiting;
    this.place.replaceChildren(...waiting.map((ghost) => this.item(ghost)));
  }

  item(ghost) {
    const item = make("div");
    const says = `Kept curve ${ghost.number} came with the link: it is of somebody’s code, which runs when you say so.`;
    const button = make("button", `Run the code of ${ghost.number}`, { type: "button" });
    const told = make("p");
    told.setAttribute("aria-live", "polite");
    button.addEventListener("click", () => this.run(ghost, told));
    const tools = make("div", "", { className: "oco-own-tools" });
    tools.append(button);
    const text = make("pre", read(ghost.own), { tabIndex: 0 }); // it may be wider than it is shown
    item.append(make("p", says, { className: "oco-own-strange" }), text, tools, told);
    return item;
  }

  async run(ghost, told) {
    const { view } = this.own;
    if (!ghost.frame) {
      told.textContent = "The state that it belongs to is still being computed.";
      return;
    }
    told.textContent = "Python is starting …";
    const { frame, source } = ghost;
    const code = read(ghost.own);
    const answer = await this.own.answer(frame, code);
    if (answer.state !== "drawn") {
      told.textContent = [answer.sentence, answer.hint].filter(Boolean).join(" ");
      return;
    }
    // The link's own letters: another way to write the same text would be another curve.
    view.ghosts.fill(ghost, { ...this.own.merge(frame, answer, code), own: ghost.own }, source);
    this.show();
  }
}
