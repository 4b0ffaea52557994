// "copy as Python": the lines that reproduce the numbers in view, the same text as oco_live.code.lines.
import { copy } from "./clipboard.js";
import { addTool } from "./tools.js";

export function literal(value) {
  if (typeof value === "string") return JSON.stringify(value);
  const size = Math.abs(value);
  return size && (size < 1e-4 || size >= 1e16) ? value.toExponential() : String(value);
}

export function pythonLines(view) {
  const { params } = view.current;
  const { controls, code, name } = view.spec;
  const usual = (control) => control.default[control.name === "stream" ? control.values[0] : params.stream];
  const changed = controls
    .filter((control) => params[control.name] !== usual(control))
    .map((control) => `, ${control.name}=${literal(params[control.name])}`);
  if (view.current.code) changed.push(`, own=${literal(view.current.code)}`);
  return (code.widget + code.core)
    .replaceAll("{name}", name)
    .replaceAll("{changed}", changed.join(""))
    .replaceAll("{source}", code.source[params.stream] ?? "")
    .replaceAll("{steps}", code.source[params.learner] ?? "")
    .replace(/\{(\w+)(!?)\}/g, (_, key, word) => (word ? params[key] : literal(params[key])));
}

addTool("oco-python", (view, button) =>
  button.addEventListener("click", () => copy(view, pythonLines(view), "Python lines")),
);
