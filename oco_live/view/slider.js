// A slider: its positions are places between which its marks lie, and one of them may be that of the tuned value.
import { put, putAttribute } from "./paint.js";
import { isTuned, nearest, spokenText, stopAt, stopsOf, TUNED, tunedPlace, valueText } from "./values.js";

const PAGES = 10; // how many keys PageUp a slider is long

const placeIn = ({ control, params, facts }) => tunedPlace(control, params.stream, facts);

// The value at a position; TUNED at the tuned place.
export function valueAt(state, position) {
  const place = placeIn(state);
  const stop = stopAt(position, place);
  return stop === place && place !== null ? TUNED : state.values[stop];
}

// The number that a parameter stands for, as far as the frame in view tells it.
const numberOf = ({ control, params, facts }) =>
  params[control.name] === TUNED ? facts[control.tuned] : params[control.name];

// Where the slider stands.
function placeOfValue(state) {
  const place = placeIn(state);
  const number = numberOf(state);
  return place !== null && isTuned(state.control, number, state.facts) ? place : nearest(state.values, number);
}

// state(): { control, values, facts, params }. taken(): the mark of the tuned value was clicked.
export function installStops(input, state, taken) {
  const move = (position) => {
    input.value = String(position);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  input.addEventListener("keydown", (event) => {
    const { key, ctrlKey, altKey, metaKey } = event;
    const now = state();
    const place = placeIn(now);
    if (place === null || ctrlKey || altKey || metaKey) return; // every position is a stop: the browser's own keys do
    const stops = stopsOf(now.values.length, place);
    const here = stops.indexOf(placeOfValue(now));
    const page = Math.max(1, Math.round(stops.length / PAGES));
    const last = stops.length - 1;
    const to = {
      ArrowRight: here + 1,
      ArrowUp: here + 1,
      ArrowLeft: here - 1,
      ArrowDown: here - 1,
      PageUp: here + page,
      PageDown: here - page,
      Home: 0,
      End: last,
    }[key];
    if (to === undefined) return;
    event.preventDefault();
    const stop = stops[Math.min(Math.max(to, 0), last)];
    if (stop !== stops[here]) move(stop);
  });
  input
    .closest(".oco-control")
    .querySelector(".oco-tuned")
    ?.addEventListener("click", () => {
      if (!input.disabled) taken();
    });
}

export function showSlider(input, field, state) {
  const { control, values, facts } = state;
  const last = Math.max(values.length - 1, 1);
  const place = placeIn(state);
  const number = numberOf(state);
  const stands = placeOfValue(state);
  put(input, "min", "0");
  put(input, "max", String(values.length - 1));
  put(input, "step", place === null ? "1" : "0.01");
  put(input, "value", String(stands));
  const share = String(stands / last);
  if (input.style.getPropertyValue("--oco-at") !== share) input.style.setProperty("--oco-at", share);
  putAttribute(input, "aria-valuetext", spokenText(control, number, facts));
  put(field.querySelector(".oco-value"), "textContent", valueText(control, number, facts));
  showMarks(field.querySelector(".oco-marks"), state, place, last);
  // There the thumb lies under the mark: a finger takes the thumb.
  field.querySelector(".oco-tuned")?.classList.toggle("oco-reached", place === stands);
}

const left = (share) => `${Number((100 * share).toPrecision(4))}%`;

// Under the slider: other values with another stream, the tuned one where it now is.
function showMarks(row, { control, params }, place, last) {
  if (!row) return;
  const star = row.querySelector(".oco-tuned");
  const wanted = control.marks?.[params.stream];
  if (wanted && row.dataset.of !== params.stream) {
    row.dataset.of = params.stream;
    const made = wanted.map(([position, text]) => {
      const span = document.createElement("span");
      span.textContent = text;
      span.style.left = left(position / last);
      return span;
    });
    row.replaceChildren(...made, ...(star ? [star] : []));
  }
  if (!star) return;
  put(star, "hidden", place === null);
  if (place !== null) put(star.style, "left", left(place / last));
}
