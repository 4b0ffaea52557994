// Text of a picture goes into the page: what is there already is not written again, since each write makes the browser
// lay out and style anew.
export const SVG = "http://www.w3.org/2000/svg";

const LAYERS = ["axes", "before", "ghosts", "moving", "ends", "cursor"]; // from the back

export function put(element, property, value) {
  if (element[property] !== value) element[property] = value;
}

export function putAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function layersOf(svg) {
  const layers = {};
  for (const name of LAYERS) {
    layers[name] = svg.querySelector(`.oco-${name}`) ?? document.createElementNS(SVG, "g");
    layers[name].setAttribute("class", `oco-${name}`);
    svg.append(layers[name]); // in this order
  }
  return layers;
}

// The elements of one panel that pictures are written to.
export class Canvas {
  constructor(holder) {
    this.holder = holder;
    this.plot = holder.querySelector(".oco-plot");
    this.svg = this.plot.querySelector("svg");
    this.layers = layersOf(this.svg);
    this.groups = {};
    for (const group of this.layers.moving.querySelectorAll("[data-series]"))
      this.groups[group.dataset.series] = { group, path: group.querySelector("path") };
    this.written = new Map();
  }

  // The size of the picture, in CSS pixels, and of its text.
  resize(width, height, type, bold) {
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("width", width);
    this.svg.setAttribute("height", height);
    this.svg.setAttribute("font-size", type);
    this.svg.style.setProperty("--oco-bold", bold);
    for (const { group } of Object.values(this.groups)) {
      group.dataset.dashes ??= group.style.getPropertyValue("--oco-d");
      const { dashes } = group.dataset;
      const scaled = dashes.split(" ").map((dash) => Number(dash) * Math.max(1, bold));
      if (dashes) group.style.setProperty("--oco-d", scaled.join(" "));
    }
  }

  layer(name, text) {
    if (this.written.get(name) === text) return;
    this.written.set(name, text);
    this.layers[name].innerHTML = text;
  }

  // made: a `picture`; its series that are not among its paths are not shown.
  paint(made, status) {
    this.layer("axes", made.axes);
    this.layer("ends", made.ends);
    this.layers.moving.style.setProperty("--oco-bars", made.bars);
    for (const [name, { group, path }] of Object.entries(this.groups)) {
      const d = made.paths[name] ?? "";
      if (this.written.get(path) !== d) {
        this.written.set(path, d);
        path.setAttribute("d", d);
      }
      if (name in status) put(group.dataset, "status", status[name]);
    }
  }
}
