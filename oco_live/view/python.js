// Python as the page sees it: a worker that is started once, fails with a sentence, and can be retried.

const PYTHON_PATIENCE = 60_000; // ms without a sign of life from a worker that has something to do
const PYTHON_SCRIPT_TYPES = /^(text|application)\/(x-)?(java|ecma)script/;

export class Python {
  // baseUrl: the folder that `install` filled, absolute or relative to the page; manifest: what it returned;
  // warm: explorers to evaluate once before "ready", so that their first answer is as quick as the next.
  constructor(baseUrl, manifest, { warm = [], patience = PYTHON_PATIENCE } = {}) {
    this.base = new URL(baseUrl.replace(/\/?$/, "/"), document.baseURI);
    this.manifest = manifest;
    this.warm = warm;
    this.patience = patience;
    this.state = "idle"; // "idle" | "starting" | "ready" | "failed"
    this.reason = ""; // when failed: why, as a sentence for the reader
    this.hopeless = false; // when failed: whether another attempt would fail as well
    this.progress = 0; // while starting: the share of the download, 0 to 1
    this.phases = []; // when ready: what its start was made of, [name, ms] in order
    this.callbacks = [];
    this.waiting = new Map(); // queue -> its newest request
    this.current = null; // the request the worker is computing
    this.worker = null;
    this.watchdog = 0;
    this.count = 0;
  }

  // callback(python) after every change of state or progress.
  onchange(callback) {
    this.callbacks.push(callback);
  }

  // Begin, unless begun; after a failure, try again. Returns at once.
  start() {
    if (this.state === "starting" || this.state === "ready") return;
    if (this.base.protocol === "file:")
      return this.fail("Python does not run in a page opened from a file; open the book through a web address.");
    this.sandboxed = globalThis.origin === "null";
    if (this.sandboxed) return this.fail("A sandboxed frame may not start it.");
    if (typeof WebAssembly !== "object")
      return this.fail("This browser has no WebAssembly, so Python cannot run in it.");
    if (typeof Worker !== "function") return this.fail("This browser has no web workers, so Python cannot run in it.");
    let modules = false; // a browser that knows module workers reads the option `type`
    const options = {
      get type() {
        modules = true;
        return "module";
      },
    };
    const url = new URL(this.manifest.worker, this.base).href;
    try {
      this.worker = new Worker(url, options);
    } catch (error) {
      return this.fail(`This browser refused to start a web worker: ${error.message}`);
    }
    if (!modules) return this.fail("This browser has no module workers, so Python cannot run in it.");
    const worker = this.worker;
    worker.onmessage = ({ data }) => worker === this.worker && this.hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.worker) this.explain(event.message, this.state === "starting" ? url : null);
    };
    worker.postMessage({ type: "start", manifest: this.manifest, warm: this.warm });
    this.progress = 0;
    this.change("starting");
    this.watch();
  }

  // The frame for these parameters. Starts Python if idle. While it is busy only the newest request of
  // each queue (an explorer's own, if none is named) waits; one that was overtaken resolves as
  // {superseded: true}. Rejects with an Error whose message is a sentence: a value the explorer does not
  // accept, or why there is no Python. early(frame) is called with what is known before, if anything is.
  request(explorer, params, early, queue = explorer) {
    if (this.state === "idle") this.start();
    if (this.state === "failed") return Promise.reject(new Error(this.reason));
    return new Promise((resolve, reject) => {
      this.waiting.get(queue)?.resolve({ superseded: true });
      this.waiting.set(queue, { explorer, params, early, resolve, reject }); // keeps its place
      this.next();
    });
  }

  next() {
    if (this.state !== "ready" || this.current || !this.waiting.size) return;
    const [queue, request] = this.waiting.entries().next().value;
    this.waiting.delete(queue);
    this.current = { ...request, id: ++this.count };
    this.worker.postMessage({ id: this.count, explorer: request.explorer, params: request.params });
    this.watch();
  }

  hear(message) {
    if (message.type === "failed") return this.explain(message.message, message.url);
    if (message.type === "progress") {
      this.progress = Math.min(1, message.loaded / message.total);
      this.change("starting");
      return this.watch();
    }
    if (message.early) {
      this.current.early?.(message.early);
      return this.watch();
    }
    clearTimeout(this.watchdog);
    if (message.type === "ready") {
      this.phases = message.phases;
      this.change("ready");
    } else {
      const { resolve, reject } = this.current;
      this.current = null;
      if (message.error === undefined) resolve(message.frame);
      else reject(new Error(message.error));
    }
    this.next();
  }

  watch() {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(
      () => this.fail(`Python gave no sign of life for ${Math.round(this.patience / 1000)} seconds and was stopped.`),
      this.patience,
    );
  }

  // Turn a failure into a sentence. The browser's own words are often empty, so ask for the file again and look.
  async explain(message, url) {
    const worker = this.worker;
    const verb = this.state === "ready" ? "stopped" : "could not start";
    let reason = `Python ${verb}: ${message || "the browser did not say why"}`;
    if (url) {
      const name = new URL(url).pathname.split("/").pop();
      try {
        const response = await fetch(url, { signal: AbortSignal.timeout?.(10_000) });
        response.body?.cancel();
        const type = response.headers.get("content-type") || "no type";
        if (!response.ok) reason = `Python could not be fetched: ${name} answered ${response.status}.`;
        else if (name.endsWith(".js") && !PYTHON_SCRIPT_TYPES.test(type))
          reason = `Python could not start: this host serves ${name} as ${type}, which browsers do not run.`;
      } catch {
        reason = `Python could not be fetched (offline?): ${name} did not arrive.`;
      }
    }
    if (worker === this.worker) this.fail(reason);
  }

  fail(reason) {
    clearTimeout(this.watchdog);
    this.hopeless = this.state !== "starting" && this.state !== "ready"; // this browser, or this address, has no Python
    this.worker?.terminate();
    this.worker = null;
    this.reason = reason;
    const lost = [...(this.current ? [this.current] : []), ...this.waiting.values()];
    this.current = null;
    this.waiting.clear();
    this.change("failed");
    for (const request of lost) request.reject(new Error(reason));
  }

  change(state) {
    this.state = state;
    if (state !== "failed") this.reason = "";
    for (const callback of this.callbacks) callback(this);
  }
}
