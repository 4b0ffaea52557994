// Plain words set as a book sets them: the same rules as hosts/typography.py, for what is live. A test compares the
// two.
const LETTER = "[b-df-zB-DF-HJ-Z]"; // "a", "A" and "I" are words, "e" stands in 1e−5
const BEFORE = "(?<![A-Za-z_’'&#])";
const AFTER = "(?![A-Za-z0-9’'_]|-[a-z])";
const INDEX = { ₜ: "t", ₛ: "s", ᵢ: "i", ₖ: "k", ₙ: "n", ₘ: "m", ₚ: "p" };
[..."₀₁₂₃₄₅₆₇₈₉"].forEach((sign, digit) => {
  INDEX[sign] = String(digit);
});
const INDICES = Object.keys(INDEX).join("");
const POWER = /(?:(?<![\d.])1|(?<=\d))e(−?\d+)\b/g; // 1e−5 and 2.67e−4
const ROOT = /([^\s;]\/)?√(?:\(([^()]*)\)|(\d+|[A-Za-z]))/g;
const INDEXED = new RegExp(`${BEFORE}(${LETTER})(?:_([A-Za-z0-9])(?![A-Za-z0-9])|([${INDICES}]+))`, "g");
const SINGLE = new RegExp(`${BEFORE}(U[GX]|DG|${LETTER})${AFTER}`, "g");
const SOME_INDEX = new RegExp(`[_${INDICES}]`);
const MARKED = /\[([^\]]*)\]\((\w+)\)/;
const ID = /\b([TEDA]\d{1,2})\b/g;
const PERCENT = /((?:<b [^<>]*>)?−?\d[\d.]*(?:<\/b>)?) %/g;
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => ENTITIES[sign]);
const italic = (text) => (/^\p{L}+$/u.test(text) ? `<i>${text}</i>` : text);
const singles = (text) => text.replace(SINGLE, "<i>$1</i>");

function indexed(_, letter, plain, small) {
  const index = plain ?? [...small].map((sign) => INDEX[sign]).join("");
  return `<i>${letter}</i><sub>${italic(index)}</sub>`;
}

// Letters with an index first, then those that stand alone.
function letters(text) {
  if (!SOME_INDEX.test(text)) return singles(text);
  const pieces = text.replace(INDEXED, indexed).split(/(<i>.*?<\/sub>)/);
  return pieces.map((piece) => (piece.startsWith("<i>") ? piece : singles(piece))).join("");
}

// 2.67e−4 as people write it: 2.67·10⁻⁴.
export const powers = (text) =>
  text.replace(POWER, (found, power) => `${found[0] === "1" ? "" : "·"}10${[...power].map(raised).join("")}`);
const raised = (sign) => (sign === "−" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]);

// A root with what stands before it as η/√t, of which no line ends after the stroke.
const together = (over, root) => (over ? `<span class="oco-unbroken">${over}${root}</span>` : root);

// Words as HTML whose lines do not end between a number, marked or not, and its "%".
const unbroken = (words) => words.replace(PERCENT, '<span class="oco-unbroken">$1 %</span>');

// The words as HTML: "regret R_t, at most √(8T)".
export const mathematics = (text) => unbroken(wordsOf(text));

function wordsOf(text) {
  const rooted = escaped(powers(text)).replace(ROOT, (_, over, inside, under) =>
    together(over, `√<span class="oco-root">${inside ?? under}</span>`),
  );
  return rooted
    .split(/(<[^>]*>)/)
    .map((piece) => (piece.startsWith("<") ? piece : letters(piece)))
    .join("");
}

// A frame's headline; its marked numbers wear the colour and the dashes of their curve. series: of the spec.
export function headline(text, series) {
  const marked = (part) => {
    const [, number, name] = part.match(MARKED);
    const { role, dash } = series.find((candidate) => candidate.name === name);
    return `<b data-of="${name}" class="oco-is-${role} oco-dash-${dash || "none"}">${escaped(powers(number))}</b>`;
  };
  const parts = text.split(/(\[[^\]]*\]\(\w+\))/);
  return unbroken(parts.map((part) => (MARKED.test(part) ? marked(part) : wordsOf(part))).join(""));
}

// What a frame says besides, one fact a sentence.
export const facts = (sentence) =>
  sentence
    .trim()
    .split(/(?<=[.?!])\s+/)
    .filter(Boolean);

// The ids of the catalogue in a piece of HTML as links; links: id -> address.
export const linked = (html, links = {}) =>
  html.replace(ID, (id) => (Object.hasOwn(links, id) ? `<a href="${escaped(links[id])}">${id}</a>` : id));

// A fact as HTML, with the same links.
export const fact = (text, links) => linked(mathematics(text), links);

// The headline of a frame, or the first fact of one that has none.
export const firstWords = (frame) => frame.headline || (facts(frame.sentence)[0] ?? "");
