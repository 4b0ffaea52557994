// What was computed at build time, decoded: for one stream a frame at every position of the sliders that are baked,
// and its presets (oco_live/hosts/bake.py).
import { agree, close, placeOf, TUNED } from "./values.js";

// A sweep's data with its curves as rows of codes: once, so that no slider waits for it.
export function decoded(data) {
  const shape = data.axes.map(countOf);
  for (const curve of Object.values(data.series)) {
    for (const column of Object.values(curve)) column.rows = rowsOf(column, shape);
  }
  return data;
}

// One row of 16-bit codes for each position, from how it differs from its neighbour: encode in bake.py.
function rowsOf({ index, lengths, along, order, sizes, bits }, shape) {
  const packed = atob(bits);
  let read = 0;
  const next = (size) => {
    // its leading bit is not stored
    let value = size > 0 ? 1 : 0;
    for (let i = 1; i < size; i++, read++) value = 2 * value + ((packed.charCodeAt(read >> 3) >> (7 - (read & 7))) & 1);
    return value;
  };
  const product = (numbers) => numbers.reduce((a, b) => a * b, 1);
  const stride = along === null ? 1 : product(shape.slice(along + 1));
  const rows = []; // by position; those that share a row share its array
  const known = [];
  let letter = 0;
  for (let position = 0; position < product(shape); position++) {
    const which = index ? index[position] : position;
    if (!known[which]) {
      const near = along !== null && Math.floor(position / stride) % shape[along] ? rows[position - stride] : [];
      const row = new Uint16Array(lengths[lengths.length > 1 ? which : 0]);
      let last = 0;
      let lastButOne = 0;
      for (let i = 0; i < row.length; i++) {
        const value = next(sizes.charCodeAt(letter++) - 65);
        const carried = order === 0 ? 0 : order === 1 ? last : 2 * last - lastButOne;
        const difference = carried + (value % 2 ? -(value + 1) / 2 : value / 2);
        [lastButOne, last] = [last, difference];
        row[i] = difference + (near.length ? near[Math.min(i, near.length - 1)] : 0); // modulo 2^16
      }
      known[which] = row;
    }
    rows.push(known[which]);
  }
  return rows;
}

// What one curve's codes stand for: scale_of in bake.py.
function valuesOf(codes, [low, high, kind, near, steps]) {
  const coded = Array.from(codes, (code) => low + ((high - low) * code) / steps);
  if (kind === "log") return coded.map((value) => 10 ** value);
  return kind === "symlog" ? coded.map((value) => Math.sign(value) * near * (10 ** Math.abs(value) - 1)) : coded;
}

// What a code is at 0 (of a log axis: in decades); at y, (1 + |y|/near) times as much, where the codes are logarithmic
// away from 0.
function grain([low, high, kind, near, steps]) {
  const step = (high - low) / steps;
  return kind === "symlog" ? { step: step * near * Math.LN10, near } : { step };
}

const curveOf = (column, position) => valuesOf(column.rows[position], column.range);

// The positions of a slider; with a tuned value, one more.
const countOf = ([, values, fact]) => values.length + (fact ? 1 : 0);

const at = ({ values, index }, position) => values[index ? index[position] : values.length > 1 ? position : 0];

// The position of each slider where these parameters are, or null where one stands between its positions.
function placesOf(sweep, params, find) {
  const places = [];
  for (const axis of sweep.axes) {
    const place = find(axis, params[axis[0]]);
    if (place < 0) return null;
    places.push(place);
  }
  return places;
}

const positionOf = (sweep, places) => sweep.axes.reduce((sum, axis, i) => sum * countOf(axis) + places[i], 0);

function exactly([, values, fact], wanted) {
  if (fact && wanted === TUNED) return values.length;
  return values.findIndex((value) => value === wanted || Math.abs(value - wanted) <= 1e-12 * Math.abs(value));
}

// A number may be the tuned one, which is another at each place of the other sliders: it is looked up there.
function tunedPlaces(sweep, params) {
  const off = sweep.axes.find((axis) => axis[2] && exactly(axis, params[axis[0]]) < 0);
  if (!off) return null;
  const places = placesOf(sweep, params, (axis, wanted) => (axis === off ? axis[1].length : exactly(axis, wanted)));
  return places && close(at(sweep.facts[off[2]], positionOf(sweep, places)), params[off[0]]) ? places : null;
}

// The frame at these parameters, or null if the sweep does not hold it.
export function frameIn(sweep, params) {
  const same = ([name, value], { params: others, facts }) =>
    value === TUNED
      ? sweep.axes.some(([axis, , fact]) => axis === name && fact && close(others[name], facts[fact]))
      : others[name] === value;
  const other = sweep.others.find((frame) => Object.entries(params).every((pair) => same(pair, frame)));
  if (other) return other;
  if (!agree(sweep.params, params)) return null;
  const places = placesOf(sweep, params, exactly) ?? tunedPlaces(sweep, params);
  return places && frameAt(sweep, params, places);
}

// The frame that is nearest to parameters of which only those that the sweep covers are elsewhere; null for others.
export function nearestIn(sweep, params) {
  if (!agree(sweep.params, params)) return null;
  const places = placesOf(sweep, params, (axis, wanted) => {
    const found = exactly(axis, wanted);
    if (found >= 0) return found;
    return typeof wanted === "number" ? Math.round(placeOf(axis[1], wanted)) : -1;
  });
  return places && frameAt(sweep, params, places);
}

function frameAt(sweep, params, places) {
  const position = positionOf(sweep, places);
  const told = (columns) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, at(column, position)]));
  const facts = told(sweep.facts);
  const here = sweep.axes.map(([name, values, fact], i) => [
    name,
    values[places[i]] ?? Math.min(Math.max(facts[fact], Math.min(...values)), Math.max(...values)),
  ]);
  const { headline, sentence, texts, status } = sweep;
  return {
    params: { ...params, ...Object.fromEntries(here) },
    facts,
    ...told({ headline, sentence, texts, status }),
    series: Object.fromEntries(
      Object.entries(sweep.series).map(([name, { x, y }]) => [
        name,
        { x: curveOf(x, position), y: curveOf(y, position), ...grain(y.range), grain: grain(x.range) },
      ]),
    ),
  };
}
