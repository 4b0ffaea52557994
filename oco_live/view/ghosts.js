// Ghosts: curves that the reader has kept, to compare the frame in view with. Each has a number, written at its ends,
// and a dash pattern of its own. A picture's units move (UG√T), so a ghost is drawn anew with each frame, in the
// units of that frame: where the tick labels say. The frame of one that a link names may come later: until then it is
// in the list.
import { textOf } from "./format.js";
import { put, SVG } from "./paint.js";
import { pathOf } from "./path.js";
import { addTool } from "./tools.js";
import { absolute, beyond, positionOf } from "./units.js";
import { agree } from "./values.js";

const MOST = 4;
const APART = 9; // between two numbers, in the units of the picture

// What is kept of a panel: its pair of curve and bound, and what is neither a bound nor a straight mark.
function keptSeries(spec, panel, { series: curves, status }) {
  return spec.series.filter(
    ({ name, panel: where, kind, label }) =>
      where === panel.name &&
      kind === "line" &&
      label &&
      (panel.ratio.includes(name) || (!(name in status) && curves[name].x.length > 2)),
  );
}

// A curve of a ghost in the units of the frame in view: pieces of { x, y }, without what was beyond its own picture's
// edge, and so is not known, and what is beyond this one's.
function piecesOf(panel, series, frame, facts, zoom) {
  const curve = frame.series[series.name];
  const moved = (axis, position) => positionOf(panel[axis], facts, absolute(panel[axis], frame.facts, position));
  const inside = (axis, value, stretch) => {
    const [low, high] = panel[axis].limits.map((limit) => limit / stretch);
    const slack = panel[axis].scale === "log" ? 0 : 1e-6 * (high - low);
    return value >= low * (1 - 1e-6) - slack && value <= high * (1 + 1e-6) + slack;
  };
  const pieces = [];
  let piece = null;
  for (let i = 0; i < curve.x.length; i++) {
    const x = moved("x", curve.x[i]);
    const y = moved("y", curve.y[i]);
    const known = !beyond(panel, series, curve.y[i]) && inside("x", x, 1) && inside("y", y, zoom);
    if (known && !piece) {
      piece = { x: [], y: [] };
      pieces.push(piece);
    }
    if (known) {
      piece.x.push(x);
      piece.y.push(y);
    } else piece = null;
  }
  return pieces;
}

// Whether one path lies on the other; what was computed in advance is a hair off.
function hides(above, below) {
  const numbers = (d) => d.split(/[ ML]+/).map(Number);
  const [a, b] = [numbers(above), numbers(below)];
  return a.length === b.length && a.every((value, i) => Math.abs(value - b[i]) < 0.25);
}

class Ghosts {
  constructor(view, button) {
    this.view = view;
    this.button = button;
    this.kept = [];
    button.addEventListener("click", () => this.keep());
    view.onpaint(() => this.kept.length && this.paint());
  }

  keep() {
    if (this.kept.length === MOST) return this.view.tell(`${MOST} are kept already: remove one first`);
    const number = [1, 2, 3, 4].find((n) => this.kept.every((ghost) => ghost.number !== n));
    const frame = this.view.current;
    this.kept.push({ number, params: frame.params, frame, source: this.view.figure.dataset.source });
    this.kept.sort((a, b) => a.number - b.number);
    this.changed();
    this.told();
    return this.view.tell(`kept as ${number}`);
  }

  // Exactly these, [[number, params], …]; what is known of them already stays.
  set(named) {
    this.kept = named.map(([number, params]) => {
      const known = this.kept.find((ghost) => agree(ghost.params, params));
      return known?.number === number ? known : { number, params, frame: known?.frame ?? null, source: known?.source };
    });
    this.changed();
  }

  // The frame of one that a link named, if it has not been removed meanwhile.
  fill(ghost, frame, source) {
    if (!this.kept.includes(ghost)) return;
    Object.assign(ghost, { frame, source });
    this.view.paint(); // and who reads at a curve hears of it
  }

  remove(ghosts, word = ghosts.length === 1 ? `${ghosts[0].number} removed` : "all removed") {
    this.kept = this.kept.filter((ghost) => !ghosts.includes(ghost));
    this.changed();
    this.told();
    this.view.tell(word);
  }

  // Something is kept or gone: the address follows.
  told() {
    this.view.figure.dispatchEvent(new Event("oco-kept"));
  }

  // The list under the panels, and a layer in each picture; neither is there without a ghost.
  changed() {
    const held = this.list?.contains(document.activeElement);
    this.list?.remove();
    this.list = undefined;
    this.layers?.forEach((layer) => layer.remove());
    if (this.kept.length) this.build();
    if (held) (this.list?.querySelector("button") ?? this.button).focus(); // the button that had it is gone
  }

  build() {
    this.layers = this.view.targets.panels.map(({ svg }) => {
      const layer = document.createElementNS(SVG, "g");
      layer.setAttribute("class", "oco-ghosts");
      svg.querySelector(".oco-moving").before(layer);
      return layer;
    });
    this.list = document.createElement("ul");
    this.list.className = "oco-kept";
    this.list.setAttribute("aria-label", "kept curves");
    for (const ghost of this.kept) {
      const item = document.createElement("li");
      const line = `<g class="oco-ghost oco-ghost-${ghost.number}"><path d="M1 5H27"/></g>`;
      item.innerHTML = `<svg class="oco-swatch" viewBox="0 0 28 10" aria-hidden="true">${line}</svg>`;
      ghost.text = document.createElement("span");
      item.append(ghost.text, this.remover(`remove ${ghost.number}`, [ghost]));
      this.list.append(item);
    }
    if (this.kept.length > 1) {
      const item = document.createElement("li");
      item.append(this.remover("remove all", this.kept));
      this.list.append(item);
    }
    this.view.figure.querySelector(".oco-panels").after(this.list);
    this.paint();
  }

  // Those that are not what is in view.
  others() {
    return this.kept.filter(({ frame, params }) => frame && !this.view.shows(params));
  }

  // One list item for each ghost.
  items() {
    return this.kept.map((ghost) => ghost.text.parentElement);
  }

  remover(label, ghosts) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.dataset.lmSuppressShortcuts = "true";
    button.addEventListener("click", () => this.remove(ghosts));
    return button;
  }

  // "η = 0.1, U = 2": what is not as in view.
  words({ number, params, frame }) {
    const { current } = this.view;
    const said = this.view.spec.controls
      .filter(({ name }) => params[name] !== current.params[name])
      .map((control) => {
        const value = params[control.name];
        if (control.kind === "slider") return `${control.symbol} = ${textOf(value, 4)}`;
        return control.kind === "choice" ? control.labels[control.values.indexOf(value)] : value.replaceAll("-", "−");
      });
    return `${number}: ${said.join(", ") || "as it is now"}${frame ? "" : " (not computed yet)"}`;
  }

  paint() {
    const { current, zooms, spec, targets } = this.view;
    for (const ghost of this.kept) {
      put(ghost.text, "textContent", this.words(ghost));
    }
    targets.panels.forEach(({ panel }, i) => {
      const zoom = zooms[panel.name] ?? 1;
      const [left, top, right, bottom] = panel.box;
      const taken = []; // where numbers stand
      let marks = "";
      for (const ghost of this.kept.filter(({ frame }) => frame)) {
        for (const series of keptSeries(spec, panel, ghost.frame)) {
          const drawn = (frame) =>
            piecesOf(panel, series, frame, current.facts, zoom)
              .map((piece) => pathOf(panel, "line", piece, zoom))
              .join("");
          const d = drawn(ghost.frame);
          if (!d || hides(drawn(current), d)) continue;
          const classes = `oco-ghost oco-ghost-${ghost.number}${series.name === panel.ratio[0] ? " oco-main" : ""}`;
          const role = `style="--oco-s:var(--oco-${series.role})"`;
          // No bound then, nor now.
          const fails = ghost.frame.status[series.name] === "fails" ? ' data-status="fails"' : "";
          // As innerHTML reads it.
          marks += `<g class="${classes}" data-of="${series.name}" ${role}${fails}><path d="${d}"></path>`;
          const [, ...end] = d.match(/[ML](\S+) (\S+)$/);
          let [x, y] = end.map(Number);
          for (const other of taken)
            if (Math.abs(other.x - x) < APART && Math.abs(other.y - y) < APART)
              y = other.y + (other.y < (top + bottom) / 2 ? APART : -APART);
          taken.push({ x, y });
          x = x > right - APART ? x + 1.5 : Math.max(x + 1.5, left);
          marks += `<text x="${x.toFixed(2)}" y="${(y + 3).toFixed(2)}">${ghost.number}</text></g>`;
        }
      }
      put(this.layers[i], "innerHTML", marks);
    });
  }
}

addTool("oco-keep", (view, button) => {
  view.ghosts = new Ghosts(view, button);
});
