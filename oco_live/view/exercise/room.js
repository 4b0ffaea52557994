// The room in which a reader's Python runs: a frame without an origin, and a worker in it. The frame's policy, which
// the worker inherits, lets both ask nobody for anything: what they need the page fetches and hands in as bytes.

const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:; worker-src blob:";
// The first message brings the worker's script, its files and its port; nothing else is listened to.
const FRAME = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>
onmessage = ({ data: { script, files }, ports }) => {
  onmessage = null;
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(url);
  worker.onerror = (event) => parent.postMessage({ failed: event.message || "the worker did not start" }, "*");
  worker.postMessage(files, [ports[0], ...Object.values(files.files)]);
};
</script>`;

// { port, close }. start: what worker.js is to know, `files` among it; their bytes are given away.
export function openRoom(script, start) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.hidden = true;
  frame.className = "oco-room";
  frame.srcdoc = FRAME;
  const { port1, port2 } = new MessageChannel();
  frame.onload = () =>
    frame.contentWindow.postMessage({ script, files: start }, "*", [port2, ...Object.values(start.files)]);
  document.body.append(frame);
  return { port: port1, close: () => frame.remove() };
}
