// Lecture mode: the figure fills the screen. It is moved into a modal dialog and back, so that it stays the same figure
// with the same state; the dialog makes the rest of the page inert, and Esc leaves it.
import { addTool } from "./tools.js";

const LARGEST = 15; // of the text in a panel, in the panel's units: more would not fit beside its axes

addTool("oco-lecture", (view, button) => {
  const { figure } = view;
  const svg = figure.querySelector(".oco-panel > svg");
  const dialog = document.createElement("dialog");
  const place = document.createElement("div"); // keeps the figure's room on the page
  let focused = button;
  let scrolled = 0;
  dialog.className = "oco-lecture-room";
  dialog.setAttribute("aria-label", figure.querySelector("figcaption").textContent);
  dialog.addEventListener("focusin", (event) => {
    focused = event.target;
  });

  // Text in a panel as large as the text around it, whatever the panel's scale.
  const sized = new ResizeObserver(() => {
    const scale = svg.getScreenCTM()?.a;
    if (scale > 0)
      figure.style.setProperty("--oco-text", Math.min(parseFloat(getComputedStyle(figure).fontSize) / scale, LARGEST));
  });

  const enter = () => {
    const kept = figure.contains(document.activeElement) ? document.activeElement : button; // opening moves the focus
    scrolled = scrollY;
    Object.assign(place.style, { height: `${figure.offsetHeight}px`, margin: getComputedStyle(figure).margin });
    figure.before(place, dialog);
    dialog.append(figure);
    dialog.showModal();
    document.documentElement.style.scrollbarColor = "transparent transparent"; // the page keeps its width
    kept.focus();
    focused = kept; // a window that is not in front hears of no focus
    sized.observe(svg);
    show("leave");
  };

  const show = (word) => {
    button.textContent = word;
    button.classList.toggle("oco-on", dialog.open);
  };

  dialog.addEventListener("close", () => {
    sized.disconnect();
    figure.style.removeProperty("--oco-text");
    document.documentElement.style.removeProperty("scrollbar-color");
    const back = focused;
    place.replaceWith(figure);
    dialog.remove();
    back.focus({ preventScroll: true });
    scrollTo({ top: scrolled, behavior: "instant" });
    show("lecture");
  });
  button.addEventListener("click", () => (dialog.open ? dialog.close() : enter()));
});
