// While a hand is on a slider the axes stand still; when it has left it, they fit themselves.
const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"];
const LETS_GO = 300; // ms after the last key, each a change of its own

// Where a pointer is taken away from a page no event may tell so: leaving the slider ends it, too.
export function holdWhileMoved(input, hold, release) {
  let held = false;
  let byKey = false; // then its end is not the change, but a while after the last key
  let timer;
  const start = (key) => {
    clearTimeout(timer);
    byKey = key;
    if (!held) hold();
    held = true;
  };
  const end = () => {
    clearTimeout(timer);
    if (held) release();
    held = false;
  };
  input.addEventListener("pointerdown", () => start(false));
  input.addEventListener("keydown", ({ key }) => KEYS.includes(key) && start(true));
  input.addEventListener("keyup", () => {
    clearTimeout(timer);
    if (held && byKey) timer = setTimeout(end, LETS_GO);
  });
  input.addEventListener("change", () => byKey || end());
  for (const event of ["pointerup", "pointercancel", "blur"]) input.addEventListener(event, end);
}
