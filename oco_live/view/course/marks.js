// Quiet marks in the contents: beside each chapter of which something is done, how much of it. CHAPTERS: page ->
// [names of questions, names of exercises] (oco_live/hosts/course_page.py).
import * as device from "../device.js";
import { counts } from "../predict/counted.js";

const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href.split("#")[0]);

// The page that a link leads to, without its ending.
function pageOf(link) {
  const { origin, pathname } = new URL(link.getAttribute("href"), location.href.split("#")[0]);
  return origin === root.origin ? decodeURI(pathname.slice(root.pathname.length)).replace(/\.html$/, "") : "";
}

const part = (count, names, word) => (count ? [`${count} of ${names.length} ${word}`] : []);

function paint() {
  for (const link of document.querySelectorAll(".bd-sidebar-primary a.reference.internal")) {
    const chapter = CHAPTERS[pageOf(link)];
    if (!chapter) continue;
    const [questions, exercises] = chapter;
    const predicted = questions.filter((name) => counts(device.read(`oco.predict.${name}`))).length;
    const solved = exercises.filter((name) => device.read(`oco.exercise.${name}`)?.passed).length;
    const words = [...part(predicted, questions, "predicted"), ...part(solved, exercises, "solved")].join(", ");
    let mark = link.querySelector(".oco-done");
    if (!words) {
      mark?.remove();
      continue;
    }
    if (!mark) {
      mark = document.createElement("span");
      mark.className = "oco-done";
      mark.setAttribute("role", "img");
      link.append(mark);
    }
    mark.setAttribute("aria-label", words);
    mark.title = words;
    mark.style.setProperty("--oco-done", `${(100 * (predicted + solved)) / (questions.length + exercises.length)}%`);
  }
}

paint();
addEventListener("oco-kept", paint);
addEventListener("storage", paint); // another page of the book
addEventListener("pageshow", ({ persisted }) => persisted && paint());
