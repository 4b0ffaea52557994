// Where a reader writes a learner or a loss. What runs and draws it is fetched when the place is opened, or when a link
// brings code; that waits there for Run.
import { fetched } from "./fetched.js";

// files: { base, own, room } of the page. view.own: the code as a link has it, "" for none; view.offerOwn(code): a link
// has this one, and perhaps kept curves with theirs.
export function installOwn(view, files) {
  const place = view.figure.querySelector(".oco-own");
  if (!place || !files.own || location.protocol === "file:") return; // there no worker runs
  place.hidden = false;
  let coming = null;
  const open = () => {
    coming ??= fetched(files.base + files.own).then(
      () => window.ocoOwn(view, place, files),
      (error) => {
        coming = null;
        place.querySelector(".oco-own-said").textContent = error.message;
      },
    );
    return coming;
  };
  view.own = "";
  view.offerOwn = (code) => {
    const kept = view.ghosts.kept.some(({ own, frame }) => own && !frame?.own);
    if (code === view.own && !kept) return;
    view.own = code;
    if (code || kept) for (const details of [place, place.closest(".oco-setting")]) details.open = true;
    open().then((own) => own?.offer(code));
  };
  place.addEventListener("toggle", open);
  // Who presses Run before that has come is not forgotten.
  let pressed = false;
  const early = (event) => {
    if (place.oco || pressed) return;
    pressed = true;
    event.preventDefault();
    place.querySelector(".oco-own-said").textContent = "Python is starting …";
    open().then((own) => {
      pressed = false;
      own?.run();
    });
  };
  place.addEventListener("click", (event) => event.target.closest(".oco-own-run") && early(event));
  place.addEventListener(
    "keydown",
    (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && early(event),
  );
}
