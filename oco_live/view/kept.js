// The list of what is kept: for each its number, its dashes, what differs from the state in view, and a button that
// removes it. It is not there without a ghost.
import { textOf } from "./format.js";
import { put } from "./paint.js";
import { typed } from "./values.js";

const SHORT = 32; // characters of a text

const short = (text) => (text.length > SHORT ? `${text.slice(0, SHORT)}…` : text).replaceAll("-", "−");

// "η = 0.1, U = 2": what is not as in view.
function wordsOf({ spec, current }, { number, params, frame, own }) {
  const said = spec.controls
    .filter(({ name }) => params[name] !== current.params[name])
    .map((control) => {
      const value = params[control.name];
      if (control.kind === "slider")
        return `${control.symbol} = ${typeof value === "number" ? textOf(value, 4) : `${control.symbol}*`}`;
      if (control.kind === "text") return `${control.symbol} ${short(typed(value))}`;
      return control.kind === "choice" ? control.labels[control.values.indexOf(value)] : value.replaceAll("-", "−");
    });
  if (own) said.push(`own code${frame?.own ? "" : ", not run"}`);
  return `${number}: ${said.join(", ") || "as it is now"}${frame ? "" : " (not computed yet)"}`;
}

export class KeptList {
  // button: the one that keeps, which has the focus when nothing is left; remove(ghosts) removes them.
  constructor(view, button, remove) {
    this.view = view;
    this.button = button;
    this.remove = remove;
  }

  get items() {
    return [...(this.list?.querySelectorAll("li:has(.oco-swatch)") ?? [])];
  }

  build(kept) {
    const held = this.list?.contains(document.activeElement);
    this.list?.remove();
    this.list = undefined;
    if (kept.length) {
      this.list = document.createElement("ul");
      this.list.className = "oco-kept";
      this.list.setAttribute("aria-label", "kept curves");
      this.list.append(...kept.map((ghost) => this.item(ghost)));
      if (kept.length > 1) this.list.append(this.row(this.remover("remove all", kept)));
      this.view.figure.querySelector(".oco-foot").after(this.list);
    }
    if (held) (this.list?.querySelector("button") ?? this.button).focus(); // the button that had it is gone
  }

  row(...children) {
    const row = document.createElement("li");
    row.append(...children);
    return row;
  }

  item(ghost) {
    const item = this.row();
    const line = `<g class="oco-ghost oco-ghost-${ghost.number}"><path d="M1 5H27"/></g>`;
    item.innerHTML = `<svg class="oco-swatch" viewBox="0 0 28 10" aria-hidden="true">${line}</svg>`;
    item.append(document.createElement("span"), this.remover(`remove ${ghost.number}`, [ghost]));
    return item;
  }

  remover(label, ghosts) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: label });
    button.dataset.lmSuppressShortcuts = "true";
    button.addEventListener("click", () => this.remove(ghosts));
    return button;
  }

  paint(kept) {
    this.items.forEach((item, i) => put(item.querySelector("span"), "textContent", wordsOf(this.view, kept[i])));
  }
}
