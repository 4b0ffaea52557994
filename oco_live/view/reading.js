// What is read at a stop of the cursor: a heading, entries { series, name, sign, text, x, y }, x and y in absolute
// numbers, where its ring stands. The read-out and the names at the curves' ends say the same.
import { isEnd, valueAt } from "./curves.js";
import { factOf, percentOf, textOf } from "./format.js";
import { withPower } from "./picture.js";
import { absolute, beyond, digitsOf, letter, positionOf, positionText } from "./units.js";

const joined = (words) => words.join(", ");
const valueText = (axis, frame, position) => withPower(textOf(absolute(axis, frame.facts, position)));
const pointOf = ({ x, y }, facts, at) => ({ x: absolute(x, facts, at.x), y: absolute(y, facts, at.y) });

// The round of a point of a path, or of a stop in a picture over rounds; undefined where that is not known.
export function roundOf(view, panel, frame, { series, x, i }) {
  if (panel.x.rounds) return x === undefined ? undefined : absolute(panel.x, frame.facts, x);
  const over = view.spec.series.find(({ name }) => name === series?.rounds);
  const position = over && frame.series[over.name]?.x[i];
  if (position === undefined) return undefined;
  return absolute(view.spec.panels.find(({ name }) => name === over.panel).x, frame.facts, position);
}

// A row: what ends or stands in it.
function rowOf(panel, all, frame, stop) {
  const entries = all.flatMap((series) => {
    const { x, y } = frame.series[series.name] ?? { x: [], y: [] };
    const at = y.findIndex((row) => Math.round(row) === stop.y);
    if (at < 0 || frame.status[series.name] === "absent") return [];
    const [from, to] = series.kind === "segments" ? [x[at], x[at + 1]] : [0, x[at]];
    const said = (position) => valueText(panel.x, frame, position);
    const text = from === 0 ? said(to) : `${said(to - from)}, up to ${said(to)}`;
    return [{ series, text, ...pointOf(panel, frame.facts, { x: to, y: y[at] }) }];
  });
  return { heading: frame.texts[`${panel.name}.y.${stop.y}`] ?? panel.y.words[stop.y], entries };
}

// A point of a plane.
function placeOf(view, panel, frame, stops, stop) {
  const points = stops.filter(({ series }) => series === stop.series);
  const apart = letter(panel.x) !== letter(panel.y);
  const where = ["x", "y"].map(
    (axis) => `${apart ? letter(panel[axis]) : panel[axis].label} = ${valueText(panel[axis], frame, stop[axis])}`,
  );
  const round = roundOf(view, panel, frame, stop);
  const which =
    points.length > 1 && round === undefined ? [`point ${points.indexOf(stop) + 1} of ${points.length}`] : [];
  return {
    heading: round === undefined ? "" : `t = ${Math.round(round)}`,
    entries: [{ series: stop.series, text: joined([...which, ...where]), ...pointOf(panel, frame.facts, stop) }],
  };
}

// What a curve of a frame says at a position x, and where that stands among the numbers of its axes.
function numberAt(panel, series, { frame, source }, x) {
  const curve = frame.series[series.name];
  if (!curve?.x.length || frame.status[series.name] === "absent") return [];
  const [found, exact] = valueAt(panel, series, curve, x) ?? [];
  if (found === undefined) return [];
  const y = source === "baked" && curve.step && Math.abs(found) < curve.step && panel.y.scale !== "log" ? 0 : found;
  const fact = isEnd(panel.x, series, curve, x) ? frame.facts[series.value] : undefined;
  const sign = fact === undefined ? beyond(panel, series, y) || (exact ? "" : "≈") : "";
  const number = absolute(panel.y, frame.facts, y);
  const text = withPower(fact === undefined ? textOf(number, digitsOf(panel, y, source, curve)) : factOf(fact));
  return [
    {
      series,
      sign,
      number: fact ?? number,
      text: (sign && `${sign} `) + text,
      ...pointOf(panel, frame.facts, { x, y }),
    },
  ];
}

// regret/bound in percent, where both are known and the bound is one.
function ratioOf(panel, status, entries) {
  const [over, under] = panel.ratio.map((name) => entries.find(({ series }) => series.name === name));
  if (!over || !under || under.number <= 0 || over.number <= 0 || /[≤≥]/.test(over.sign + under.sign)) return "";
  return status[under.series.name] === "fails" ? "" : percentOf(over.number / under.number);
}

// All curves at an x; what was kept of the first of them, at the same place.
function sectionOf(view, panel, frame, { curves, first }, stop) {
  const source = view.figure.dataset.source;
  const entries = curves.flatMap((series) => numberAt(panel, series, { frame, source }, stop.x));
  const own = entries.find(({ series }) => series === first);
  const at = absolute(panel.x, frame.facts, stop.x);
  const kept = (own && view.ghosts ? view.ghosts.others() : []).flatMap((ghost) =>
    numberAt(panel, first, ghost, positionOf(panel.x, ghost.frame.facts, at)).map((found) => ({
      ...found,
      text: `kept ${ghost.number}: ${found.text}`,
    })),
  );
  if (kept.length) own.text += ` (${joined(kept.map(({ text }) => text))})`;
  const heading = `${letter(panel.x)} = ${positionText(panel.x, frame.facts, stop.x)}`;
  return { heading, entries, kept, ratio: ratioOf(panel, frame.status, entries) };
}

// found: what `stopsOf` found in this panel; all: the series that are shown in it.
export function readingAt(view, panel, frame, found, all, stop) {
  if (panel.y.words.length) return rowOf(panel, all, frame, stop);
  if (panel.equal) return placeOf(view, panel, frame, found.stops, stop);
  return sectionOf(view, panel, frame, found, stop);
}
