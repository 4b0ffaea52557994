// What makes the files that are saved: a script of its own on a page, fetched when a reader saves one (save.js).
import { paramsOf, svgOf } from "./saved_svg.js";
import { absolute, beyond } from "./units.js";

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

// ---- CSV: every series in the numbers that the axes show

const commented = (code) =>
  code
    .trimEnd()
    .split("\n")
    .map((line) => `#   ${line}`);

function csvOf(view) {
  const { current, spec, figure } = view;
  const rows = [`# ${spec.name}: ${paramsOf(current.params)}`];
  if (figure.dataset.source === "baked")
    rows.push(
      "# computed in advance: each value to within 1/2000 of the largest of its curve (on a log axis, of itself)",
    );
  rows.push(
    "# edge: the curve leaves the widest picture there, and y is at least (>=) or at most (<=) this",
    "panel,series,x,y,edge",
  );
  if (current.code) rows.splice(-1, 0, "# series named own…: of this code", ...commented(current.code));
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

// ---- pictures

const svgText = (view) => new XMLSerializer().serializeToString(svgOf(view));

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

const blobs = {
  svg: (view) => new Blob([svgText(view)], { type: "image/svg+xml" }),
  png: (view) => pngOf(view, 2),
  csv: (view) => new Blob([csvOf(view)], { type: "text/csv" }),
};

globalThis.ocoSaver = { blobs, fileName };
