// Saving what is in view: the picture as SVG or PNG, the curves as CSV. All three say what they show.
import { addedTo } from "./names.js";
import { SVG } from "./paint.js";
import { addTool } from "./tools.js";
import { absolute, beyond } from "./units.js";

const GAP = 16;
const LINE = 13; // of text under a picture
const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "font-variant-numeric",
  "text-anchor",
  "display",
];

const setAll = (element, attributes) => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

const make = (name, attributes, ...children) => {
  const element = setAll(document.createElementNS(SVG, name), attributes);
  element.append(...children);
  return element;
};

// "ogd_eta-0.1_U-2": the explorer and what is not as it was at first.
function fileName({ current: { params }, spec, start }) {
  const word = (value) =>
    typeof value === "number" ? String(Number(value.toPrecision(4))) : value.replaceAll("+", "p").replaceAll("-", "m");
  return [
    spec.name,
    ...spec.controls
      .filter(({ name }) => params[name] !== start[name])
      .map(({ name }) => `${name}-${word(params[name])}`),
  ].join("_");
}

function wordsOf(params) {
  return Object.entries(params)
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");
}

function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// ---- CSV: every series in the numbers that the axes show

function csvOf(view) {
  const { current, spec, figure } = view;
  const rows = [`# ${spec.name}: ${wordsOf(current.params)}`];
  if (figure.dataset.source === "baked")
    rows.push("# computed in advance: each value to within 1/131070 of the widest picture of its axis");
  rows.push(
    "# edge: the curve leaves the widest picture there, and y is at least (>=) or at most (<=) this",
    "panel,series,x,y,edge",
  );
  for (const panel of spec.panels) {
    for (const series of spec.series.filter((candidate) => candidate.panel === panel.name)) {
      const { x, y } = current.series[series.name];
      x.forEach((_, i) =>
        rows.push(
          [
            panel.name,
            series.name,
            absolute(panel.x, current.facts, x[i]),
            absolute(panel.y, current.facts, y[i]),
            { "≤": "<=", "≥": ">=" }[beyond(panel, series, y[i])] ?? "",
          ].join(","),
        ),
      );
    }
  }
  return `${rows.join("\n")}\n`;
}

// ---- SVG: the panels as they look, with their legends

// A copy whose look depends on no stylesheet.
function inlined(element) {
  const copy = element.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll("*")];
  [element, ...element.querySelectorAll("*")].forEach((original, i) => {
    const style = getComputedStyle(original);
    const inherited = original === element ? null : getComputedStyle(original.parentNode);
    copies[i].removeAttribute("style");
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (!inherited || value !== inherited.getPropertyValue(name) || name === "opacity")
        copies[i].style.setProperty(name, value);
    }
  });
  return copy;
}

const swatchOf = (entry, x, y) => setAll(inlined(entry.querySelector(".oco-swatch")), { x, y, width: 28, height: 10 });

// Text broken where it grows too wide.
function broken(text, font, width) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (lines.at(-1) && pen.measureText(longer).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function svgOf(view) {
  const { figure, spec, targets } = view;
  const look = getComputedStyle(figure);
  const [width, height] = spec.size;
  const write = (x, y, text, size, weight = 400) =>
    make(
      "text",
      { x, y, "font-size": size, "font-weight": weight, fill: look.color, "font-family": look.fontFamily },
      text,
    );
  const shown = (element) => getComputedStyle(element).display !== "none";
  const columns = targets.panels.length === 4 ? 2 : targets.panels.length;
  const parts = [];
  let top = 26;
  let low = top;
  targets.panels.forEach(({ svg }, i) => {
    const left = (i % columns) * (width + GAP) + GAP;
    if (i && i % columns === 0) top = low + GAP;
    const holder = svg.parentElement;
    const picture = inlined(svg);
    picture.querySelector(".oco-cursor")?.remove();
    setAll(picture, { x: left, y: top + 14, width, height });
    for (const name of ["role", "aria-label", "tabindex"]) picture.removeAttribute(name);
    picture.style.overflow = "visible"; // a tick's label may reach over the edge
    parts.push(write(left, top + 10, holder.querySelector(".oco-panel-title").textContent, 11, 600), picture);
    let y = top + 14 + height + LINE;
    const lines = (text, indent) => {
      for (const line of broken(text, `9.5px ${look.fontFamily}`, width - indent)) {
        parts.push(write(left + indent, y, line, 9.5));
        y += LINE;
      }
    };
    const note = holder.querySelector(".oco-panel-note");
    if (note) lines(note.textContent, 0);
    for (const entry of [...holder.querySelectorAll(".oco-legend:not(.oco-readout) > li")].filter(shown)) {
      parts.push(swatchOf(entry, left, y - 8));
      lines(entry.textContent + addedTo(entry.querySelector(".oco-label")), 34);
    }
    low = Math.max(low, y);
  });
  const all = columns * (width + GAP) + GAP;
  for (const item of view.ghosts?.items() ?? []) {
    parts.push(swatchOf(item, GAP, low - 2), write(GAP + 34, low + 6, item.querySelector("span").textContent, 9.5));
    low += LINE;
  }
  const title = figure.querySelector("figcaption").textContent;
  low += 6;
  return make(
    "svg",
    { viewBox: `0 0 ${all} ${low}`, width: all, height: low, xmlns: SVG },
    make("title", {}, title),
    make("desc", {}, `${view.current.sentence} (${wordsOf(view.current.params)})`),
    make("rect", { width: all, height: low, fill: look.backgroundColor }),
    write(GAP, 16, title, 12, 600),
    ...parts,
  );
}

// In lecture mode, too, with letters of the page's size: a file has no last row.
function svgText(view) {
  const { style } = view.figure;
  const large = style.getPropertyValue("--oco-text");
  style.removeProperty("--oco-text");
  const text = new XMLSerializer().serializeToString(svgOf(view));
  if (large) style.setProperty("--oco-text", large);
  return text;
}

async function pngOf(view, scale) {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([svgText(view)], { type: "image/svg+xml" }));
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [scale * picture.width, scale * picture.height];
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(picture.src);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("the picture is too large"))), "image/png"),
  );
}

function addSaver(kind, blobOf) {
  addTool(`oco-${kind}`, (view, button) =>
    button.addEventListener("click", async () => {
      const name = `${fileName(view)}.${kind}`;
      try {
        download(name, await blobOf(view));
        view.tell(`saved ${name}`);
      } catch (error) {
        view.tell(`${name} could not be made in this browser (${error.message})`);
      }
    }),
  );
}

addSaver("svg", (view) => new Blob([svgText(view)], { type: "image/svg+xml" }));
addSaver("png", (view) => pngOf(view, 2));
addSaver("csv", (view) => new Blob([csvOf(view)], { type: "text/csv" }));
