// On paper an explorer shows the state that the text around it speaks of: the one that the page came with.
export function installPrinting(view) {
  const start = JSON.parse(view.figure.querySelector(".oco-start").textContent);
  const { signal } = view.gone;
  let early; // what was in view
  addEventListener(
    "beforeprint",
    () => {
      early = view.early;
      view.early = start;
      view.paint();
    },
    { signal },
  );
  addEventListener(
    "afterprint",
    () => {
      view.early = early;
      view.paint();
    },
    { signal },
  );
}
