// Clicks in a picture. In a small one: it becomes the large one. In the large one, where it is drawn over the values of
// a slider: the slider goes to the nearest of its positions ("click a step to take it").
import { letter } from "./units.js";
import { nearest, valuesFor } from "./values.js";

// The slider whose value stands along the x axis of a panel, if there is one.
function sliderOf({ controls }, { x }) {
  return controls.find(
    ({ kind, name, symbol }) => kind === "slider" && (x.sets ? name === x.sets : symbol && symbol === letter(x)),
  );
}

// The value of a slider, "tuned" among them, that stands nearest to a pixel.
function valueAt(view, control, scale, x) {
  const { params, facts } = view.current;
  const values = [...valuesFor(control, params.stream)];
  if (!values.length) return undefined;
  const tuned = control.tuned ? facts[control.tuned] : undefined;
  const places = [...values, ...(tuned === undefined ? [] : [tuned])].map((value) => scale.at(value));
  const best = nearest(places, x);
  return best < values.length ? values[best] : "tuned";
}

export function installTaking(view) {
  for (const { panel, plot } of Object.values(view.pictures)) {
    const control = sliderOf(view.spec, panel);
    plot.classList.toggle("oco-takes", control !== undefined);
    plot.addEventListener("click", ({ clientX, target }) => {
      if (view.main !== panel.name) return view.setMain(panel.name);
      if (!control || target.closest("[data-mark]")) return undefined;
      const { svg, scales } = view.pictures[panel.name];
      const value = valueAt(view, control, scales.x, clientX - svg.getBoundingClientRect().left);
      if (value === undefined || view.controls.inputs[control.name].disabled) return undefined;
      return view.go({ ...view.controls.params, [control.name]: value });
    });
  }
}
