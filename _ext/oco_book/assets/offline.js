// Keeps the book for reading without a network (sw.js), after the page and its Python have had their turn.
(() => {
  const SETTLED = 4000; // ms after the page has loaded
  const LONGEST = 300_000; // ms after which browsers end a worker that is still at it
  const { connection } = navigator;
  let serviceWorker;
  try {
    ({ serviceWorker } = navigator);
  } catch {} // a sandboxed frame
  if (!serviceWorker || !location.protocol.startsWith("http")) return;
  // Nothing is fetched unasked on a connection that costs: there the front page has a button for it, and the others
  // lead to that.
  const { saveData, effectiveType = "", type } = connection ?? {};
  const costs = saveData || /2g/.test(effectiveType) || type === "cellular";
  const root = new URL(document.documentElement.dataset.content_root, document.baseURI);
  const keep = async () => {
    await serviceWorker.register(new URL("sw.js", root));
    (await serviceWorker.ready).active.postMessage({ python: true });
  };
  if (costs) offer(document.querySelector(".oco-archive[data-megabytes]") ?? document.querySelector("article"));
  else {
    const quietly = () => keep().catch(() => {}); // a browser that keeps nothing, in a private window for instance
    const idly = window.requestIdleCallback ?? ((work) => work());
    addEventListener("load", () => setTimeout(() => idly(quietly, { timeout: 10_000 }), SETTLED));
  }

  async function offer(place) {
    if (!place) return;
    let there = null;
    try {
      there = await caches.match(new URL("_oco/offline.json", root));
    } catch {} // it keeps nothing
    const line = document.createElement("p");
    line.className = "oco-offline";
    if (!place.dataset.megabytes) {
      if (there) return;
      line.innerHTML = "<a>Keep this book for reading without a network</a>";
      line.firstChild.href = new URL("index.html#oco-keep", root);
      place.append(line);
      return;
    }
    line.id = "oco-keep";
    line.innerHTML = '<button type="button"></button> <span role="status"></span>';
    const [button, status] = line.children;
    button.textContent = there ? "Bring the copy in this browser up to date"
      : `Keep this book in this browser (${place.dataset.megabytes} MB)`;
    place.after(line);
    if (location.hash === "#oco-keep") line.scrollIntoView();
    let limit;
    const ended = (done) => {
      clearTimeout(limit);
      button.disabled = false;
      button.hidden = done;
      status.textContent = done ? "This book is kept in this browser. It opens without a network."
        : "That broke off. Press again to go on from there.";
    };
    button.addEventListener("click", async () => {
      button.disabled = true;
      status.textContent = "The book is on its way …";
      limit = setTimeout(ended, LONGEST, false);
      navigator.storage?.persist?.().catch(() => {}); // the reader wants it: some browsers then never tidy it away
      await keep().catch(() => {
        ended(false);
        const why = window.ocoForgets?.why;
        if (why) status.textContent = `${why}, and so this book is not kept. The zip opens from a folder.`;
      });
    });
    serviceWorker.addEventListener("message", ({ data }) => {
      if (data === "kept" || data === "broken off") ended(data === "kept");
    });
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
