// A verdict in the page: one sentence with its number, then the reason, then the small case as picture and table, the
// rest folded. What comes from the reader's Python is data from a stranger: text is escaped, names are looked up.

import { drawing } from "../drawing.js";
import { hashOf } from "../hash.js";
import { escaped } from "../text.js";
import { rich } from "./rich.js";

const STATES = ["passed", "failed", "stopped"];
const QUOTED = { "<": "‹", ">": "›", '"': "”" };
const ARROW = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M6 3h7v7M13 3 4 12"/></svg>';
const MOVED = 8; // px: a change of width that pictures follow

const text = (value) => (typeof value === "string" ? value : "");
const list = (value) => (Array.isArray(value) ? value : []);
const when = (condition, html) => (condition ? html : "");

// What comes from the reader's Python, without a sign that could end a text in the picture's markup.
function harmless(value) {
  if (typeof value === "string") return value.replace(/[<>"]/g, (sign) => QUOTED[sign]);
  if (Array.isArray(value)) return value.map(harmless);
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [harmless(name), harmless(part)]));
}

// Shows it; returns its state.
export function show(cell, verdict) {
  const says = document.createElement("div");
  says.className = "oco-ex-says";
  const evidence = document.createElement("div");
  evidence.className = "oco-ex-evidence";
  evidence.innerHTML = evidenceOf(cell, verdict);
  for (const place of evidence.querySelectorAll(".oco-ex-printed")) printed(place, verdict.output);
  listenToLink(evidence.querySelector(".oco-counterexample"));
  // A screen reader hears the sentence and its reason: they are written into a live region that is there already.
  says.setAttribute("role", "status");
  cell.output.replaceChildren(says, evidence);
  says.innerHTML = saysOf(verdict, cell.page.files.links);
  draw(cell, evidence, list(verdict.pictures));
  return STATES.includes(verdict.state) ? verdict.state : "failed";
}

function saysOf({ lead, sentence, message, hint }, links) {
  return (
    `<p class="oco-ex-say"><strong>${escaped(text(lead))}:</strong> ${rich(text(sentence), links)}</p>` +
    when(text(message), `<p class="oco-ex-message" translate="no">${escaped(text(message))}</p>`) +
    when(text(hint), `<p class="oco-ex-why">${rich(text(hint), links)}</p>`)
  );
}

// ---- the evidence

function evidenceOf(cell, verdict) {
  const pictures = list(verdict.pictures).map((_, i) => `<figure class="oco-card" data-picture="${i}"></figure>`);
  const beside = tableOf(verdict.table) + linkOf(cell, verdict.link) + foldsOf(cell, verdict);
  const wide = when(list(verdict.pictures)[0]?.spec?.panels?.[0]?.equal === false, " data-wide");
  const stage = pictures.length
    ? `<div class="oco-ex-stage"${wide} data-pictures="${pictures.length}">${pictures.join("")}` +
      `<div>${beside}</div></div>`
    : beside;
  return lineOf(cell, verdict) + valuesOf(verdict.values) + stage;
}

// The reader's line, for those who do not see it marked in the editor.
function lineOf(cell, { line, state }) {
  const found = state !== "passed" && line > 0 ? text(cell.entry.of).split("\n")[line - 1] : "";
  return found?.trim() ? `<pre class="oco-ex-src"><span>${Number(line)}</span>${escaped(found.trim())}</pre>` : "";
}

function valuesOf(values) {
  const pairs = list(values).map(
    (pair) => `<div><dt>${escaped(text(pair?.[0]))}</dt><dd>${escaped(text(pair?.[1]))}</dd></div>`,
  );
  return when(
    pairs.length,
    `<p class="oco-ex-moment">at that moment</p><dl class="oco-ex-values">${pairs.join("")}</dl>`,
  );
}

function tableOf(table) {
  if (!table) return "";
  const head = list(table.head).map((word) => `<th scope="col">${rich(text(word))}</th>`);
  const rows = list(table.rows).map((row, i) => {
    const cells = list(row).map((word) => `<td>${rich(text(word))}</td>`);
    return `<tr${when(i === table.bad, ' class="oco-ex-bad"')}>${cells.join("")}</tr>`;
  });
  return (
    '<div class="oco-ex-table" tabindex="0" role="region" aria-label="the rounds of this case"><table>' +
    `<thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`
  );
}

// The way to the explorer that shows this case, or its like: on this page, or in the chapter that explains it.
function linkOf({ page }, link) {
  const { pages } = page.files;
  if (!link || !Object.hasOwn(pages, link.explorer)) return "";
  const { explorer: name, params, main, show } = link;
  const controls = Object.keys(params).map((control) => ({ name: control, baked: true })); // all of them are named
  const series = list(show).map((one) => ({ name: one, first: false }));
  const hash = hashOf(
    { spec: { name, controls, panels: [{}], series }, start: params, main, chosen: () => true },
    params,
  );
  const way = escaped(pages[name] + hash);
  return `<a class="oco-counterexample" href="${way}">${escaped(text(link.words))} ${ARROW}</a>`;
}

// The same link again: the address does not change, but the explorer may have.
function listenToLink(link) {
  link?.addEventListener("click", () => {
    if (link.href === location.href) dispatchEvent(new HashChangeEvent("hashchange"));
  });
}

const SIGNS = { true: ["✓", "holds"], false: ["✗", "fails"] };

function checkOf({ text: words, ok, value }, links) {
  const [sign, spoken] = SIGNS[ok] ?? ["", ""];
  const name = ok === false ? ' class="oco-ex-no"' : "";
  const mark = sign && `<span aria-hidden="true">${sign}</span><span class="oco-ex-spoken">${spoken}: </span>`;
  const said = [mark, rich(text(words), links), rich(text(value))];
  return `<li${name}>${said.map((part) => `<span>${part}</span>`).join("")}</li>`;
}

function foldsOf({ page }, { output, checks, tried }) {
  const { links } = page.files;
  const some = list(checks).map((check) => checkOf(check, links));
  return (
    when(text(output?.text), '<details class="oco-ex-printed"><summary>Printed</summary></details>') +
    when(
      some.length,
      `<details><summary>What was checked</summary><ul class="oco-ex-checks">${some.join("")}</ul>` +
        `${when(text(tried), `<p>${rich(text(tried))}.</p>`)}</details>`,
    )
  );
}

// What was printed, written when it is opened: it may have ten thousand lines. A few are open at once.
function printed(place, { text: words, lost, cut }) {
  const fill = () => {
    if (place.childElementCount > 1) return;
    const pre = document.createElement("pre");
    pre.tabIndex = 0;
    pre.textContent = words;
    place.append(pre);
    if (!lost && !cut) return;
    const note = document.createElement("p");
    const more = Number(lost).toLocaleString("en").replaceAll(",", " ");
    note.textContent = cut
      ? "The rest was not kept."
      : `Only the first 10 000 lines or 250 000 characters are kept; ${more} ${lost === 1 ? "line" : "lines"} more.`;
    place.append(note);
  };
  place.addEventListener("toggle", () => place.open && fill());
  if (words.length < 2000 && !lost) {
    fill();
    place.open = true;
  }
}

// ---- pictures, drawn anew when their place has another width

function draw(cell, evidence, pictures) {
  cell.sizes?.disconnect();
  if (!pictures.length) return;
  const figures = [...evidence.querySelectorAll("[data-picture]")];
  const paint = () => {
    for (const figure of figures) drawing(figure, harmless(pictures[figure.dataset.picture]), cell.page.files.dashes);
  };
  styled(cell.page.files);
  paint();
  let width = evidence.clientWidth;
  cell.sizes = new ResizeObserver(() => {
    if (Math.abs(evidence.clientWidth - width) < MOVED) return;
    width = evidence.clientWidth;
    paint();
  });
  cell.sizes.observe(evidence);
}

// The explorers' stylesheet, on a page that has none of them.
function styled({ base, view }) {
  if (document.querySelector(`link[href*="${view}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: base + view }));
}
