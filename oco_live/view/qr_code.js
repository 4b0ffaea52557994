// A text as a QR code: black on white, whatever the page's colours. encoder.js has set ocoEncode.
import { SVG } from "./paint.js";

const QUIET = 4; // modules of white around it: less, and some cameras do not find it

// { d, size } of the code's black modules as one path, in units of modules; null where the text needs more than `most`
// modules a side.
export function codeOf(text, most) {
  try {
    const { data, size } = globalThis.ocoEncode(text, { ecc: "L", boostEcc: true, border: 0 });
    if (size > most) return null;
    const d = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])));
    return { d: d.join(""), size: size + 2 * QUIET };
  } catch {
    return null; // more than the largest code holds
  }
}

export function pictureOf({ d, size }, what) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${size} ${size}`);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `QR code of ${what}`);
  picture.setAttribute("shape-rendering", "crispEdges");
  picture.innerHTML = `<rect width="${size}" height="${size}" fill="#fff"/><path d="${d}" fill="#000"/>`;
  return picture;
}
