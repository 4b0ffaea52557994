// Ghosts: curves that the reader has kept, to compare the frame in view with. Each has a number, written near its end,
// and a dash pattern of its own. A ghost stands where its own numbers say: it is drawn anew with each frame, on the
// axes of that one, which fit it in. The frame of one that a link names may come later: until then it is in the list.
import { KeptList } from "./kept.js";
import { put } from "./paint.js";
import { px } from "./text.js";
import { addTool } from "./tools.js";
import { absolute, beyond } from "./units.js";
import { agree } from "./values.js";

const MOST = 4;

// What is kept of a panel: its pair of curve and bound, and what is neither a bound nor a straight mark ("drawn": of a
// reader's own code).
function keptSeries(view, panel, { series: curves, status }) {
  return view.spec.series.filter(
    (series) =>
      series.panel === panel.name &&
      series.kind === "line" &&
      series.label &&
      view.shown(series) &&
      (panel.ratio.includes(series.name) ||
        ((status[series.name] ?? "drawn") === "drawn" && curves[series.name].x.length > 2)),
  );
}

// A curve in absolute numbers: pieces { xs, ys }, without what was beyond its own picture's edge, and so is not known.
// known(x, y): whether there is a place for a point.
function piecesOf(panel, series, { series: curves, facts }, known = () => true) {
  const curve = curves[series.name];
  const pieces = [];
  let piece = null;
  curve.x.forEach((position, i) => {
    const [x, y] = [absolute(panel.x, facts, position), absolute(panel.y, facts, curve.y[i])];
    if (beyond(panel, series, curve.y[i]) || !known(x, y)) piece = null;
    else {
      if (!piece) {
        piece = { xs: [], ys: [] };
        pieces.push(piece);
      }
      piece.xs.push(x);
      piece.ys.push(y);
    }
  });
  return pieces;
}

// Whether one path lies on the other; what was computed in advance is a hair off.
function hides(above, below) {
  const numbers = (d) => d.split(/[ ML]+/).map(Number);
  const [a, b] = [numbers(above), numbers(below)];
  return a.length === b.length && a.every((value, i) => Math.abs(value - b[i]) < 0.25);
}

// Where the number of a ghost stands: on its curve, near its end, each a little further from it, so that two that run
// together are told apart.
function numberAt(d, number, { left, right }, type) {
  const points = [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const [end] = points.at(-1);
  const wanted = Math.max(end - type * (0.9 + 1.7 * (number - 1)), left + type);
  const i = points.findIndex(([x], k) => k > 0 && x >= wanted && points[k - 1][0] < wanted);
  if (i < 1) return points.at(-1);
  const [[xa, ya], [xb, yb]] = [points[i - 1], points[i]];
  return [Math.min(wanted, right), ya + ((yb - ya) * (wanted - xa)) / (xb - xa)];
}

class Ghosts {
  constructor(view, button) {
    this.view = view;
    this.kept = [];
    this.list = new KeptList(view, button, (ghosts) => this.remove(ghosts));
    button.addEventListener("click", () => this.keep());
    view.onpaint(() => this.kept.length && this.paint());
  }

  keep() {
    const same = this.find(this.view.current);
    if (same) return this.view.tell(`already kept as ${same.number}`);
    if (this.kept.length === MOST) return this.view.tell(`${MOST} are kept already: remove one first`);
    const number = [1, 2, 3, 4].find((n) => this.kept.every((ghost) => ghost.number !== n));
    const frame = this.view.current;
    this.kept.push({ number, params: frame.params, frame, own: frame.own, source: this.view.figure.dataset.source });
    this.kept.sort((a, b) => a.number - b.number);
    this.changed();
    this.told();
    return this.view.tell(`kept as ${number}`);
  }

  // What is kept of this state.
  find({ params, own }) {
    return this.kept.find((ghost) => agree(ghost.params, params) && ghost.own === own);
  }

  // Exactly these, [[number, params, a reader's code], …]; what is known of them already stays.
  set(named) {
    if (!named.length && !this.kept.length) return;
    this.kept = named.map(([number, params, own]) => {
      const known = this.find({ params, own });
      if (known?.number === number) return known;
      return { number, params, own, frame: known?.frame ?? null, source: known?.source };
    });
    this.changed();
  }

  // The frame of one that a link named, if it has not been removed meanwhile.
  fill(ghost, frame, source) {
    if (!this.kept.includes(ghost)) return;
    // A link may say "tuned" for a number that only the frame knows.
    Object.assign(ghost, { frame, source, params: { ...ghost.params, ...frame.params } });
    this.view.paint(); // it fits itself in, and who reads at a curve hears of it
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

  changed() {
    this.list.build(this.kept);
    this.paint();
    this.view.paint(); // the axes fit what is there now
  }

  // Whether the state of a frame is kept.
  keeps(frame) {
    return this.kept.some((ghost) => ghost.frame && this.view.shows(ghost.params, frame));
  }

  // Those that are not what is in view.
  others() {
    return this.kept.filter(({ frame, params }) => frame && (frame.own || !this.view.shows(params)));
  }

  // One list item for each ghost.
  items() {
    return this.list.items;
  }

  // What is kept of a panel, in absolute numbers, for the range that fits: [{ series, number, xs, ys }, …].
  curves(panel) {
    return this.others().flatMap(({ number, frame }) =>
      keptSeries(this.view, panel, frame).flatMap((series) =>
        piecesOf(panel, series, frame).map((piece) => ({ series, number, ...piece })),
      ),
    );
  }

  paint() {
    this.list.paint(this.kept);
    for (const picture of Object.values(this.view.pictures)) {
      if (picture.scales)
        put(picture.layers.ghosts, "innerHTML", this.kept.map((ghost) => this.drawn(ghost, picture)).join(""));
    }
  }

  // As innerHTML reads it: what is there already is not written again.
  drawn({ number, frame }, picture) {
    if (!frame) return "";
    const { panel, box, scales } = picture;
    // 0 on a log axis has no place.
    const known = (x, y) => Number.isFinite(scales.x.at(x)) && Number.isFinite(scales.y.at(y));
    const dOf = (series, from) =>
      piecesOf(panel, series, from, known)
        .map(({ xs, ys }) => picture.pathOf("line", xs, ys).d)
        .join("");
    const { current } = this.view;
    return keptSeries(this.view, panel, frame)
      .map((series) => {
        const d = dOf(series, frame);
        if (!/[ML]/.test(d) || (current.series[series.name] && hides(dOf(series, current), d))) return "";
        const main = series.name === panel.ratio[0] ? " oco-main" : "";
        // No bound then, nor now.
        const fails = frame.status[series.name] === "fails" ? ' data-status="fails"' : "";
        const [x, y] = numberAt(d, number, box, picture.type).map(px);
        return (
          `<g class="oco-ghost oco-ghost-${number}${main}" data-of="${series.name}" ` +
          `style="--oco-s:var(--oco-${series.role})"${fails}>` +
          `<path d="${d}"></path><text x="${x}" y="${y}" dy=".35em">${number}</text></g>`
        );
      })
      .join("");
  }
}

addTool("oco-keep", (view, button) => {
  view.ghosts = new Ghosts(view, button);
});
