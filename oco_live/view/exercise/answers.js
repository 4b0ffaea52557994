// Answers that come and go: a text in a link, and all of a reader's answers as one file.
import { copy } from "../clipboard.js";
import { all, read, write } from "./store.js";

const MOST = 20_000; // characters of a text in a link
const FORM = "oco.answers"; // what a file of answers calls itself
const COURSE = "oco.course"; // and one of a whole course, which has them, too (course/kept.js)

// ---- a text in a link: its bytes in base64, with the signs of an address

const inLink = (text) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

function fromLink(code) {
  const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\r\n", "\n").slice(0, MOST);
}

export function link(cell) {
  const address = `${location.href.split("#")[0]}#exercise-${cell.name}?code=${inLink(cell.text)}`;
  return copy({ tell: (words) => cell.say(words) }, address, "link with your text");
}

// Somebody's text: shown, and marked as such. It replaces the reader's only if that is wished, and does not run.
export function shared(cell, hash) {
  let code;
  try {
    code = fromLink(hash.split("?code=")[1]);
  } catch {
    return cell.say("The text in this link cannot be read: was the link cut off?");
  }
  cell.section.querySelector(".oco-ex-shared")?.remove();
  const box = document.createElement("div");
  box.className = "oco-ex-shared";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "somebody’s text for this exercise");
  box.tabIndex = -1;
  box.innerHTML =
    "<p><b>Somebody’s text for this exercise</b>, from the link that you followed. Nothing of it has run.</p>" +
    '<pre tabindex="0" translate="no"></pre><div class="oco-ex-bar"><button type="button" name="take"></button>' +
    '<button type="button" name="leave">Leave it</button></div>';
  box.querySelector("pre").textContent = code;
  const [take, leave] = box.querySelectorAll("button");
  take.textContent = cell.text === cell.first ? "Put it into the editor" : "Replace my text with it";
  const close = () => {
    box.remove();
    history.replaceState(history.state, "", location.href.split("#")[0]);
    cell.buttons.run.focus({ preventScroll: true });
  };
  take.addEventListener("click", () => {
    close();
    cell.replace(code, "This is somebody’s text. Read it before you run it.");
  });
  leave.addEventListener("click", close);
  cell.holder.closest(".oco-ex-code").before(box);
  box.scrollIntoView({ block: "center" });
  box.focus({ preventScroll: true });
}

// ---- all answers as one file

export function saveFile(cell) {
  for (const other of Object.values(window.ocoExercise.cells)) other.save();
  const answers = Object.fromEntries(Object.entries(all()).map(([name, { code, passed }]) => [name, { code, passed }]));
  for (const { name, entry } of Object.values(window.ocoExercise.cells))
    answers[name] ??= { code: entry.code, passed: Boolean(entry.passed) }; // where nothing can be kept
  const text = JSON.stringify({ form: FORM, v: 1, answers }, null, 1);
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: url, download: "my-answers.json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  cell.say(`Saved: ${Object.keys(answers).length} answers in my-answers.json.`);
}

export function readFile(cell) {
  const input = Object.assign(document.createElement("input"), { type: "file", accept: "application/json,.json" });
  input.hidden = true;
  input.className = "oco-ex-file";
  cell.section.append(input); // some browsers drop a chooser that is in no page
  input.addEventListener("cancel", () => input.remove());
  input.addEventListener("change", async () => {
    const text = await input.files[0].text();
    input.remove();
    take(cell, text);
  });
  input.click();
}

// What differs from what is here replaces it only if that is wished.
function take(cell, text) {
  const found = answersIn(text);
  if (!found) return cell.say("This file holds no answers to the book’s exercises.");
  const { cells } = window.ocoExercise;
  const here = (name) => (cells[name] ? cells[name].entry.code : read(name)?.code);
  const untouched = (name) => here(name) === undefined || here(name) === cells[name]?.first;
  const names = Object.keys(found);
  const differ = names.filter((name) => !untouched(name) && here(name) !== found[name].code);
  const put = (some) => {
    for (const name of some) putOne(cells[name], name, found[name]);
  };
  put(names.filter((name) => !differ.includes(name)));
  const count = `${names.length} ${names.length === 1 ? "answer" : "answers"} read from the file`;
  if (!differ.length) return cell.say(`${count}.`);
  const words =
    differ.length === 1
      ? "one of them differs from your text here"
      : `${differ.length} of them differ from your texts here`;
  cell.say(`${count}; ${words} (${differ.join(", ")}).`, "Replace mine", () => {
    put(differ);
    cell.say("Replaced.");
  });
}

function answersIn(text) {
  try {
    const { form, answers } = JSON.parse(text);
    const entries = Object.entries(answers).filter(
      ([name, answer]) => /^[\w-]+$/.test(name) && typeof answer?.code === "string",
    );
    return [FORM, COURSE].includes(form) && entries.length ? Object.fromEntries(entries) : null;
  } catch {
    return null;
  }
}

function putOne(cell, name, { code, passed }) {
  const known = read(name);
  if (!cell) return write(name, { verdict: null, ...known, code, passed: Boolean(passed || known?.passed) });
  cell.entry.passed ||= Boolean(passed);
  cell.text = code;
  cell.badge();
}
