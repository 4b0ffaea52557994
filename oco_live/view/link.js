// "copy link": the address of exactly this state.
import { addTool } from "./tools.js";
import { copy } from "./clipboard.js";
import { hashOf } from "./hash.js";

addTool("oco-link", (view, button) => button.addEventListener("click", () =>
  copy(view, location.href.split("#")[0] + hashOf(view, view.controls.params),
    view.ghosts?.items().length ? "link (it does not hold the kept curves)" : "link")));
