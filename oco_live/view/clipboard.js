// Text for the reader's clipboard. Browsers give it to pages from https and this machine only; elsewhere the old way.
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    // What is outside of a dialog is out of reach.
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    const before = document.activeElement;
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    before?.focus();
    return done;
  }
}

// And a word to the reader whether that worked.
export async function copy(view, text, what) {
  view.tell((await copyText(text)) ? `${what} copied` : "this browser does not let the page copy");
}
