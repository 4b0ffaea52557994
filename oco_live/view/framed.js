// An explorer that stands alone, in a frame of another page (embed/NAME.html): it says how high it is, leads back to
// its chapter, and gives the keyboard back. It runs before view.js.
const figure = document.querySelector(".oco-explorer");
const framed = parent !== window;
const sandboxed = self.origin === "null";

// ---- its height, as Canvas and other learning platforms hear it: some take an object, some its text
let told;

function tellHeight() {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  if (!framed || height === told) return;
  told = height;
  const said = { subject: "lti.frameResize", type: "resize", height };
  for (const message of [said, JSON.stringify(said)]) parent.postMessage(message, "*");
  try {
    window.requestResize?.(); // responsive-embedded-sizing
  } catch {
    // The page around has not asked for it.
  }
}

new ResizeObserver(tellHeight).observe(document.body);
addEventListener("load", () => {
  told = undefined; // whoever listens from now on
  tellHeight();
});

// ---- Esc, where there is nothing to close, leads out, and the page around may put the focus where it likes
addEventListener("keydown", ({ key, defaultPrevented }) => {
  if (!framed || key !== "Escape" || defaultPrevented) return;
  if (document.querySelector("dialog[open], [popover]")) return;
  document.activeElement?.blur();
  parent.postMessage({ type: "oco.leave" }, "*");
  parent.focus();
});

// A link scrolls its explorer into view on a page; here the page around would jump.
figure.scrollIntoView = () => {};

addEventListener("DOMContentLoaded", () => {
  const { view, python } = Object.values(window.ocoExplorers)[0];
  const home = document.querySelector(".oco-home a");
  for (const moment of ["pointerenter", "focus", "click"])
    home.addEventListener(moment, () => {
      home.href = view.link();
    });
  if (!sandboxed) return;
  document.querySelector("base").target = "_self"; // nothing else may be opened
  python.start(); // at once it says that it cannot
});
