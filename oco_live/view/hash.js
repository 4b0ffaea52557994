// The state in the URL: #ogd?eta=0.158&U=2&zoom-regret=4&kept-1=eta:0.5,U:2. What is not named has the default of its
// stream.
import { allows, defaults } from "./values.js";

const ZOOM = "zoom-";
const KEPT = "kept-";

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

// { params, zooms, kept: [[number, params], …] }, or null where the hash is not about this explorer.
export function stateIn(view, hash) {
  const [name, query] = decoded(hash.slice(1)).split("?");
  if (name !== view.spec.name || query === undefined) return null;
  const given = Object.fromEntries(new URLSearchParams(query));
  const zooms = {};
  for (const { name: panel, zooms: factors } of view.spec.panels) {
    if (factors.includes(numberIn(given[ZOOM + panel]))) zooms[panel] = numberIn(given[ZOOM + panel]);
  }
  const kept = [1, 2, 3, 4]
    .filter((number) => given[KEPT + number] !== undefined)
    .map((number) => [
      number,
      paramsOf(view, Object.fromEntries(given[KEPT + number].split(",").map((part) => part.split(":")))),
    ]);
  return { params: paramsOf(view, given), zooms, kept };
}

// All parameters, from those that are given as text; what is not allowed is left out.
function paramsOf({ spec, start }, given) {
  const stream = spec.controls.find((control) => control.name === "stream").values.includes(given.stream)
    ? given.stream
    : start.stream;
  const params = stream === start.stream ? { ...start } : defaults(spec, stream);
  for (const control of spec.controls) {
    if (!(control.name in given) || control.name === "stream") continue;
    let value = control.kind === "slider" ? numberIn(given[control.name]) : given[control.name];
    if (control.kind === "signs") value = String(value).replaceAll(" ", "+"); // what a query makes of a plus
    if (allows(control, value, stream)) params[control.name] = value;
  }
  return params;
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

// view: { spec, start, zooms, ghosts }.
export function hashOf(view, params) {
  const query = new URLSearchParams(named(view, params));
  for (const { name: panel, zoom } of view.spec.panels) {
    if ((view.zooms[panel] ?? zoom[params.stream]) !== zoom[params.stream])
      query.set(ZOOM + panel, String(view.zooms[panel]));
  }
  for (const { number, params: kept } of view.ghosts?.kept ?? []) {
    query.set(
      KEPT + number,
      named(view, kept)
        .map((pair) => pair.join(":"))
        .join(","),
    );
  }
  return `#${view.spec.name}?${String(query).replaceAll("%2B", "+").replaceAll("%3A", ":").replaceAll("%2C", ",")}`;
}
