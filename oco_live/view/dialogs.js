// What opens over an explorer, on the page as in the lecture room: it lies in the figure, ends by Esc, by its button or
// by a click beside it, and the focus goes back to where it was.
// A button that looks like a cross.
export function closer(name, close) {
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "oco-close",
    textContent: "×",
  });
  button.setAttribute("aria-label", name);
  button.addEventListener("click", close);
  return button;
}

// kind: its class, of which there is one at a time; title; children: what is in it.
export function openDialog({ figure }, kind, title, ...children) {
  figure.querySelector(`dialog.${kind}[open]`)?.close();
  const dialog = document.createElement("dialog");
  dialog.className = kind;
  dialog.setAttribute("aria-label", title);
  dialog.dataset.lmSuppressShortcuts = "true";
  const head = Object.assign(document.createElement("h3"), { textContent: title });
  head.append(closer("close", () => dialog.close()));
  dialog.append(head, ...children);
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  const back = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    (back?.isConnected && back.checkVisibility() ? back : figure).focus({ preventScroll: true }); // a menu has closed
  });
  figure.append(dialog);
  dialog.showModal();
  return dialog;
}
