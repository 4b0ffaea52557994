// Where a browser keeps nothing for a site (all cookies blocked, a sandboxed frame), the first word of localStorage is an
// exception, at which the scripts of the theme and of JupyterLab end. There a stand-in keeps what they say for as long as
// the page lasts, and window.ocoForgets(what) tells the reader, once on a page, what is not kept.
for (const name of ["localStorage", "sessionStorage"]) {
  try {
    window[name].setItem("oco", "");
    window[name].removeItem("oco");
  } catch {
    const kept = new Map();
    Object.defineProperty(window, name, { configurable: true, value: {
      get length() { return kept.size; },
      key: (index) => [...kept.keys()][index] ?? null,
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, value) => { kept.set(String(key), String(value)); },
      removeItem: (key) => { kept.delete(String(key)); },
      clear: () => kept.clear(),
    } });
    window.ocoForgets = (what) => {
      if (document.querySelector(".oco-forgets")) return;
      const note = document.createElement("p");
      note.className = "oco-forgets";
      note.setAttribute("role", "status");
      note.style = "position:fixed;inset:auto 1rem 1rem auto;z-index:1100;max-width:min(26rem,100vw - 2rem);margin:0;padding:.5rem .9rem;"
        + "font:1rem/1.4 system-ui,sans-serif;color:CanvasText;background:Canvas;border:1px solid;border-radius:5px";
      document.body.append(note);
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Close";
      button.addEventListener("click", () => { note.hidden = true; note.style.display = "none"; });
      note.append(`This browser keeps nothing for this site: ${what} `, button);
    };
  }
}
