// A row of buttons is one stop of Tab: the arrows, Home and End go along it, and Tab comes back to the one last used.
import { putAttribute } from "./paint.js";

export function rove(row, buttons = [...row.querySelectorAll("button")]) {
  const enter = (button) => buttons.forEach((other) => putAttribute(other, "tabindex", other === button ? "0" : "-1"));
  enter(buttons.find((button) => !button.hidden));
  row.addEventListener("focusin", (event) => buttons.includes(event.target) && enter(event.target));
  row.addEventListener("keydown", (event) => {
    const reachable = buttons.filter((button) => button.checkVisibility());
    const here = reachable.indexOf(event.target);
    const last = reachable.length - 1;
    const to = { ArrowLeft: Math.max(here - 1, 0), ArrowRight: Math.min(here + 1, last), Home: 0, End: last }[
      event.key
    ];
    if (here < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault(); // Home and End would scroll the page
    reachable[to].focus();
  });
}
