// Python for a reader's own code in an explorer: that of the page's exercises, or, on a page without one, its own.
import { Python } from "./python.js";

let own = null;

// base: the way to the folder of assets. ROOM_FILES: what hosts/exercise_page.py knows of Python's files.
window.ocoRoom = (base) => {
  own ??= window.ocoExercise?.page.python ?? new Python({ base, python: ROOM_FILES });
  return own;
};
