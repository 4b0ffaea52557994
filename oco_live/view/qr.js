// The link to this state as a QR code, for the telephones of a lecture hall.
import { openDialog } from "./dialogs.js";
import { fetched } from "./fetched.js";
import { filesOf } from "./files.js";
import { linkOf } from "./link.js";
import { codeOf, pictureOf } from "./qr_code.js";
import { addTool } from "./tools.js";

const MOST = 97; // modules a side (version 20): smaller ones are not read from the last row

async function show(view) {
  const { base, encoder } = filesOf(view);
  try {
    if (!globalThis.ocoEncode) await fetched(base + encoder);
  } catch {
    view.tell("The code could not be made (offline?).");
    return;
  }
  const link = linkOf(view);
  const code = codeOf(link, MOST);
  const words = document.createElement("p");
  words.textContent = code
    ? link
    : "This link is too long for a code that can be read from afar: remove kept curves, or copy the link.";
  openDialog(view, "oco-qr-code", "Link to this state", ...(code ? [pictureOf(code, link)] : []), words);
}

addTool("oco-qr", (view, button) => button.addEventListener("click", () => show(view)));
