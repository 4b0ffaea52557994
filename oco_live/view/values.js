// What the controls may be set to: the rules of an explorer's spec, without the page. A state is all parameters by
// name.

// Whether others has all that params has: Python's order of them need not be ours.
export const agree = (params, others) => Object.entries(params).every(([name, value]) => others[name] === value);

// The values of a control with this stream; none: it has no meaning there.
export const valuesFor = (control, stream) => control.allowed[stream] ?? control.values;

// The name of the choice that has no use for a control: "stream", or another one; undefined if it is used.
export function withoutUse(control, params) {
  if (!valuesFor(control, params.stream).length) return "stream";
  return Object.keys(control.idle ?? {}).find((name) => control.idle[name].includes(params[name]));
}

// The state that a stream starts from.
export function defaults(spec, stream) {
  return Object.fromEntries(
    spec.controls.map((control) => [control.name, control.name === "stream" ? stream : control.default[stream]]),
  );
}

// The state of a preset, which names what differs from its stream's defaults.
export const presetState = (spec, { params }) => ({ ...defaults(spec, params.stream), ...params });

// A new stream starts from its own defaults; the sliders that every sweep covers stay where they are, if it knows
// that place.
export function withStream(spec, params, stream) {
  const kept = spec.controls.filter((control) => control.baked && allows(control, params[control.name], stream));
  return { ...defaults(spec, stream), ...Object.fromEntries(kept.map(({ name }) => [name, params[name]])) };
}

// The other sign at place i; at none for -1, which is a click between the buttons.
export const toggled = (signs, i) =>
  [...signs].map((sign, k) => (k === i ? { "+": "-", "-": "+" }[sign] : sign)).join("");

// Whether a value from outside (a link, a kernel) makes sense here.
export function allows(control, value, stream) {
  const values = valuesFor(control, stream);
  if (control.kind === "choice") return values.includes(value);
  if (control.kind === "signs")
    return values.length > 0 && value.length === control.default[stream].length && /^[+-]*$/.test(value);
  return (
    values.length > 0 &&
    (control.integer ? Number.isInteger(value) : Number.isFinite(value)) &&
    value >= Math.min(...values) &&
    value <= Math.max(...values)
  );
}

// The place of the value that is nearest, the first of several.
export const nearest = (values, value) =>
  values.reduce((best, v, i) => (Math.abs(v - value) < Math.abs(values[best] - value) ? i : best), 0);

// Whether a sweep may hold this state: every control is where its sweeps are made, or the state is a preset's.
export function couldBeBaked(spec, params) {
  return (
    spec.controls.every((control) =>
      control.baked
        ? control.values.includes(params[control.name])
        : control.name === "stream" || params[control.name] === control.default[params.stream],
    ) || spec.presets.some((preset) => agree(params, presetState(spec, preset)))
  );
}
