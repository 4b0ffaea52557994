// "copy embed code": a frame with this explorer alone (embed/NAME.html) in this state, for another page.
import { copy } from "./clipboard.js";
import { filesOf } from "./files.js";
import { hashFrom } from "./link.js";
import { addTool } from "./tools.js";

const WIDTHS = [340, 640, 900]; // px of a figure: the narrowest of each of its layouts (narrow.css)
const AROUND = 96; // px of the page around it: the edge above, and below three lines

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

// The height of the frame, for pages that do not listen to how high its content says it is: nothing scrolls in it,
// however wide it is.
function heightOf(figure) {
  const alike = figure.cloneNode(true);
  for (const fold of alike.querySelectorAll("details")) fold.open = false;
  alike.style.removeProperty("--oco-least");
  alike.style.margin = 0;
  const place = document.createElement("div");
  place.style = "position:absolute;visibility:hidden";
  place.append(alike);
  document.body.append(place);
  const heights = WIDTHS.map((width) => {
    place.style.width = `${width}px`;
    return alike.offsetHeight;
  });
  place.remove();
  return Math.max(...heights) + AROUND;
}

function codeOf(view, embed) {
  const { figure } = view;
  const src = new URL(embed, location.href).href + hashFrom(view, {});
  const title = figure.querySelector("figcaption").textContent;
  return (
    `<iframe src="${escaped(src)}" title="${escaped(title)}" width="100%" height="${heightOf(figure)}" ` +
    'style="border:0" allow="clipboard-write" loading="lazy"></iframe>'
  );
}

addTool("oco-embed", (view, button) => {
  const { embed } = filesOf(view);
  button.hidden = !embed || location.protocol === "file:"; // no other page reaches a file of this machine
  button.addEventListener("click", () => copy(view, codeOf(view, embed), "embed code"));
});
