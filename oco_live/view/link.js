// "copy link": the address of exactly this state.
import { addTool } from "./tools.js";
import { copyText } from "./clipboard.js";
import { hashOf } from "./hash.js";

addTool("oco-link", (view, button) => button.addEventListener("click", async () => {
  const copied = await copyText(location.href.split("#")[0] + hashOf(view, view.controls.params));
  view.tell(copied ? "link copied" : "this browser does not let the page copy");
}));
