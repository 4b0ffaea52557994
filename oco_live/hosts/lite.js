// In a live notebook beside the book: links to its pages, and a word when the book's notebook is not the edition that
// the reader's copy began with.
(() => {
  "use strict";
  const lite = new URL("../", location.href);
  const book = new URL("../", lite);

  // JupyterLab takes a relative link for one of the notebook's files.
  const lead = ({ target }) => {
    const link = target.closest?.("a[data-commandlinker-args]");
    const { path, id } = link ? JSON.parse(link.dataset.commandlinkerArgs) : {};
    if (!path?.endsWith(".html")) return;
    delete link.dataset.commandlinkerCommand;
    delete link.dataset.commandlinkerArgs;
    link.href = new URL(path + (id ?? ""), book).href;
    link.target = "_blank";
  };
  for (const kind of ["pointerover", "focusin", "click"]) addEventListener(kind, lead, true);

  const ready = async (find) => {
    for (;;) {
      const found = find();
      if (found) return found;
      await new Promise((done) => setTimeout(done, 200));
    }
  };

  // An edited copy lies in the browser's storage and hides the book's notebook of the same name. Both carry the name of
  // their edition (plain.py); where they differ the new one can be opened beside the copy, under a name of its own.
  // What came of it is in window.ocoEdition: "the same", "another", or "unknown" for a notebook that is not the book's.
  const compare = async () => {
    const panel = await ready(() => {
      const shown = window.jupyterapp?.shell.currentWidget;
      return shown?.context && shown;
    });
    await panel.context.ready;
    const here = panel.context.path;
    const mine = panel.content.model.getMetadata("oco");
    const original = mine?.notebook ?? here;
    const answer = await fetch(new URL(`files/${original}`, lite), { cache: "no-cache" }).catch(() => null);
    if (!answer?.ok) return "unknown"; // the reader's own, or no network
    const content = await answer.json();
    const edition = content.metadata?.oco?.edition;
    if (!edition) return "unknown";
    if (edition === mine?.edition) return "the same";

    const beside = original.replace(/\.ipynb$/, `-${edition}.ipynb`);
    const place = async () => {
      const { contents } = window.jupyterapp.serviceManager;
      const folder = beside.slice(0, Math.max(0, beside.lastIndexOf("/")));
      if ((await contents.get(folder, { content: true })).content.some(({ path }) => path === beside)) return;
      const { path } = await contents.newUntitled({ path: folder, type: "notebook" });
      await contents.save(path, { type: "notebook", format: "json", content });
      await contents.rename(path, beside); // last: what has this name is whole
    };
    const open = async ({ currentTarget }) => {
      const tab = window.open("", "_blank"); // at once: later it would no longer be the reader's click
      currentTarget.disabled = true; // one at a time: renaming takes the place of what has the name
      try {
        await place();
        (tab ?? window).location.assign(new URL(`?path=${encodeURIComponent(beside)}`, location.href));
      } catch (error) {
        tab?.close();
        bar.append(` It could not be opened: ${error.message}`);
      } finally {
        currentTarget.disabled = false;
      }
    };
    const button = (text, onclick) => Object.assign(document.createElement("button"), { textContent: text, onclick });
    const bar = Object.assign(document.createElement("div"), { className: "oco-edition" });
    bar.setAttribute("role", "status");
    bar.append("The book’s notebook has changed since you began this copy of it. Your copy stays as it is. ",
      button("Open the new edition beside it", open), " ", button("Not now", () => bar.remove()));
    bar.style.cssText = "position: fixed; inset: auto 0 0; z-index: 10000; padding: 0.6em 1em; "
      + "font: 1rem/1.5 sans-serif; color: var(--jp-ui-font-color1); background: var(--jp-layout-color2); "
      + "border-top: 2px solid var(--jp-brand-color1);";
    document.body.append(bar);
    return "another";
  };
  compare().catch(() => "unknown").then((found) => { window.ocoEdition = found; });
})();
