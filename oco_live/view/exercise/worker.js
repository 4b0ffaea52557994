// Python for exercises: a worker inside the sandboxed frame of room.js. It has no origin, so no storage and no
// cookies; its policy lets it ask nobody. What it needs comes as bytes.
//
// in:   { files: { name: bytes }, runtime, packages, warm } with a port, once; then over the port
//       { id, exercise, code } or { id, exercise }: the marking of a text, or a solution
//       { id, own }: a question, as JSON text, to a learner or loss of the reader's own in an explorer
// out, over the port:
//       { ready: { limit, ms, heap } } or { failed }
//       { id, verdict, spoiled }   JSON text; whether something of Python's own was changed, so that it marks no more
//       { id, solution }
//       { id, own, spoiled }

const AT = "https://python.invalid/"; // where Pyodide believes that its files lie
// Seconds after which a run is ended: so many times what marking a right answer takes on this machine, in these limits,
// so that on a slow one no right answer is taken for an endless loop.
const TIMES = 8;
const LEAST = 1;
const MOST = 6;
const limitOf = (seconds) => Math.round(10 * Math.min(Math.max(TIMES * seconds, LEAST), MOST)) / 10;
const TYPES = { wasm: "application/wasm", json: "application/json" };

self.onmessage = async ({ data, ports: [port] }) => {
  self.onmessage = null;
  try {
    await start(data, port);
  } catch (error) {
    port.postMessage({ failed: String(error?.message || error) });
  }
};

// A classic script, from its text.
function run(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    importScripts(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

const textOf = (bytes) => new TextDecoder().decode(bytes);

// Chromium loads no module from a place without an origin: the module's one export becomes a global.
const asScript = (module) =>
  `(() => {${module.replace(/export\s*\{\s*([\w$]+) as loadPyodide\b[^}]*\};?/, "self.loadPyodide = $1;")}\n})();`;

async function start({ files, runtime, packages, warm }, port) {
  const began = performance.now();
  self.fetch = async (resource) => {
    const name = String(resource.url ?? resource).slice(AT.length);
    if (!files[name]) throw new TypeError("There is no network here.");
    return new Response(files[name], { headers: { "content-type": TYPES[name.split(".").pop()] ?? "text/plain" } });
  };
  run(textOf(files[`${runtime}pyodide.asm.js`])); // defines a global; Pyodide would ask for it elsewhere
  run(asScript(textOf(files[`${runtime}pyodide.module.js`])));
  const pyodide = await self.loadPyodide({ indexURL: AT + runtime, packages: ["numpy"] });
  for (const name of packages) pyodide.unpackArchive(files[name], "zip", { extractDir: "/oco" });
  files = {};
  pyodide.runPython("import sys; sys.path.insert(0, '/oco')");
  const { mark, solution } = pyodide.pyimport("oco_live.hosts.exercises");
  const guard = pyodide.pyimport("oco_live.hosts.guard");
  let limit = LEAST;
  if (warm) {
    const right = solution(warm);
    mark(warm, right); // the first costs more than the next
    const before = performance.now();
    mark(warm, right);
    const usual = (performance.now() - before) / 1000;
    limit = limitOf(usual);
    pyodide.pyimport("oco_live.exercises.run").LIMIT = limit;
  }
  guard.remember();
  let own = null;
  const answer = ({ exercise, code, own: question }) => {
    if (question !== undefined) {
      own ??= pyodide.pyimport("oco_live.hosts.own");
      return { own: own.answer(question) };
    }
    if (code === undefined) return { solution: solution(exercise) };
    guard.remember(exercise);
    return { verdict: mark(exercise, code) };
  };
  port.onmessage = ({ data: { id, ...question } }) =>
    port.postMessage({ id, ...answer(question), spoiled: guard.changed() });
  port.postMessage({ ready: { limit, ms: performance.now() - began, heap: pyodide._module.HEAPU8.length } });
}
