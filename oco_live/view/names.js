// What a legend calls a series.

// What the stylesheet adds to a legend's words where a bound fails: " (does not apply)".
export function addedTo(label) {
  return label.closest("li").dataset.status === "fails" ? ` (${label.dataset.fails})` : "";
}

// A series' name: its legend up to the colon, with this frame's facts in it; a long one only up to the comma.
export function nameOf(figure, series) {
  const label = figure.querySelector(`.oco-of-${series.name} .oco-label`);
  const name = label.textContent.split(":")[0].trim();
  return (name.length > 40 ? name.split(",")[0] : name) + addedTo(label);
}

// The word at the end of its curve, where it has one.
export function shortNameOf(figure, series) {
  if (!series.end) return nameOf(figure, series);
  return series.end + addedTo(figure.querySelector(`.oco-of-${series.name} .oco-label`));
}
