// The reader's side: native inputs, what they may be set to, and the parameters they stand for.
import { holdWhileMoved } from "./hold.js";
import { put, putAttribute } from "./paint.js";
import { rove } from "./rove.js";
import { installStops, showSlider, valueAt } from "./slider.js";
import { mathematics } from "./typography.js";
import {
  answersTo,
  settingWords,
  squeezed,
  TUNED,
  toggled,
  typed,
  valuesFor,
  withoutUse,
  withStream,
} from "./values.js";

// What tells of a reader's change; a line of text is asked about when it has been written.
const EVENTS = { signs: "click", text: "change" };

// Whether an input stands elsewhere than the page put it: a reader was quicker than this script.
export function moved(input) {
  if (!input.options) return input.value !== input.defaultValue;
  return [...input.options].some((option) => option.defaultSelected && !option.selected);
}

export class Controls {
  // frame: the one in view. onchange(params) is called with all parameters after each change by the reader; hold() and
  // release() when a hand takes a slider, and when it has left it.
  constructor(root, spec, frame, { onchange, hold, release }) {
    this.root = root;
    this.spec = spec;
    this.frame = frame;
    this.params = { ...frame.params };
    this.onchange = onchange;
    this.inputs = {};
    this.refused = {}; // name of a text -> what the reader wrote, which was not accepted
    this.accepted = {}; // and what was, the last: who leaves the stream finds it on coming back
    for (const control of spec.controls) {
      const input = root.querySelector(`[name="${control.name}"]`);
      this.inputs[control.name] = input;
      if (control.kind === "signs") rove(input);
      if (control.kind === "slider") {
        installStops(
          input,
          () => this.stops(control),
          () => this.take(control, TUNED),
        );
        holdWhileMoved(input, hold, release);
      }
      input.addEventListener(EVENTS[control.kind] ?? "input", (event) => {
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
        if (!this.unused(control) && input.value !== "") this.read(control, input); // else the stream has no use for it
      });
  }

  valuesFor(control) {
    return valuesFor(control, this.params.stream);
  }

  unused(control) {
    return withoutUse(control, this.params);
  }

  // What a slider's stops depend on.
  stops(control) {
    const values = this.valuesFor(control);
    return { control, values: values.length ? values : control.values, facts: this.frame.facts, params: this.params };
  }

  // The reader chose this value, by another way than the input.
  take(control, value) {
    this.params = { ...this.params, [control.name]: value };
    this.show();
    this.onchange(this.params);
  }

  // The first slider that has a tuned value is put there; whether there is one.
  takeTuned() {
    const control = this.spec.controls.find(
      (candidate) => candidate.tuned && candidate.tuned in this.frame.facts && !this.unused(candidate),
    );
    if (control) this.take(control, TUNED);
    return Boolean(control);
  }

  read(control, input, event) {
    this.refused = {};
    if (control.name === "stream") this.params = this.inStream(input.value);
    else this.params = { ...this.params, [control.name]: this.valueOf(control, input, event) };
    this.show();
  }

  valueOf(control, input, event) {
    if (control.kind === "slider") return valueAt(this.stops(control), Number(input.value));
    if (control.kind === "text") return squeezed(input.value);
    if (control.kind !== "signs") return input.value;
    return toggled(
      this.params[control.name],
      [...input.querySelectorAll("button")].indexOf(event.target.closest("button")),
    );
  }

  // All parameters once the stream is another, with what the reader wrote for it.
  inStream(stream) {
    const params = withStream(this.spec, this.params, stream);
    for (const control of this.spec.controls.filter(({ name, kind }) => kind === "text" && this.accepted[name])) {
      if (!withoutUse(control, params)) params[control.name] = this.accepted[control.name];
    }
    return params;
  }

  set(params) {
    this.refused = {};
    this.params = { ...params };
    this.show();
  }

  // The parameters were not accepted: these are those in view. A text stays as it was written, marked.
  goBack(params) {
    const refused = this.spec.controls.filter(
      ({ name, kind }) => kind === "text" && this.params.stream === params.stream && this.params[name] !== params[name],
    );
    this.refused = Object.fromEntries(refused.map(({ name }) => [name, this.params[name]]));
    this.params = { ...params };
    this.show();
  }

  // The frame in view is another: a tuned value is where this one says.
  follow(frame) {
    this.frame = frame;
    for (const control of this.spec.controls.filter(({ kind }) => kind === "text")) {
      if (!withoutUse(control, frame.params)) this.accepted[control.name] = frame.params[control.name];
    }
    this.show();
  }

  // The parameters as numbers: where one is tuned, the number of the frame in view, unless that is of another state.
  get numbers() {
    return answersTo(this.spec, this.params, this.frame) ? this.frame.params : this.params;
  }

  // Controls that have no meaning with this stream are not there; `off` names others that are off, with the reason.
  show(off = this.off ?? {}) {
    this.off = off;
    for (const control of this.spec.controls) {
      const input = this.inputs[control.name];
      const field = input.closest(".oco-control");
      const unused = Boolean(this.unused(control));
      if (control.kind === "slider") showSlider(input, field, this.stops(control));
      else if (control.kind === "signs") this.showSigns(control, input);
      else if (control.kind === "text") this.showText(control, input);
      else this.showChoice(control, input);
      const dead = unused || control.name in off;
      // What is not there hears no key: the figure takes the focus, so that the keys go on working.
      if (dead && input.contains(document.activeElement)) this.root.focus({ preventScroll: true });
      put(input, "disabled", dead);
      put(field, "hidden", unused);
      put(input, "title", off[control.name] ?? "");
    }
    const words = this.root.querySelector(".oco-setting-words");
    if (words) put(words, "innerHTML", mathematics(settingWords(this.spec, this.params)));
  }

  showSigns(control, input) {
    const value = this.params[control.name];
    [...input.querySelectorAll("button")].forEach((button, i) => {
      const sign = value[i].replace("-", "−");
      put(button, "textContent", sign);
      putAttribute(button, "aria-pressed", String(value[i] === "+"));
      putAttribute(button, "aria-label", `round ${i + 1}: ${sign}`);
    });
  }

  // What means the same stays as it was written.
  showText({ name }, input) {
    const refused = this.refused[name];
    const value = refused ?? this.params[name];
    putAttribute(input, "aria-invalid", String(refused !== undefined));
    if (squeezed(input.value) !== value) put(input, "value", typed(value));
  }

  showChoice(control, input) {
    const values = this.valuesFor(control);
    const options = (values.length ? values : control.values).map(String);
    if ([...input.options].map((option) => option.value).join() !== options.join()) {
      input.replaceChildren(...options.map((v) => new Option(control.labels[control.values.indexOf(v)], v)));
    }
    put(input, "value", this.params[control.name]);
  }
}
