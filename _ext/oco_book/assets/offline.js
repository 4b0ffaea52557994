// Keeps the book for reading without a network (sw.js), after the page and its Python have had their turn.
(() => {
  const SETTLED = 4000; // ms after the page has loaded
  const { connection, serviceWorker } = navigator;
  if (!serviceWorker || !location.protocol.startsWith("http")) return;
  // Nothing is fetched unasked on a connection that costs.
  const costs = connection && (connection.saveData || /2g/.test(connection.effectiveType ?? "") || connection.type === "cellular");
  const root = new URL(document.documentElement.dataset.content_root, document.baseURI);
  const keep = async () => {
    try {
      await serviceWorker.register(new URL("sw.js", root));
      (await serviceWorker.ready).active.postMessage({ python: true });
    } catch {} // a browser that keeps nothing, in a private window for instance
  };
  if (!costs) {
    addEventListener("load", () => setTimeout(() => ("requestIdleCallback" in window ? requestIdleCallback(keep) : keep()), SETTLED));
  }
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data !== "newer" || document.querySelector(".oco-newer")) return;
    const note = document.createElement("p");
    note.className = "oco-newer";
    note.setAttribute("role", "status");
    document.body.append(note);
    note.innerHTML = 'A newer version of this book has arrived. <button type="button">Show it</button>';
    note.querySelector("button").addEventListener("click", () => location.reload());
  });
})();
