// Exercise cells on a page: each is brought to life; what is heavy comes when one is first used.
import { Cell } from "./cell.js";
import { Python } from "./python.js";
import { scripts } from "./scripts.js";
import { unkept } from "./store.js";

const SHARED = /^#exercise-([\w-]+)\?code=/;

function startPage() {
  const sections = [...document.querySelectorAll(".oco-exercise")];
  const known = document.querySelector(".oco-exercise-files");
  if (!known) return;
  const files = JSON.parse(known.textContent);
  window.ocoExercise = {};
  const page = { files, python: new Python(files), script: scripts(files) };
  const cells = sections.map((section) => new Cell(section, page));
  Object.assign(window.ocoExercise, { cells: Object.fromEntries(cells.map((cell) => [cell.name, cell])), page });
  const lost = unkept();
  if (lost) cells[0].say(lost);
  else if (location.protocol === "file:")
    cells[0].say("Python does not run in a page opened from a file: open the book from a web server to run your code.");
  // Somebody's text in a link is shown and waits; nothing of it runs.
  const shared = async () => {
    const cell = window.ocoExercise.cells[SHARED.exec(location.hash)?.[1]];
    if (cell) (await cell.rest())?.shared(cell, location.hash);
  };
  addEventListener("hashchange", shared);
  shared();
}

startPage();
