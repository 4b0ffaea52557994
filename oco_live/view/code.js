// "copy as Python": the lines that reproduce the numbers in view, the same text as oco_live.code.lines.
import { copyText } from "./clipboard.js";
import { addTool } from "./tools.js";

function literal(value) {
  if (typeof value === "string") return JSON.stringify(value);
  const size = Math.abs(value);
  return size && (size < 1e-4 || size >= 1e16) ? value.toExponential() : String(value);
}

export function pythonLines(view) {
  const { params } = view.current;
  const { controls, code, name } = view.spec;
  const usual = (control) => (control.name === "stream" ? view.spec.controls.find((c) => c.name === "stream").default[control.values[0]] : control.default[params.stream]);
  const changed = controls.filter((control) => params[control.name] !== usual(control)).map((control) => `, ${control.name}=${literal(params[control.name])}`);
  return (code.widget + code.core).replaceAll("{name}", name).replaceAll("{changed}", changed.join(""))
    .replaceAll("{source}", code.source[params.stream] ?? "")
    .replace(/\{(\w+)(!?)\}/g, (_, key, word) => (word ? params[key] : literal(params[key])));
}

addTool("oco-python", (view, button) => button.addEventListener("click", async () => {
  view.tell(await copyText(pythonLines(view)) ? "Python lines copied" : "the browser does not let a page copy");
}));
