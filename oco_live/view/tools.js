// The toolbars below the controls. Each tool is a module that says what its button does, by the button's class; a
// button whose module is not part of this bundle stays hidden (a notebook has no address to copy).
import { rove } from "./controls.js";
import { putAttribute } from "./paint.js";
import { presetState } from "./values.js";

const tools = new Map();
const TYPING = "input:not([type=range]), select, textarea, [contenteditable]"; // there a key is a letter

// Where the keys write another script, or signs in place of digits, the key that stands at that place.
const means = ({ key, code, shiftKey }, shortcut) =>
  key.toUpperCase() === shortcut ||
  (!shiftKey && !/^[a-z0-9]$/i.test(key) && (code === `Key${shortcut}` || code === `Digit${shortcut}`));

// attach(view, button) is called for every button of this class, once the view stands.
export function addTool(name, attach) {
  tools.set(name, attach);
}

export function installTools(view) {
  const bar = view.figure.querySelector(".oco-tools");
  const buttons = [...bar.querySelectorAll("button")];
  for (const button of buttons) {
    const name = [...button.classList].find((candidate) => tools.has(candidate));
    if (name) tools.get(name)(view, button);
    else button.hidden = true;
  }
  view.figure.addEventListener("keydown", (event) => {
    if (
      event.repeat ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.target.closest(TYPING)
    )
      return;
    const button = buttons.find((candidate) => means(event, candidate.getAttribute("aria-keyshortcuts")));
    if (!button) return;
    event.preventDefault();
    button.click();
  });
  view.figure.tabIndex = -1; // a click anywhere in the figure makes it the one that the keys are for
  for (const toolbar of bar.querySelectorAll("[role=toolbar]")) rove(toolbar);
  bar.classList.add("oco-live");
}

// "more" opens the row of what is needed less often.
addTool("oco-more", (view, button) => {
  const menu = view.figure.querySelector(".oco-menu");
  button.addEventListener("click", () => {
    menu.hidden = !menu.hidden;
    button.setAttribute("aria-expanded", String(!menu.hidden));
  });
});

// Presets: states worth seeing. The one that is in view is pressed.
addTool("oco-preset", (view, button) => {
  const preset = view.spec.presets[Number(button.dataset.preset)];
  const wanted = presetState(view.spec, preset);
  button.addEventListener("click", () => view.go(wanted, preset.zooms));
  view.onpaint(() => putAttribute(button, "aria-pressed", String(view.shows(wanted))));
});
