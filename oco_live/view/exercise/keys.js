// A textarea with the keys of the editor: Ctrl-Enter runs, Enter keeps the indentation, Ctrl-M makes Tab indent and
// back. Tab leaves otherwise, as everywhere on a page.
const INDENT = "    ";

// Goes through the browser's own undo.
function insert(area, text) {
  if (!document.execCommand("insertText", false, text))
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
}

// How far the next line after a line is indented.
export const indentAfter = (line) => /^ */.exec(line)[0] + (/:\s*(#.*)?$/.test(line) ? INDENT : "");

function outdent(area) {
  const { value, selectionStart: at } = area;
  const start = value.lastIndexOf("\n", at - 1) + 1;
  const width = /^ {0,4}/.exec(value.slice(start))[0].length;
  if (!width) return;
  area.setSelectionRange(start, start + width);
  insert(area, "");
  area.setSelectionRange(Math.max(start, at - width), Math.max(start, at - width));
}

// light: one line, which Enter runs; run(), toggleTab(); tabs(): whether Tab indents.
export function listen(area, { light, run, toggleTab, tabs }) {
  area.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.isComposing) return;
    if (key === "Enter" && (light || ctrlKey || metaKey)) run();
    else if (ctrlKey && !light && key.toLowerCase() === "m") toggleTab();
    else if (key === "Tab" && tabs() && !ctrlKey && !altKey) shiftKey ? outdent(area) : insert(area, INDENT);
    else if (key === "Enter" && !shiftKey && !altKey) {
      const before = area.value.slice(0, area.selectionStart);
      insert(area, `\n${indentAfter(before.slice(before.lastIndexOf("\n") + 1))}`);
    } else return;
    event.preventDefault();
  });
}
