// "copy link": the address of exactly this state, with the kept curves.

import { copy } from "./clipboard.js";
import { filesOf } from "./files.js";
import { hashOf } from "./hash.js";
import { addTool } from "./tools.js";

// The hash of this state on a page where the explorer begins otherwise: it names what differs from there.
export function hashFrom(view, start) {
  return hashOf(Object.assign(Object.create(view), { start }), view.controls.params);
}

// On this page; of an explorer that stands alone, on the page of its chapter.
export function linkOf(view) {
  const { home, start } = filesOf(view);
  if (home) return new URL(home, location.href).href + hashFrom(view, start);
  return location.href.split("#")[0] + hashOf(view, view.controls.params);
}

addTool("oco-link", (view, button) => {
  view.link = () => linkOf(view);
  button.addEventListener("click", () => copy(view, view.link(), "link"));
});
