// The reader's side: native inputs, what they may be set to, and the parameters they stand for.
import { textOf } from "./format.js";
import { put, putAttribute } from "./paint.js";
import { nearest, toggled, valuesFor, withoutUse, withStream } from "./values.js";

// A row of buttons is one stop of Tab: the arrows, Home and End go along it, and Tab comes back to the one last used.
export function rove(row) {
  const buttons = [...row.querySelectorAll("button")];
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

// Whether an input stands elsewhere than the page put it: a reader was quicker than this script.
export function moved(input) {
  if (!input.options) return input.value !== input.defaultValue;
  return [...input.options].some((option) => option.defaultSelected && !option.selected);
}

export class Controls {
  // onchange(params) is called with all parameters after each change by the reader.
  constructor(root, spec, params, onchange) {
    this.spec = spec;
    this.params = { ...params };
    this.inputs = {};
    for (const control of spec.controls) {
      const input = root.querySelector(`[name="${control.name}"]`);
      this.inputs[control.name] = input;
      if (control.kind === "signs") rove(input);
      input.addEventListener(control.kind === "signs" ? "click" : "input", (event) => {
        this.read(control, input, event);
        onchange(this.params);
      });
    }
    this.adopt();
    this.show();
  }

  // What the reader has set before the view was there is set. The stream first: it says what the places of the others
  // mean.
  adopt() {
    this.spec.controls
      .map((control) => [control, this.inputs[control.name]])
      .filter(([{ kind }, input]) => kind !== "signs" && moved(input))
      .map(([control, input]) => [control, input, input.value])
      .sort(([a], [b]) => (b.name === "stream") - (a.name === "stream"))
      .forEach(([control, input, value]) => {
        input.value = value;
        if (!input.disabled && input.value !== "") this.read(control, input); // else the new stream has no use for it
      });
  }

  valuesFor(control) {
    return valuesFor(control, this.params.stream);
  }

  read(control, input, event) {
    if (control.name === "stream") this.params = withStream(this.spec, this.params, input.value);
    else this.params = { ...this.params, [control.name]: this.valueOf(control, input, event) };
    this.show();
  }

  valueOf(control, input, event) {
    if (control.kind === "slider") return this.valuesFor(control)[Number(input.value)];
    if (control.kind !== "signs") return input.value;
    return toggled(
      this.params[control.name],
      [...input.querySelectorAll("button")].indexOf(event.target.closest("button")),
    );
  }

  set(params) {
    this.params = { ...params };
    this.show();
  }

  // Controls that have no meaning with this stream are off; `off` names others, with the reason.
  show(off = this.off ?? {}) {
    this.off = off;
    for (const control of this.spec.controls) {
      const input = this.inputs[control.name];
      const value = this.params[control.name];
      const values = this.valuesFor(control);
      const shown = values.length ? values : control.values;
      const unused = withoutUse(control, this.params);
      if (control.kind === "slider") {
        put(input, "max", String(shown.length - 1));
        put(input, "value", String(nearest(shown, value)));
        const text = textOf(value, 4);
        putAttribute(input, "aria-valuetext", unused ? `not used with this ${unused}` : `${control.symbol} = ${text}`);
        put(input.closest(".oco-control").querySelector(".oco-value"), "textContent", unused ? "not used" : text);
      } else if (control.kind === "signs") {
        [...input.querySelectorAll("button")].forEach((button, i) => {
          const sign = value[i].replace("-", "−");
          put(button, "textContent", sign);
          putAttribute(button, "aria-pressed", String(value[i] === "+"));
          putAttribute(button, "aria-label", `round ${i + 1}: ${sign}`);
        });
      } else {
        const options = shown.map(String);
        if ([...input.options].map((option) => option.value).join() !== options.join()) {
          input.replaceChildren(...options.map((v) => new Option(control.labels[control.values.indexOf(v)], v)));
        }
        put(input, "value", value);
      }
      const dead = Boolean(unused) || control.name in off;
      // A disabled control hears no key: the figure takes the focus, so that the keys go on working.
      if (dead && input.contains(document.activeElement)) input.closest(".oco-explorer").focus({ preventScroll: true });
      put(input, "disabled", dead);
      input.closest(".oco-control").classList.toggle("oco-unused", Boolean(unused));
      put(input, "title", off[control.name] ?? (unused ? `This ${unused} does not use it.` : ""));
    }
  }
}
