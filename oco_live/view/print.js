// On paper an explorer shows the state that the text around it speaks of: the one that the page came with.

// Axes that would glide to their place are there at once: a printer does not wait.
function settle(view) {
  cancelAnimationFrame(view.drawing.moving);
  for (const picture of Object.values(view.pictures)) {
    picture.ranges = picture.fitting() ?? picture.ranges;
    picture.draw();
  }
}

export function installPrinting(view) {
  const start = JSON.parse(view.figure.querySelector(".oco-start").textContent);
  const { signal } = view.gone;
  let early; // what was in view
  addEventListener(
    "beforeprint",
    () => {
      early = view.early;
      view.early = start;
      view.paint();
      settle(view);
    },
    { signal },
  );
  addEventListener(
    "afterprint",
    () => {
      view.early = early;
      view.paint();
    },
    { signal },
  );
}
