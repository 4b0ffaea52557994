// Every curve is shown or hidden by its button, in the list under "more" or, by a key, over the pictures: where the
// lecture room has no room for the list.
import { openDialog } from "./dialogs.js";
import { putAttribute } from "./paint.js";

export function installCurves(view) {
  const list = view.figure.querySelector(".oco-curves");
  const buttons = [...list.querySelectorAll("[data-curve]")];
  const series = new Map(view.spec.series.map((one) => [one.name, one]));
  for (const button of buttons) button.addEventListener("click", () => view.toggle(button.dataset.curve));
  view.onpaint(() => {
    for (const button of buttons)
      putAttribute(button, "aria-pressed", String(view.shown(series.get(button.dataset.curve))));
  });
  const { parentElement: home, nextSibling: next } = list;
  view.listCurves = () => {
    const dialog = openDialog(view, "oco-curve-list", "Curves", list);
    // That event comes late: another dialog may have the list by then.
    dialog.addEventListener("close", () => dialog.contains(list) && home.insertBefore(list, next));
  };
}
