// Python in a module Web Worker: starts Pyodide, unpacks our packages, evaluates explorers.
//
// in:   {type: "start", manifest, warm}    once; warm: names of explorers
//       {id, explorer, params}             after "ready", one at a time
// out:  {type: "progress", step, loaded, total}
//       {type: "ready", phases}            [what was done, ms] in order; they add up to the time since "start"
//       {type: "failed", message, url}     url: the file that could not be had, if it was one
//       {id, early}                        what is known before the frame, if anything is
//       {id, frame} or {id, error}
//
// Every file comes from the worker's own folder; no other host is ever asked.

const folder = new URL(".", self.location.href);
const fetchNow = self.fetch.bind(self);
const early = new Map(); // url -> promise of its response, asked for before Pyodide asks
let evaluate = null;
let over = false;
const phases = [];
let before = 0;

function done(phase) {
  const now = performance.now();
  phases.push([phase, now - before]);
  before = now;
}

self.onmessage = ({ data }) => {
  if (data.type === "start") start(data).catch((error) => fail(error));
  else answer(data);
};

function fail(error, url = error.url) {
  if (over) return;
  over = true;
  self.postMessage({ type: "failed", message: String(error.message || error), url: url && String(url) });
}

// Pyodide asks for its files one after another and, when one fails, may wait for ever. So all are
// asked for at once here, failures are told, and Pyodide is handed the answers.
self.fetch = (resource, options) => {
  const url = String(resource.url || resource);
  const response = early.get(url);
  early.delete(url); // a body can be read once
  return response || fetchNow(resource, options);
};

async function ask(url, count) {
  const response = await fetchNow(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  watch(response.clone(), url, count);
  return response;
}

async function watch(response, url, count) {
  try {
    const reader = response.body.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) count(chunk.value.length);
  } catch {
    fail(new Error(`the download of ${url.split("/").pop()} broke off.`));
  }
}

// Pyodide logs a failed instantiation and then waits for ever: tell it. And a host that serves .wasm
// under another type makes streaming refuse: compile the bytes instead.
const stream = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (source, imports) => {
  try {
    const response = await source;
    const type = (response.headers.get("content-type") || "").split(";")[0].trim().toLowerCase();
    const made =
      stream && type === "application/wasm"
        ? await stream.call(WebAssembly, response, imports)
        : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
    done("fetch and compile WebAssembly");
    return made;
  } catch (error) {
    setTimeout(() => fail(error), 100); // a broken download is told by its watcher first, in better words
    throw error;
  }
};

async function start({ manifest, warm }) {
  before = performance.now();
  const runtime = new URL(manifest.runtime, folder).href;
  const at = (name) => new URL(name, folder).href;
  const fetched = Object.keys(manifest.files).filter((name) => /\.(wasm|zip|whl|json)$/.test(name));
  const total = fetched.reduce((sum, name) => sum + manifest.files[name], 0);
  let loaded = 0;
  let told = 0;
  const count = (bytes) => {
    loaded += bytes;
    if (loaded - told < total / 50 && loaded < total) return;
    told = loaded;
    self.postMessage({ type: "progress", step: "download", loaded, total });
  };
  for (const name of fetched) {
    const response = ask(at(name), count);
    response.catch((error) => fail(error, at(name)));
    early.set(at(name), response);
  }
  const step = (name) => self.postMessage({ type: "progress", step: name, loaded, total });
  // pyodide.asm.js defines a global; Pyodide loads it itself only when that is missing.
  const load = (url) =>
    import(url).catch((error) => {
      fail(error, url);
      throw error;
    });
  const [{ loadPyodide }] = await Promise.all([load(runtime + "pyodide.module.js"), load(runtime + "pyodide.asm.js")]);
  done("fetch scripts");
  step("runtime");
  const pyodide = await loadPyodide({ indexURL: runtime });
  done("start Python");
  await pyodide.loadPackage("numpy", { messageCallback() {} });
  done("fetch and unpack NumPy");
  pyodide.runPython("import numpy");
  done("import NumPy");
  step("numpy");
  const packages = await (await self.fetch(at(manifest.packages))).arrayBuffer();
  pyodide.unpackArchive(packages, "zip", { extractDir: "/oco" });
  pyodide.runPython("import sys; sys.path.insert(0, '/oco')");
  evaluate = pyodide.pyimport("oco_live.hosts.worker").evaluate;
  done("import the explorers");
  step("packages");
  // The first frame costs half a second more than the next, while the browser compiles what it calls.
  for (const name of warm) evaluate(name, "{}");
  done("first frames");
  if (!over) self.postMessage({ type: "ready", phases });
}

function answer({ id, explorer, params }) {
  try {
    const early = (text) => self.postMessage({ id, early: JSON.parse(text) });
    const frame = JSON.parse(evaluate(explorer, JSON.stringify(params), early));
    self.postMessage(frame.error === undefined ? { id, frame } : { id, error: frame.error });
  } catch (error) {
    fail(error); // evaluate never raises, so the interpreter itself is broken
  }
}
