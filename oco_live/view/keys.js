// The keys of an explorer: one table, which the handler and the list at "?" read. They are for the explorer that has
// the focus, or that is in the lecture room, and never for who writes.
import { openDialog } from "./dialogs.js";
import { addTool } from "./tools.js";

const TYPING = "input:not([type=range]), select, textarea, [contenteditable]"; // there a key is a letter

const toolOf = (view, name) => view.figure.querySelector(`.oco-tools .${name}:not([hidden])`);
const press = (name) => (view) => toolOf(view, name)?.click();
const player = (view) => toolOf(view, "oco-rounds") ?? toolOf(view, "oco-play-start");
const hasBound = ({ spec }) => spec.series.some(({ role }) => role === "bound");
const hasExamples = ({ spec }) => spec.presets.length > 0;
const always = () => true;

// The next panel becomes the large picture.
function turn(view) {
  const names = view.spec.panels.map(({ name }) => name);
  view.setMain(names[(names.indexOf(view.main) + 1) % names.length]);
}

// keys: what it answers to; shown: how a key is written, else as it is; says: what it does, (view) => … where that
// depends; act(view, key); opens: the dialog that it opens; room: only in the lecture room; when(view): whether there
// is anything to do.
export const KEYS = [
  {
    keys: ["PageDown", "PageUp"],
    shown: ["Page Down", "Page Up"],
    says: "next, previous example; then the next explorer",
    room: true,
    act: (view, key) => view.lecture.walk(key === "PageDown" ? 1 : -1),
  },
  {
    keys: [..."123456789"],
    shown: ({ spec }) => (spec.presets.length > 1 ? ["1", `… ${spec.presets.length}`] : ["1"]),
    says: "that example",
    when: hasExamples,
    act: (view, key) => view.takeExample(Number(key) - 1),
  },
  { keys: ["B"], says: "hide or show the bound", when: hasBound, act: (view) => view.hideBounds(!view.boundsHidden) },
  { keys: ["C"], says: "hide or show each curve", opens: "oco-curve-list", act: (view) => view.listCurves() },
  {
    keys: ["V"],
    says: "another picture large",
    when: ({ spec }) => spec.panels.length > 1,
    act: turn,
  },
  {
    keys: ["T"],
    says: ({ spec }) => `the tuned ${spec.controls.find(({ tuned }) => tuned).label}*`,
    when: ({ spec }) => spec.controls.some(({ tuned }) => tuned),
    act: (view) => view.takeTuned(),
  },
  { keys: ["K"], says: "keep this state to compare", act: press("oco-keep") },
  { keys: ["P"], says: "play, pause", when: (view) => Boolean(player(view)), act: (view) => player(view)?.click() },
  {
    keys: ["+", "-"],
    shown: ["+", "−"],
    says: "larger, smaller figures",
    room: true,
    act: (view, key) => view.lecture.grow(key === "+" ? 0.1 : -0.1),
  },
  {
    keys: ["ArrowLeft", "ArrowRight"],
    shown: ["←", "→"],
    says: "in a picture: point by point; at a slider: step by step",
  },
  {
    keys: ["Q"],
    says: "link as QR code",
    opens: "oco-qr-code",
    when: (view) => Boolean(toolOf(view, "oco-qr")),
    act: press("oco-qr"),
  },
  { keys: ["L"], shown: ["L", "Esc"], says: "lecture view, and out of it", act: press("oco-lecture") },
  { keys: ["?"], says: "this list", opens: "oco-key-list", act: (view) => list(view) },
];

// The key of the table that an event means. Where the keys write another script, or signs in place of digits, the one
// that stands at that place.
function meant({ key, code, shiftKey }) {
  if (["PageDown", "PageUp", "+", "-", "?"].includes(key)) return key;
  if (key === "=") return "+";
  if (key === "−") return "-";
  if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase();
  return shiftKey || key.length > 1 ? "" : (/^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? "");
}

function answer(view, event) {
  const { target } = event;
  if (event.repeat && !/^Page/.test(event.key)) return;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (target.closest?.(TYPING)) return;
  const room = view.lecture?.room;
  const dialog = target.closest?.("dialog") ?? null;
  const key = meant(event);
  const found = KEYS.find(({ keys, act }) => act && keys.includes(key));
  if (dialog && dialog !== room) {
    // In what has opened over it: the key that opened it closes it.
    if (found?.opens !== dialog.className) return;
    event.preventDefault();
    return dialog.close();
  }
  if (!found || (found.room && !room) || (found.when && !found.when(view))) return;
  event.preventDefault();
  if (found.room) event.stopPropagation();
  found.act(view, key);
}

function list(view) {
  const names = document.createElement("dl");
  for (const entry of KEYS.filter(({ when }) => (when ?? always)(view))) {
    const shown = typeof entry.shown === "function" ? entry.shown(view) : (entry.shown ?? entry.keys);
    const name = document.createElement("dt");
    shown.forEach((key) => {
      const cap = document.createElement("kbd");
      cap.textContent = key;
      name.append(cap, " ");
    });
    const what = document.createElement("dd");
    what.textContent =
      (typeof entry.says === "function" ? entry.says(view) : entry.says) + (entry.room ? " (lecture view)" : "");
    names.append(name, what);
  }
  openDialog(view, "oco-key-list", "Keys", names);
}

// The figure hears its keys; in the room, where the focus may be lost with a control that goes, the document does.
export function installKeys(view) {
  const { signal } = view.gone;
  view.figure.addEventListener("keydown", (event) => answer(view, event));
  // A remote's keys come before a slider that has the focus.
  view.figure.addEventListener("keydown", (event) => /^Page/.test(event.key) && answer(view, event), true);
  document.addEventListener(
    "keydown",
    (event) => {
      if (
        view.lecture?.room &&
        !view.figure.contains(event.target) &&
        !document.querySelector("dialog:modal dialog[open]")
      )
        answer(view, event);
    },
    { signal },
  );
}

addTool("oco-keys", (view, button) => button.addEventListener("click", () => list(view)));
