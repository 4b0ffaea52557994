// What a cell needs only after it has been used: the verdict, and answers that come and go as links and files.
import { link, readFile, saveFile, shared } from "./answers.js";
import { show } from "./verdict.js";

window.ocoExercise.rest = { show, shared, link, export: saveFile, import: readFile };
