// The still part of a picture as SVG text: grid, ticks, the names of the axes, lines that are always there, the ball.
import { unitOf } from "./fit.js";
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

function names({ box, names, type, width, equal }) {
  const name = 'class="oco-axis-name"';
  if (equal) {
    const right = textAt(box.right + type * 0.6, box.bottom + type * 1.55, names.x, "start", ` ${name}`);
    const above = textAt(box.left - type * 0.6, box.top + type * 0.35, names.y, "end", ` ${name}`);
    const fits = box.right + type * 0.6 + widthOf(names.x, type) < width && widthOf(names.y, type) < box.left;
    return names.x && fits ? right + above : "";
  }
  const x =
    names.x && textAt(Math.min(box.right + type, width - 1), box.bottom + type * 2.9, names.x, "end", ` ${name}`);
  const y = names.y && textAt(Math.max(box.left - type * 3, 1), type * 1.05, names.y, "start", ` ${name}`);
  return x + y;
}

// The lines behind the curves: of rows and of values, and those that stand out.
function lines(panel, { box, scales, ticks, words, type }, facts) {
  const { left, top, right, bottom } = box;
  const across = (y) => `M${px(left)} ${px(y)}H${px(right)}`;
  const up = (x) => `M${px(x)} ${px(top)}V${px(bottom)}`;
  const inside = (scale, value) =>
    value >= scale.low - 1e-9 * Math.abs(scale.low) && value <= scale.high + 1e-9 * Math.abs(scale.high);
  let grid = "";
  let axis = "";
  const levels = panel.levels.map((level) => level * unitOf(panel.y, facts));
  const { y } = scales;
  if (!words) for (const { value } of ticks.y) if (value !== 0) grid += across(y.at(value));
  if (words || panel.equal) for (const { value } of ticks.x) if (value !== 0) grid += up(scales.x.at(value));
  if (!panel.equal) {
    const zero = !words && y.kind !== "log" && inside(y, 0);
    if (zero) axis += across(y.at(0));
    if (!zero || y.low === 0) axis += zero ? "" : across(bottom);
    for (const { value, last } of ticks.x)
      axis += `M${px(scales.x.at(value))} ${px(bottom)}v${px(type * (last ? 0.45 : 0.3))}`;
  } else {
    if (inside(y, 0)) grid += across(y.at(0));
    if (inside(scales.x, 0)) grid += up(scales.x.at(0));
  }
  let still = "";
  for (const level of levels) if (level !== 0 && inside(y, level)) still += across(y.at(level));
  for (const upright of panel.uprights) {
    const x = upright * unitOf(panel.x, facts);
    if (inside(scales.x, x)) still += up(scales.x.at(x));
  }
  return path("oco-grid", grid) + path("oco-axis", axis) + path("oco-still", still);
}

// The ball around 0 of radius one unit; beside it, where that is not 1, the circle of radius 1 as a ruler.
function ball(panel, { scales, box }, facts) {
  const radius = panel.ball && unitOf(panel.x, facts);
  if (!radius) return "";
  const [x, y] = [scales.x.at(0), scales.y.at(0)];
  const circle = (name, r) => `<circle class="${name}" cx="${px(x)}" cy="${px(y)}" r="${px(r)}"/>`;
  const size = (r) => scales.x.at(r) - x;
  const room = Math.min(x - box.left, box.right - x);
  const ruler = Math.abs(radius - 1) > 1e-9 && size(1) <= room && size(1) > CROSS ? circle("oco-ruler", size(1)) : "";
  const cross = path("oco-origin", `M${px(x - CROSS)} ${px(y)}h${2 * CROSS}M${px(x)} ${px(y - CROSS)}v${2 * CROSS}`);
  return circle("oco-ball", size(radius)) + ruler + cross;
}

export function axes(panel, laid, facts) {
  return lines(panel, laid, facts) + ball(panel, laid, facts) + tickLabels(laid) + names(laid);
}
