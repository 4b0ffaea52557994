// A picture without an explorer around it, of a verdict or a question, drawn by the modules that draw an explorer's.
import { picture, TYPE } from "./picture.js";
import { shapeOf } from "./shape.js";
import { px } from "./text.js";
import { mathematics } from "./typography.js";

const ROLES = ["ink", "soft", "measured", "bound", "other", "comparator"];
const KINDS = ["line", "points", "segments"];
const BAR = 4; // from this width on, a line is a bar and grows with the picture (hosts/still.py)
const LEAST = 160; // px: a picture is at least so wide
const ROUND = 376; // px: a plane is at most so wide

function layer({ name, kind, role, dash, width, ends }, panel, d, dashes) {
  const bar = kind === "segments" && !panel.equal && width >= BAR ? " oco-bar" : "";
  const look = [
    `--oco-s:var(--oco-${ROLES.includes(role) ? role : "ink"})`,
    `--oco-w:${Number(width) || (kind === "points" ? 6 : 1.8)}`,
    dashes[dash] && `--oco-d:${dashes[dash]}`,
    ends && `--oco-e:${ends}`,
  ];
  const style = look.filter(Boolean).join(";");
  return `<g data-series="${name}" class="oco-${kind}${bar}" style="${style}"><path d="${d}"/></g>`;
}

const heightOf = (panel, width) => {
  if (!panel.equal) return width < 420 ? 248 : 312;
  const span = (way) => panel[way].limits[1] - panel[way].limits[0];
  return Math.round((width * span("y")) / span("x"));
};

// Into a figure, as wide as it is. dashes: name -> lengths; ranges: those to draw in, else those that fit. Returns what
// `picture` does. A picture that cannot be drawn is left out.
export function drawing(figure, given, dashes, ranges = null) {
  try {
    const { spec, frame } = given;
    const [panel] = spec.panels;
    const all = spec.series.filter(({ kind }) => KINDS.includes(kind));
    const most = panel.equal ? ROUND : Number.POSITIVE_INFINITY;
    const width = Math.max(LEAST, Math.min(figure.clientWidth, most));
    const height = heightOf(panel, width);
    const shown = ({ first }) => first !== false;
    const made = picture(panel, all, frame, { width, height, type: TYPE.main, rank: "main", shown, ranges });
    const paths = all.map((series) => layer(series, panel, made.paths[series.name] ?? "", dashes)).join("");
    figure.innerHTML =
      `<figcaption>${mathematics(panel.title)}</figcaption><div class="oco-plot">` +
      `<svg role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
      `font-size="${TYPE.main}"><g class="oco-axes">${made.axes}</g>` +
      `<g class="oco-moving" style="--oco-bars:${px(made.bars)}">${paths}</g>` +
      `<g class="oco-ends">${made.ends}</g></svg></div>`;
    figure.querySelector("svg").setAttribute("aria-label", shapeOf(panel, all, frame, shown));
    return made;
  } catch (error) {
    figure.remove();
    console.warn("A picture could not be drawn:", error);
    return null;
  }
}
