// Where the box with the numbers stands: inside the picture, beside the cursor, where it covers least of the curves.
const GAP = 14; // px between the cursor and the box
const MARGIN = 6; // px between the box and the frame
const STAYS = 4; // points more that it may cover where it stands before it moves

const covers = (rect, { x, y }) =>
  x >= rect.left - MARGIN && x <= rect.right + MARGIN && y >= rect.top - MARGIN && y <= rect.bottom + MARGIN;

// Left and top of the places to choose from, best first: to the right of the cursor rather than to the left of it, low
// rather than high; of a point in a plane, beside the frame, where there is room. beside: the cursor is an upright
// line.
function places({ box, width: whole }, width, height, dots, beside) {
  const { left, top, right, bottom } = box;
  const x = dots[0]?.x ?? (left + right) / 2;
  const within = Math.max(0, Math.min(x + GAP, right - width));
  const sides = beside ? [x + GAP, x - GAP - width] : [right + MARGIN, left - MARGIN - width, right - width, left];
  const fits = sides.filter((side) =>
    beside ? side >= left && side + width <= right : side >= 0 && side + width <= whole,
  );
  const heights = [bottom - height - MARGIN, top + MARGIN, (top + bottom - height) / 2];
  return heights.flatMap((y) => (fits.length ? fits : [within]).map((side) => [side, Math.max(y, 0)]));
}

// box: the element; curves, dots: points in pixels that it should not cover, the latter on no account.
export function placeBox(element, picture, curves, dots, beside) {
  const { offsetWidth: width, offsetHeight: height } = element;
  const cost = ([left, top]) => {
    const rect = { left, top, right: left + width, bottom: top + height };
    const hidden = (points) => points.filter((point) => covers(rect, point)).length;
    return hidden(curves) + 100 * hidden(dots);
  };
  const choices = places(picture, width, height, dots, beside);
  const costs = choices.map(cost);
  let best = costs.indexOf(Math.min(...costs));
  const before = Number(element.dataset.place ?? -1);
  if (choices.length > before && before >= 0 && costs[before] <= costs[best] + STAYS) best = before;
  element.dataset.place = String(best);
  element.style.left = `${Math.round(choices[best][0])}px`;
  element.style.top = `${Math.round(choices[best][1])}px`;
}
