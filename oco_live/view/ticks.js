// The numbers that stand along an axis: 1-2-5 or powers of ten, as a person would choose.
import { textOf } from "./format.js";

const SUPERSCRIPT = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
const SHORT = 1.2; // decades: a shorter logarithmic axis has 1-2-5 values

export function powerText(exponent) {
  if (exponent === 0 || exponent === 1) return exponent ? "10" : "1";
  return `10${[...String(exponent)].map((sign) => SUPERSCRIPT[sign]).join("")}`;
}

// A number at a tick: all of its digits, without the noise of floating point.
export function tickText(value) {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) return textOf(value, 2);
  return String(Number(value.toPrecision(6))).replace("-", "−");
}

// The 1-2-5 number that is at least this large.
export function niceStep(size) {
  const power = 10 ** Math.floor(Math.log10(size));
  return [1, 2, 5, 10].find((lead) => lead * power >= size * 0.999) * power;
}

function multiples(low, high, step) {
  const found = [];
  for (let k = Math.ceil(low / step - 1e-6); k * step <= high + step * 1e-6; k++)
    found.push(Number((k * step).toPrecision(12)));
  return found;
}

// 1, 2 and 5 times powers of ten between two positive numbers; `leads` says which.
function leads(low, high, [...which]) {
  const found = [];
  for (let k = Math.floor(Math.log10(low)); k <= Math.ceil(Math.log10(high)); k++)
    for (const lead of which) {
      const value = Number((lead * 10 ** k).toPrecision(12));
      if (value >= low * (1 - 1e-6) && value <= high * (1 + 1e-6)) found.push(value);
    }
  return found;
}

// Those of the candidates, the important ones first, that stand at least `gap` pixels from those already there.
function apart(candidates, scale, gap, kept = []) {
  for (const value of candidates)
    if (kept.every((other) => Math.abs(scale.at(other) - scale.at(value)) >= gap)) kept.push(value);
  return kept.sort((a, b) => a - b);
}

function linear(scale, gap) {
  const size = Math.abs(scale.stop - scale.start);
  const enough = scale.low < 0 && scale.high > 0 && size > 2.2 * gap ? 3 : 2;
  let found = [];
  for (let most = Math.max(2, Math.floor(size / gap)); found.length < enough; most++)
    found = multiples(scale.low, scale.high, niceStep((scale.high - scale.low) / most));
  return found.map((value) => ({ value, text: tickText(value) }));
}

// Powers of ten, with a text at as many as there is room for; fewer than two say nothing.
function powers(scale, decades, gap) {
  const [first, last] = [Math.ceil(Math.log10(scale.low) - 1e-6), Math.floor(Math.log10(scale.high) + 1e-6)];
  if (last <= first) return null;
  let every = Math.ceil((gap * decades) / Math.abs(scale.stop - scale.start));
  if (Math.floor(last / every) <= Math.ceil(first / every)) every = last - first;
  const from = Math.ceil(first / every) * every > last - every ? first : 0; // where the multiples begin
  const found = [];
  for (let k = first; k <= last; k++)
    found.push({ value: Number(`1e${k}`), text: (k - from) % every === 0 ? powerText(k) : "" });
  return found;
}

function logarithmic(scale, gap) {
  const decades = Math.log10(scale.high / scale.low);
  const found = decades < SHORT ? null : powers(scale, decades, gap);
  if (found) return found;
  const values = apart(
    [1, 5, 2].flatMap((lead) => leads(scale.low, scale.high, [lead])),
    scale,
    gap,
  );
  return values.length > 1 ? values.map((value) => ({ value, text: tickText(value) })) : linear(scale, gap);
}

function symmetric(scale, gap) {
  const most = Math.ceil(Math.log10(Math.max(scale.high, -scale.low, scale.near) / scale.near));
  const values = [];
  for (let k = 0; k <= most; k++) for (const sign of [1, -1]) values.push(sign * scale.near * 10 ** k);
  const inside = values.filter((value) => value >= scale.low && value <= scale.high);
  const kept = apart(inside.reverse(), scale, gap, scale.low <= 0 && scale.high >= 0 ? [0] : []);
  return kept.map((value) => {
    if (value === 0) return { value, text: "0" };
    const power = powerText(Math.round(Math.log10(Math.abs(value))));
    return { value, text: (value < 0 ? "−" : "") + power };
  });
}

function rooted(scale, gap) {
  const positive = Math.max(scale.low, scale.high / 1e4);
  const candidates = [1, 5, 2].flatMap((lead) => leads(positive, scale.high, [lead]).reverse());
  const kept = apart(candidates, scale, gap, scale.low <= 0 ? [0] : []);
  return kept.map((value) => ({ value, text: tickText(value) }));
}

// The ticks of a scale, [{ value, text }, …] in order, about `gap` pixels apart; text "" for a line alone.
export function ticksOf(scale, gap) {
  return { linear, log: logarithmic, root: rooted, symlog: symmetric }[scale.kind](scale, gap);
}

// With the last round T as a tick of its own: those that its text would touch go.
export function withLast(ticks, T, text, scale, widthOf) {
  const half = (words) => widthOf(words) / 2;
  const room = (tick) => Math.abs(scale.at(T) - scale.at(tick.value)) - half(text) - half(tick.text);
  const others = ticks.filter((tick) => tick.value < T && room(tick) > widthOf("00"));
  return [...others, { value: T, text, last: true }];
}
