// Explorers on a page: each is brought to life, and its files are asked for when it comes near the screen.
import { drawing } from "./drawing.js";
import { PageExplorer } from "./explorer.js";
import "./embed.js";
import "./link.js"; // a notebook has no address to copy, nor to show as a code
import { mayFetchUnasked, whenIdle, whenLoaded } from "./moments.js";
import { installOwn } from "./own_place.js";
import { Python } from "./python.js";
import "./qr.js";
import { installSweeps, Sweeps } from "./sweeps.js";
import { View } from "./view.js";

const NEAR = "600px"; // how far below the screen an explorer may be when its files are asked for
const SETTLES = 500; // ms after the page has loaded with its fonts until what is far from the screen is skipped

function whenNear(figure, callback) {
  if (!("IntersectionObserver" in window)) return callback();
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      callback();
    },
    { rootMargin: NEAR },
  );
  return observer.observe(figure);
}

function startPage() {
  window.ocoDrawing = drawing; // for the questions of this page
  installSweeps(window);
  window.ocoExplorers = {};
  let python = null; // one for all
  const figures = [...document.querySelectorAll(".oco-explorer")];
  const warm = [...new Set(figures.map((figure) => figure.dataset.explorer))];
  for (const figure of figures) {
    const files = JSON.parse(figure.querySelector(".oco-files").textContent);
    python ??= new Python(files.base, files.python, { warm });
    const view = new View(figure, (params) => explorer.ask(params), files.links);
    const addresses = Object.entries(files.sweeps).map(([stream, path]) => [stream, files.base + path]);
    const sweeps = new Sweeps(view.spec.name, Object.fromEntries(addresses));
    installOwn(view, files);
    const explorer = new PageExplorer(view, sweeps, python);
    window.ocoExplorers[view.spec.name] ??= explorer;
    whenNear(figure, () => {
      sweeps.of(view.current.params.stream);
      if (mayFetchUnasked() && !files.home) whenIdle(() => python.start());
    });
  }
  // See figure.css. A while after the fonts, so that each block's size is known as it will stay.
  if (figures.length) {
    whenLoaded(() =>
      document.fonts.ready.then(() => setTimeout(() => document.documentElement.classList.add("oco-settled"), SETTLES)),
    );
  }
  addEventListener("online", () => {
    if (python?.state === "failed") python.start();
  });
}

startPage();
