// The toolbar, its menu and the examples.
import { installKeys } from "./keys.js";
import { put } from "./paint.js";
import { rove } from "./rove.js";
import { tools } from "./tools.js";
import { presetState } from "./values.js";

export function installTools(view) {
  const bar = view.figure.querySelector(".oco-tools");
  const menu = bar.querySelector(".oco-menu");
  const buttons = [...bar.querySelectorAll("button")];
  for (const button of buttons) {
    const name = [...button.classList].find((candidate) => tools.has(candidate));
    if (name) tools.get(name)(view, button);
    else if (!button.matches(".oco-menu-button, .oco-reset, .oco-play-start, .oco-play-step")) button.hidden = true;
  }
  rove(
    bar,
    buttons.filter((button) => !menu?.contains(button)),
  );
  if (menu) installMenu(bar, menu);
  bar.querySelector(".oco-reset")?.addEventListener("click", () => view.reset());
  installExamples(view);
  view.figure.tabIndex = -1; // a click anywhere in the figure makes it the one that the keys are for
  installKeys(view);
  bar.classList.add("oco-live");
}

// ---------------------------------------------------------------- the menu

const TO = {
  ArrowDown: (here, count) => (here + 1) % count,
  ArrowUp: (here, count) => (here + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function installMenu(bar, menu) {
  const opener = bar.querySelector(".oco-menu-button");
  const entries = () => [...menu.querySelectorAll("button")].filter((button) => button.checkVisibility());
  const open = (wanted) => {
    menu.hidden = !wanted;
    opener.setAttribute("aria-expanded", String(wanted));
  };
  const close = () => {
    open(false);
    opener.focus({ preventScroll: true });
  };
  opener.addEventListener("click", () => open(menu.hidden));
  opener.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open(true);
    entries()
      .at(event.key === "ArrowDown" ? 0 : -1)
      ?.focus();
  });
  bar.addEventListener("keydown", (event) => {
    if (menu.hidden || event.key !== "Escape") return;
    event.preventDefault(); // what it closes is the menu alone
    event.stopPropagation();
    close();
  });
  menu.addEventListener("keydown", (event) => {
    const found = entries();
    const here = found.indexOf(event.target);
    if (here < 0 || !(event.key in TO) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    found[TO[event.key](here, found.length)].focus();
  });
  menu.addEventListener("click", (event) => {
    const entry = event.target.closest("button");
    // Stepping is done again and again. What opens a dialog has the focus then.
    if (!entry || entry.matches(".oco-play-step, .oco-rounds-step")) return;
    open(false);
    if (menu.contains(document.activeElement) || document.activeElement === document.body)
      opener.focus({ preventScroll: true });
  });
  bar.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !bar.contains(relatedTarget)) open(false);
  });
  document.addEventListener("pointerdown", ({ target }) => bar.contains(target) || open(false));
}

// ---------------------------------------------------------------- examples: states worth seeing

function installExamples(view) {
  const { spec } = view;
  const select = view.figure.querySelector("[name=oco-example]");
  view.presets = spec.presets.map((preset) => ({ label: preset.label, state: presetState(spec, preset) }));
  const inView = () => view.presets.findIndex(({ state }) => view.shows(state));
  let last = -1; // the one taken last: walking goes on from there, where the reader moved something meanwhile

  // Whether there is an example of this number, from 0; it is in view then.
  view.takeExample = (index) => {
    const preset = view.presets[index];
    if (!preset) return false;
    last = index;
    const wanted = spec.presets[index].show ?? [];
    const known = new Set(spec.presets.flatMap(({ show }) => show ?? []));
    for (const one of spec.series.filter(({ name }) => known.has(name)))
      if (view.chosen(one) !== wanted.includes(one.name)) view.choose(one.name, wanted.includes(one.name));
    view.go(preset.state);
    return true;
  };
  view.example = (step) => {
    const here = inView();
    return view.takeExample((here < 0 ? last : here) + step);
  };
  select?.addEventListener("change", () => {
    if (select.value !== "") view.takeExample(Number(select.value));
  });
  view.onpaint(() => {
    const here = inView();
    if (select) put(select, "value", here < 0 ? "" : String(here));
  });
}
