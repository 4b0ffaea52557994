// The link to this state as a QR code, for the telephones of a lecture hall: black on white, whatever the page's
// colours.
import { openDialog } from "./dialogs.js";
import { fetched } from "./fetched.js";
import { filesOf } from "./files.js";
import { linkOf } from "./link.js";
import { SVG } from "./paint.js";
import { addTool } from "./tools.js";

const QUIET = 4; // modules of white around it: less, and some cameras do not find it
const MOST = 97; // modules a side (version 20): smaller ones are not read from the last row

// { d, size } of the code's black modules as one path, in units of modules; null where the text is too long.
function codeOf(text) {
  try {
    const { data, size } = globalThis.ocoEncode(text, { ecc: "L", boostEcc: true, border: 0 });
    if (size > MOST) return null;
    const d = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])));
    return { d: d.join(""), size: size + 2 * QUIET };
  } catch {
    return null; // more than the largest code holds
  }
}

function pictureOf({ d, size }, link) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${size} ${size}`);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `QR code of ${link}`);
  picture.setAttribute("shape-rendering", "crispEdges");
  picture.innerHTML = `<rect width="${size}" height="${size}" fill="#fff"/><path d="${d}" fill="#000"/>`;
  return picture;
}

async function show(view) {
  const { base, encoder } = filesOf(view);
  try {
    if (!globalThis.ocoEncode) await fetched(base + encoder);
  } catch {
    view.tell("The code could not be made (offline?).");
    return;
  }
  const link = linkOf(view);
  const code = codeOf(link);
  const words = document.createElement("p");
  words.textContent = code
    ? link
    : "This link is too long for a code that can be read from afar: remove kept curves, or copy the link.";
  openDialog(view, "oco-qr-code", "Link to this state", ...(code ? [pictureOf(code, link)] : []), words);
}

addTool("oco-qr", (view, button) => button.addEventListener("click", () => show(view)));
