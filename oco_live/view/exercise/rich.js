// The texts of exercises and verdicts as HTML: [0.2](measured), *w*, `code`, and links, id of the catalogue -> address;
// the same rules as hosts/cells.py.
import { escaped } from "../text.js";
import { linked } from "../typography.js";

const MARKED = /(\[[^\]]*\]\(\w+\)|\*[^*\s][^*]*\*|`[^`]*`)/;
const NUMBER = /^\[([^\]]*)\]\((\w+)\)$/;
const TOGETHER = / [=≤≥<>+−·∈] | (?:ln|exp)\b/g; // no line ends within a formula
const POWER = /(?:(?<![\d.])1|(?<=\d))e(−?\d+)\b/g;
const raised = (sign) => (sign === "−" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]);

// 2.67e−4 as people write it: 2.67·10⁻⁴.
const powers = (text) =>
  text.replace(POWER, (found, power) => `${found[0] === "1" ? "" : "·"}10${[...power].map(raised).join("")}`);

function piece(text, links) {
  const number = NUMBER.exec(text);
  if (number) {
    const look = number[2] === "bound" ? "bound" : "measured";
    return `<b class="oco-ex-${look}">${escaped(powers(number[1]))}</b>`;
  }
  const inner = escaped(text.slice(1, -1));
  if (text.length > 2 && text[0] === "*" && text.endsWith("*")) return `<i>${inner}</i>`;
  if (text.length > 2 && text[0] === "`" && text.endsWith("`")) return `<code>${inner}</code>`;
  return linked(escaped(powers(text).replace(TOGETHER, (found) => found.replaceAll(" ", "\u00a0"))), links);
}

export const rich = (text, links) =>
  text
    .split(MARKED)
    .map((part) => piece(part, links))
    .join("");
