// What a legend calls a series.

// What the stylesheet adds to a legend's words where a bound fails: " (does not apply)".
export function addedTo(label) {
  return label.closest("li").dataset.status === "fails" ? ` (${label.dataset.fails})` : "";
}

const labelIn = (figure, series) => figure.querySelector(`.oco-of-${series.name} .oco-label`);

// Its legend as plain text ("Rₜ", where the page has a letter and an index), with this frame's facts in it.
export function wordsOf(figure, series) {
  const label = labelIn(figure, series);
  return series.label.replace(
    /\{(\w+)\}/g,
    (_, name) => label.querySelector(`[data-fact="${name}"]`)?.textContent ?? "",
  );
}

// A series' name: its legend up to the colon; a long one only up to the comma.
export function nameOf(figure, series) {
  const name = wordsOf(figure, series).split(":")[0].trim();
  return (name.length > 40 ? name.split(",")[0] : name) + addedTo(labelIn(figure, series));
}

// The word at the end of its curve, where it has one and no other of its panel, all, has the same.
export function shortNameOf(figure, series, all) {
  const alone = series.end && all.filter(({ end }) => end === series.end).length === 1;
  return alone ? series.end + addedTo(labelIn(figure, series)) : nameOf(figure, series);
}
