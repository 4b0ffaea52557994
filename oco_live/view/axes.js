// The still part of a picture as SVG text: grid, ticks, the names of the axes, lines that are always there, the ball.
import { unitOf } from "./numbers.js";
import { escaped, px, widthOf } from "./text.js";

const CROSS = 5; // px: half the cross at the origin, where w starts

const path = (name, d) => (d ? `<path class="${name}" d="${d}"/>` : "");

// Letters that stand alone are variables.
const VARIABLE = /(?<![\p{L}\p{M}\p{N}])([A-Za-z])(?![\p{L}\p{N}])/gu;
const italics = (words) => escaped(words).replace(VARIABLE, '<tspan class="oco-variable">$1</tspan>');

export const textAt = (x, y, words, anchor, rest = "") =>
  `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}"${rest}>${italics(words)}</text>`;

// A word that is too wide for its place ends in "…".
function shortened(text, room, type) {
  if (widthOf(text, type) <= room) return text;
  let short = text;
  while (short && widthOf(`${short}…`, type) > room) short = short.slice(0, -1);
  return `${short.trimEnd()}…`;
}

function tickLabels({ box, scales, ticks, type, width }) {
  const at = 'class="oco-tick" data-axis=';
  const y = ticks.y.map(({ value, text }) => {
    const words = shortened(text, box.left - type * 0.6, type);
    return words && textAt(box.left - type * 0.6, scales.y.at(value) + type * 0.35, words, "end", ` ${at}"y"`);
  });
  const x = ticks.x.map(({ value, text, last }) => {
    if (!text) return "";
    const half = widthOf(text, type) / 2;
    const middle = Math.min(Math.max(scales.x.at(value), half), width - half);
    const T = last ? " oco-last" : "";
    return textAt(middle, box.bottom + type * 1.55, text, "middle", ` class="oco-tick${T}" data-axis="x"`);
  });
  return [...y, ...x].join("");
}

// The names of the axes. In a plane they stand beside it, where there is room.
function names({ box, names, type, width, equal }) {
  const named = (x, y, text, anchor) => text && textAt(x, y, text, anchor, ' class="oco-axis-name"');
  const { x, y } = names;
  if (!equal) {
    const right = Math.min(box.right + type, width - 1);
    const left = Math.max(box.left - type * 3, 1);
    return named(right, box.bottom + type * 2.9, x, "end") + named(left, type * 1.05, y, "start");
  }
  const gap = type * 0.6;
  if (box.right + gap + widthOf(x, type) > width || widthOf(y, type) + gap > box.left) return "";
  return (
    named(box.right + gap, box.bottom + type * 1.55, x, "start") +
    named(box.left - gap, box.top - type * 0.55, y, "end")
  );
}

const holds = ({ low, high }, value) => {
  const slack = 1e-9 * (high - low);
  return value >= low - slack && value <= high + slack;
};

const across = ({ left, right }, y) => `M${px(left)} ${px(y)}H${px(right)}`;
const upright = ({ top, bottom }, x) => `M${px(x)} ${px(top)}V${px(bottom)}`;

// The lines at the ticks: of values, of both axes of a plane; of x alone where rows have words.
function grid({ box, scales, ticks, words, equal }) {
  const others = (some) => some.filter(({ value }) => value !== 0 || equal);
  const rows = words ? [] : others(ticks.y).map(({ value }) => across(box, scales.y.at(value)));
  const columns = words || equal ? others(ticks.x).map(({ value }) => upright(box, scales.x.at(value))) : [];
  return [...rows, ...columns].join("");
}

// The line that values are measured from, 0 if it is in view, and the marks of the ticks under it.
function axis({ box, scales, ticks, words, equal, type }) {
  if (equal) return "";
  const zero = !words && scales.y.kind !== "log" && holds(scales.y, 0);
  const marks = ticks.x.map(
    ({ value, last }) => `M${px(scales.x.at(value))} ${px(box.bottom)}v${px(type * (last ? 0.45 : 0.3))}`,
  );
  return across(box, zero ? scales.y.at(0) : box.bottom) + marks.join("");
}

// The lines that are always there.
function stillLines(panel, { box, scales }, facts) {
  const places = (values, way) =>
    values.map((value) => value * unitOf(panel[way], facts)).filter((value) => holds(scales[way], value));
  const levels = places(panel.levels, "y").filter((y) => y !== 0);
  return [
    ...levels.map((y) => across(box, scales.y.at(y))),
    ...places(panel.uprights, "x").map((x) => upright(box, scales.x.at(x))),
  ].join("");
}

// The ball around 0 of radius one unit; beside it, where that is not 1, the circle of radius 1 as a ruler.
function ball(panel, { scales, box, bare }, facts) {
  const radius = panel.ball && unitOf(panel.x, facts);
  if (!radius) return "";
  const [x, y] = [scales.x.at(0), scales.y.at(0)];
  const circle = (name, r) => `<circle class="${name}" cx="${px(x)}" cy="${px(y)}" r="${px(r)}"/>`;
  const size = (r) => scales.x.at(r) - x;
  if (bare) return circle("oco-disc", size(radius));
  const room = Math.min(x - box.left, box.right - x);
  const ruler = Math.abs(radius - 1) > 1e-9 && size(1) <= room && size(1) > CROSS ? circle("oco-ruler", size(1)) : "";
  const cross = path("oco-origin", `M${px(x - CROSS)} ${px(y)}h${2 * CROSS}M${px(x)} ${px(y - CROSS)}v${2 * CROSS}`);
  return circle("oco-ball", size(radius)) + ruler + cross;
}

export function axes(panel, laid, facts) {
  if (laid.bare) return ball(panel, laid, facts);
  const lines =
    path("oco-grid", grid(laid)) + path("oco-axis", axis(laid)) + path("oco-still", stillLines(panel, laid, facts));
  return lines + ball(panel, laid, facts) + tickLabels(laid) + names(laid);
}
