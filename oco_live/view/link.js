// "copy link": the address of exactly this state, with the kept curves.

import { copy } from "./clipboard.js";
import { hashOf } from "./hash.js";
import { addTool } from "./tools.js";

addTool("oco-link", (view, button) =>
  button.addEventListener("click", () =>
    copy(view, location.href.split("#")[0] + hashOf(view, view.controls.params), "link"),
  ),
);
