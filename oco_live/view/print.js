// On paper an explorer shows the state that the text around it speaks of: the one that the page came with.
import { paint } from "./paint.js";

export function installPrinting(view) {
  const heights = { ...view.zooms };
  const { signal } = view.gone;
  addEventListener(
    "beforeprint",
    () => {
      paint(view.targets, JSON.parse(view.figure.querySelector(".oco-start").textContent), heights);
    },
    { signal },
  );
  addEventListener("afterprint", () => view.paint(), { signal });
}
