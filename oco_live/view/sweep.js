// What was computed at build time, decoded: for one stream a frame at every position of the sliders that are baked,
// and its presets (oco_live/hosts/bake.py).
import { agree } from "./values.js";

// A sweep's data with its curves as rows of codes: once, so that no slider waits for it.
export function decoded(data) {
  const shape = data.axes.map(([, values]) => values.length);
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

function valuesOf(codes, [low, high, scale]) {
  const values = Array.from(codes, (code) => low + ((high - low) * code) / 65535);
  return scale === "log" ? values.map((value) => 10 ** value) : values;
}

// The frame at these parameters, or null if the sweep does not hold it.
export function frameIn(sweep, params) {
  const other = sweep.others.find((frame) => agree(params, frame.params));
  if (other) return other;
  let position = 0;
  for (const [name, values] of sweep.axes) {
    const index = values.findIndex(
      (value) => value === params[name] || Math.abs(value - params[name]) <= 1e-12 * Math.abs(value),
    );
    if (index < 0) return null;
    position = position * values.length + index;
  }
  if (!agree(sweep.params, params)) return null;
  const at = ({ values, index }) => values[index ? index[position] : values.length > 1 ? position : 0];
  const curve = (column) => valuesOf(column.rows[position], column.range);
  return {
    params: { ...params },
    facts: Object.fromEntries(Object.entries(sweep.facts).map(([name, column]) => [name, at(column)])),
    sentence: at(sweep.sentence),
    texts: at(sweep.texts),
    status: at(sweep.status),
    series: Object.fromEntries(
      Object.entries(sweep.series).map(([name, { x, y }]) => [name, { x: curve(x), y: curve(y) }]),
    ),
  };
}
