// The state in the URL: #ogd?eta=tuned&U=2&main=path&show=tuned&kept-1=eta:0.5,U:2. What is not named has the default
// of its stream; "hide=bounds" stands for all of them; words that are not known, such as the heights of older links
// (zoom-regret), are nobody's.
import { allows, defaults, squeezed, TUNED } from "./values.js";

const KEPT = "kept-";
const BOUNDS = "bounds";

// A percent sign that begins no escape stands for itself.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The number that a text stands for, as Python's kernels write and take it: decimal digits and no more ("", "0x10"
// and " 1 " are numbers for Number). A query makes a space of a plus.
export function numberIn(text) {
  const plain = String(text ?? "").replaceAll(" ", "+");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

// { params, kept: [[number, params, own], …], main: panel, chosen: { series: whether it is shown }, boundsHidden:
// whether the bounds among them are not, lecture, own: a reader's code as own_text.js writes it }, or null where the
// hash is not about this explorer.
export function stateIn(view, hash) {
  const [name, query] = decoded(hash.slice(1)).split("?");
  if (name !== view.spec.name || query === undefined) return null;
  const given = Object.fromEntries(new URLSearchParams(query));
  const kept = [1, 2, 3, 4]
    .filter((number) => given[KEPT + number] !== undefined)
    .map((number) => {
      const list = listIn(view.spec, given[KEPT + number]);
      return [number, paramsOf(view, list), ...(list.own ? [list.own] : [])];
    });
  const { panels, series } = view.spec;
  const listed = (word) => String(given[word] ?? "").split(",");
  const chosen = Object.fromEntries(
    series.map(({ name, first }) => [name, (first || listed("show").includes(name)) && !listed("hide").includes(name)]),
  );
  const main = panels.some((panel) => panel.name === given.main) ? given.main : panels[0].name;
  const boundsHidden = listed("hide").includes(BOUNDS);
  const own = given.own ?? "";
  return { params: paramsOf(view, given), kept, main, chosen, boundsHidden, lecture: given.lecture !== undefined, own };
}

// All parameters, from those that are given as text; what is not allowed is left out.
function paramsOf({ spec, start }, given) {
  const stream = spec.controls.find((control) => control.name === "stream").values.includes(given.stream)
    ? given.stream
    : start.stream;
  const params = stream === start.stream ? { ...start } : defaults(spec, stream);
  for (const control of spec.controls) {
    if (!(control.name in given) || control.name === "stream") continue;
    const value = valueIn(control, given[control.name]);
    if (allows(control, value, stream)) params[control.name] = value;
  }
  return params;
}

function valueIn(control, text) {
  if (control.kind === "text") return squeezed(text);
  if (control.kind === "signs") return String(text).replaceAll(" ", "+"); // what a query makes of a plus
  if (control.kind === "choice") return text;
  return control.tuned && text === TUNED ? TUNED : numberIn(text);
}

// [[name, value], …] of what has to be named.
function named({ spec, start }, params) {
  const usual = params.stream === start.stream ? start : defaults(spec, params.stream);
  return spec.controls
    .filter(
      ({ name, baked }) => baked || (name === "stream" ? params.stream !== start.stream : params[name] !== usual[name]),
    )
    .map(({ name }) => [name, String(params[name])]);
}

// A kept state is a list "eta:0.5,U:2": in it a text has "_" for its commas and "~" for its colons.
const isText = (spec, name) => spec.controls.some((control) => control.name === name && control.kind === "text");

function listOf(spec, pairs) {
  const value = (name, text) => (isText(spec, name) ? text.replaceAll(",", "_").replaceAll(":", "~") : text);
  return pairs.map(([name, text]) => `${name}:${value(name, text)}`).join(",");
}

function listIn(spec, list) {
  const pairs = list.split(",").map((part) => part.split(":"));
  const value = (name, text = "") => (isText(spec, name) ? text.replaceAll("_", ",").replaceAll("~", ":") : text);
  return Object.fromEntries(pairs.map(([name, text]) => [name, value(name, text)]));
}

// What an address may show as it is.
const PLAIN = { "%2B": "+", "%3A": ":", "%2C": ",", "%3B": ";", "%7E": "~" };

// view: { spec, start, main, chosen(series), boundsHidden, own, ghosts }.
export function hashOf(view, params) {
  const { panels, series } = view.spec;
  const query = new URLSearchParams(named(view, params));
  if (view.main && view.main !== panels[0].name) query.set("main", view.main);
  const differ = series.filter((one) => view.chosen && view.chosen(one) !== one.first);
  for (const [word, first] of [
    ["show", false],
    ["hide", true],
  ]) {
    const names = differ.filter((one) => one.first === first).map(({ name }) => name);
    if (view.boundsHidden && first) names.push(BOUNDS);
    if (names.length) query.set(word, names.join());
  }
  if (view.own) query.set("own", view.own);
  for (const { number, params: kept, own } of view.ghosts?.kept ?? []) {
    query.set(KEPT + number, listOf(view.spec, [...named(view, kept), ...(own ? [["own", own]] : [])]));
  }
  return `#${view.spec.name}?${String(query).replace(/%(2B|3A|2C|3B|7E)/g, (code) => PLAIN[code])}`;
}
