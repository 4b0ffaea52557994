// What was computed at build time: for one stream a frame at every position of the sliders that are baked.
// A sweep is a classic script that calls ocoSweep(data), so that it also loads from file://.
const sweeps = new Map();

export function installSweeps(scope) {
  scope.ocoSweep = (data) => sweeps.set(`${data.explorer} ${data.stream}`, data);
}

export function loadSweep(url, explorer, stream) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve(sweeps.get(`${explorer} ${stream}`));
    script.onerror = () => {
      script.remove(); // so that a later attempt asks again
      reject(new Error(`${url} could not be loaded`));
    };
    document.head.append(script);
  });
}

// 16-bit codes, stored as differences to the one before, modulo 2^16, low byte first.
function codesOf(text) {
  const bytes = atob(text);
  const codes = new Uint16Array(bytes.length / 2);
  let code = 0;
  for (let i = 0; i < codes.length; i++) {
    code = (code + bytes.charCodeAt(2 * i) + 256 * bytes.charCodeAt(2 * i + 1)) & 0xffff;
    codes[i] = code;
  }
  return codes;
}

function valuesOf(blob, range) {
  const [low, high, scale] = range;
  const values = Array.from(codesOf(blob), (code) => low + ((high - low) * code) / 65535);
  return scale === "log" ? values.map((value) => 10 ** value) : values;
}

// The frame at these parameters, or null if the sweep does not hold it.
export function frameIn(sweep, params) {
  let position = 0;
  for (const [name, values] of sweep.axes) {
    const index = values.findIndex((value) => value === params[name] || Math.abs(value - params[name]) <= 1e-12 * Math.abs(value));
    if (index < 0) return null;
    position = position * values.length + index;
  }
  for (const [name, value] of Object.entries(sweep.params)) if (params[name] !== value) return null;
  const indexIn = (column) => (column.index ? column.index[position] : 0);
  const at = (column) => column.values[indexIn(column)];
  const decoded = (column) => { // once: what many positions share, and what the reader comes back to
    column.decoded ??= [];
    return (column.decoded[indexIn(column)] ??= valuesOf(at(column), column.range));
  };
  return {
    params: { ...params },
    facts: Object.fromEntries(Object.entries(sweep.facts).map(([name, column]) => [name, at(column)])),
    sentence: at(sweep.sentence),
    texts: at(sweep.texts),
    status: at(sweep.status),
    series: Object.fromEntries(Object.entries(sweep.series).map(([name, { x, y }]) =>
      [name, { x: decoded(x), y: decoded(y) }])),
  };
}
