// A frame becomes a picture: its curves, ticks and words go into the page.
import { textOf } from "./format.js";
import { pathOf, pinsOf } from "./path.js";
import { tickText } from "./units.js";

export const SVG = "http://www.w3.org/2000/svg";

// The label of a tick stands under the middle of it, unless it would leave the picture. See `anchor` in draw.py.
const HALF_A_DIGIT = 4;

function anchor(text, width) {
  const room = width - text.getAttribute("x");
  const fits = HALF_A_DIGIT * text.textContent.length <= room;
  putAttribute(text, "text-anchor", fits ? "middle" : "end");
  putAttribute(text, "dx", fits ? "0" : String(room));
}

// The elements that frames rewrite, found once.
export function targetsOf(root, spec) {
  const one = (selector) => root.querySelector(selector);
  const many = (selector) => [...root.querySelectorAll(selector)];
  return {
    width: spec.size[0],
    sentence: one(".oco-sentence"),
    facts: many("[data-fact]"),
    texts: many("[data-text]"),
    statuses: many("[data-status-of]"),
    panels: spec.panels.map((panel) => {
      const svg = one(`[data-panel="${panel.name}"] > svg`);
      return {
        panel,
        svg,
        ticks: [...svg.querySelectorAll("[data-tick]")]
          .map((text) => {
            const [axis, index] = text.dataset.tick.split(" ");
            return { text, axis, tick: panel[axis].ticks[Number(index)] };
          })
          .filter(({ axis }) => !panel[axis].words.length),
        series: spec.series
          .filter((series) => series.panel === panel.name)
          .map((series) => {
            const group = svg.querySelector(`[data-series="${series.name}"]`);
            return { series, group, path: group.firstElementChild, pin: group.querySelector(".oco-pin") };
          }),
      };
    }),
  };
}

const NOTHING = { x: [], y: [] };
const UNKNOWN = "…"; // what an early frame does not know yet

// What is there already is not written again: each write makes the browser lay out and style anew.
export function put(element, property, value) {
  if (element[property] !== value) element[property] = value;
}

export function putAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function paint(targets, frame, zooms) {
  for (const { panel, ticks, series } of targets.panels) {
    const zoom = zooms[panel.name] ?? 1;
    for (const { text, axis, tick } of ticks) {
      put(text, "textContent", tickText(panel[axis], tick / (axis === "y" ? zoom : 1), frame.facts) ?? UNKNOWN);
      if (axis === "x") anchor(text, targets.width);
    }
    for (const {
      series: { name, kind },
      group,
      path,
      pin,
    } of series) {
      const curve = frame.series[name] ?? NOTHING;
      putAttribute(path, "d", pathOf(panel, kind, curve, zoom));
      if (pin) putAttribute(pin, "d", pinsOf(panel, curve, zoom));
      if (name in frame.status) put(group.dataset, "status", frame.status[name]);
    }
  }
  for (const element of targets.facts) {
    const fact = frame.facts[element.dataset.fact];
    put(element, "textContent", fact === undefined ? UNKNOWN : textOf(fact));
  }
  for (const element of targets.texts) put(element, "textContent", frame.texts[element.dataset.text] ?? UNKNOWN);
  for (const element of targets.statuses) {
    const status = frame.status[element.dataset.statusOf];
    if (status) put(element.dataset, "status", status);
  }
  if (frame.sentence) put(targets.sentence, "textContent", frame.sentence);
}
