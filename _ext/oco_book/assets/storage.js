// Where a browser keeps nothing for a site (all cookies blocked, a sandboxed frame), or has no room left for it, the
// first word to localStorage is an exception, at which the scripts of the theme and of JupyterLab end. There a stand-in
// keeps what they say for as long as the page lasts, beside what the browser has kept before, and ocoForgets(what)
// tells the reader, once on a page, what is not kept; ocoForgets.why says why.
for (const name of ["localStorage", "sessionStorage"]) {
  try {
    window[name].setItem("oco", "");
    window[name].removeItem("oco");
  } catch (error) {
    const full = error.name === "QuotaExceededError";
    const real = full ? window[name] : null;
    const kept = new Map(full ? Object.entries(real) : []);
    Object.defineProperty(window, name, { configurable: true, value: {
      get length() { return kept.size; },
      key: (index) => [...kept.keys()][index] ?? null,
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, value) => {
        kept.set(String(key), String(value));
        try {
          real?.setItem(key, value); // a shorter value may find room
        } catch {}
      },
      removeItem: (key) => { kept.delete(String(key)); real?.removeItem(key); },
      clear: () => { kept.clear(); real?.clear(); },
    } });
    window.ocoForgets = (what) => {
      if (document.querySelector(".oco-forgets")) return;
      const note = document.createElement("p");
      note.className = "oco-forgets";
      note.setAttribute("role", "status");
      note.style = "position:fixed;inset:auto 1rem 1rem auto;z-index:1100;max-width:min(26rem,100vw - 2rem);margin:0;"
        + "padding:.5rem .9rem;font:1rem/1.4 system-ui,sans-serif;color:CanvasText;background:Canvas;border:1px solid;"
        + "border-radius:5px";
      document.body.append(note);
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Close";
      button.addEventListener("click", () => { note.hidden = true; note.style.display = "none"; });
      note.append(`${window.ocoForgets.why}: ${what} `, button);
    };
    window.ocoForgets.why = full ? "This browser’s storage for this site is full"
      : "This browser keeps nothing for this site";
  }
}
