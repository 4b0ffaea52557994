// What the controls may be set to: the rules of an explorer's spec, without the page. A state is all parameters by
// name. A parameter that has a tuned value may be TUNED: the number that a fact of the frame tells, whatever the others
// are (oco_live/control.py).
import { textOf } from "./format.js";

export const TUNED = "tuned";

// Whether others has all that params has: Python's order of them need not be ours.
export const agree = (params, others) => Object.entries(params).every(([name, value]) => others[name] === value);

// Whether a frame is the answer to these parameters. What is baked of a tuned number has 12 digits of it.
export const answersTo = (spec, params, frame) =>
  spec.controls.every((control) => {
    const { name, tuned } = control;
    const [wanted, found] = [params[name], frame.params[name]];
    if (!tuned || wanted === found) return wanted === found;
    return wanted === TUNED ? tuned in frame.facts && close(found, tunedValue(control, frame)) : close(found, wanted);
  });

export const close = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

// The number that TUNED stands for: the fact, or the end of the slider that is nearest to it.
function tunedValue(control, { facts, params }) {
  const values = valuesFor(control, params.stream);
  return Math.min(Math.max(facts[control.tuned], Math.min(...values)), Math.max(...values));
}

// The values of a control with this stream; none: it has no meaning there.
export const valuesFor = (control, stream) => control.allowed[stream] ?? control.values;

// The name of the choice that has no use for a control: "stream", or another one; undefined if it is used.
export function withoutUse(control, params) {
  if (!valuesFor(control, params.stream).length) return "stream";
  return Object.keys(control.idle ?? {}).find((name) => control.idle[name].includes(params[name]));
}

// The state that a stream starts from.
export function defaults(spec, stream) {
  return Object.fromEntries(
    spec.controls.map((control) => [control.name, control.name === "stream" ? stream : control.default[stream]]),
  );
}

// The state of a preset, which names what differs from its stream's defaults.
export const presetState = (spec, { params }) => ({ ...defaults(spec, params.stream), ...params });

// A new stream starts from its own defaults; the sliders that every sweep covers stay where they are, if it knows
// that place.
export function withStream(spec, params, stream) {
  const kept = spec.controls.filter((control) => control.baked && allows(control, params[control.name], stream));
  return { ...defaults(spec, stream), ...Object.fromEntries(kept.map(({ name }) => [name, params[name]])) };
}

// The other sign at place i; at none for -1, which is a click between the buttons.
export const toggled = (signs, i) =>
  [...signs].map((sign, k) => (k === i ? { "+": "-", "-": "+" }[sign] : sign)).join("");

// A text as a link has it: no space beside what separates, "-" for a minus sign, no plus before a number
// (oco_live/control.py).
export const squeezed = (text) =>
  text
    .replaceAll("−", "-")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/ ?([,;:]) ?/g, "$1")
    .replace(/\+(?=[0-9.])/g, "");

// A text as it is shown in its field.
export const typed = (text) => text.replaceAll(";", "; ");

const LONGEST = 8000; // characters of a text

// Whether a value from outside (a link, a kernel) makes sense here.
export function allows(control, value, stream) {
  const values = valuesFor(control, stream);
  if (control.tuned && value === TUNED) return values.length > 0;
  if (control.kind === "choice") return values.includes(value);
  if (control.kind === "text") return values.length > 0 && value.length <= LONGEST; // the rest is Python's to say
  if (control.kind === "signs")
    return values.length > 0 && value.length === control.default[stream].length && /^[+-]*$/.test(value);
  return (
    values.length > 0 &&
    (control.integer ? Number.isInteger(value) : Number.isFinite(value)) &&
    value >= Math.min(...values) &&
    value <= Math.max(...values)
  );
}

// The place of the value that is nearest, the first of several.
export const nearest = (values, value) =>
  values.reduce((best, v, i) => (Math.abs(v - value) < Math.abs(values[best] - value) ? i : best), 0);

// Whether a sweep may hold this state, or one that is near: every control but those that sweeps cover is where sweeps
// are made, or the state is a preset's.
export function couldBeBaked(spec, params) {
  return (
    spec.controls.every(
      (control) =>
        control.baked || control.name === "stream" || params[control.name] === control.default[params.stream],
    ) || spec.presets.some((preset) => agree(params, presetState(spec, preset)))
  );
}

// ---------------------------------------------------------------- places on a slider

// Where a value stands between the positions of a slider: an index, with a fraction, measured by ratio if the values
// are positive.
export function placeOf(values, value) {
  const after = values.findIndex((v) => v >= value);
  if (after === 0) return 0;
  if (after < 0) return values.length - 1;
  const [low, high] = [values[after - 1], values[after]];
  if (value >= high) return after;
  return after - 1 + (low > 0 ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low));
}

// The place of the tuned value, in hundredths; null where there is none, or it is off the slider.
export function tunedPlace(control, stream, facts) {
  const values = valuesFor(control, stream);
  const value = facts[control.tuned];
  if (!control.tuned || value === undefined || !values.length) return null;
  if (value < Math.min(...values) || value > Math.max(...values)) return null;
  return Math.floor(100 * placeOf(values, value) + 0.5) / 100;
}

// Whether the value is that of the fact which the slider has a mark for.
export const isTuned = (control, value, facts) =>
  Boolean(control.tuned) && control.tuned in facts && close(value, facts[control.tuned]);

// The position of a slider: the index of the value that is nearest, or the place of the tuned one.
export function positionOf(control, value, stream, facts) {
  const place = tunedPlace(control, stream, facts);
  if (place !== null && isTuned(control, value, facts)) return place;
  const values = valuesFor(control, stream);
  return nearest(values.length ? values : control.values, value);
}

// The place of the stop that a hand at this position means: the tuned place if it is near, unless it stands exactly on
// another.
const CATCHES = 0.35;

export const stopAt = (position, place) =>
  place !== null && !Number.isInteger(position) && Math.abs(position - place) <= CATCHES ? place : Math.round(position);

// All stops in order.
export function stopsOf(count, place) {
  const stops = Array.from({ length: count }, (_, i) => i);
  return place === null || stops.includes(place) ? stops : [...stops, place].sort((a, b) => a - b);
}

// ---------------------------------------------------------------- words

// The round that is in view: a reader's own may end before the slider does.
const reached = ({ name }, value, { T = value }) => (name === "t" ? Math.min(value, T) : value);

// What stands beside the slider: "1.41", and "1.41 = η*" for the tuned value.
export const valueText = (control, value, facts) =>
  textOf(reached(control, value, facts), 4) + (isTuned(control, value, facts) ? ` = ${control.symbol}*` : "");

// What a screen reader says of the slider: "η = 1.41, the tuned step".
export function spokenText(control, value, facts) {
  const word = control.label.replace(control.symbol, "").replace(/^[ ,]+|[ ,]+$/g, "") || "value";
  const tuned = isTuned(control, value, facts) ? `, the tuned ${word}` : "";
  return `${control.symbol} = ${textOf(reached(control, value, facts), 4)}${tuned}`;
}

// What is set besides the sliders in view: "random signs · linear loss · T = 1000" (hosts/wording.py).
export const settingWords = (spec, params) =>
  spec.controls
    .filter((control) => !control.first && !withoutUse(control, params))
    .map((control) => settingOf(control, params[control.name], control.default[params.stream]))
    .filter(Boolean)
    .join(" · ");

function settingOf({ name, kind, label, labels, symbol, values, quiet }, value, usual) {
  if (kind === "choice") {
    if (quiet && value === usual) return "";
    const words = labels[values.indexOf(value)];
    return { stream: words, loss: `${words} loss` }[name] ?? `${label} ${words}`;
  }
  if (kind === "text") return "";
  if (kind === "signs") return value === usual ? "" : `${label} ${value.replaceAll("-", "−")}`;
  if (value === TUNED) return `${symbol} = ${symbol}*`;
  return name === "T" || value !== usual ? `${symbol} = ${textOf(value, 4)}` : "";
}
