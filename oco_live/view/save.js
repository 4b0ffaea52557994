// Saving what is in view: the picture as SVG or PNG, the curves as CSV. All three say what they show.
import { fetched } from "./fetched.js";
import { filesOf } from "./link.js";
import { addTool } from "./tools.js";
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

function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// { paramsOf, svgOf }; a notebook has them from the start.
async function saver(view) {
  if (!globalThis.ocoSaver) {
    const files = filesOf(view);
    await fetched(files.base + files.saver);
  }
  return globalThis.ocoSaver;
}

// ---- CSV: every series in the numbers that the axes show

async function csvOf(view) {
  const { paramsOf } = await saver(view);
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

const svgText = async (view) => new XMLSerializer().serializeToString((await saver(view)).svgOf(view));

async function pngOf(view, scale) {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([await svgText(view)], { type: "image/svg+xml" }));
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

addSaver("svg", async (view) => new Blob([await svgText(view)], { type: "image/svg+xml" }));
addSaver("png", (view) => pngOf(view, 2));
addSaver("csv", async (view) => new Blob([await csvOf(view)], { type: "text/csv" }));
