// What opens over an explorer, on the page as in the lecture room: it lies in the figure, ends by Esc, by its button or
// by a click beside it, and the focus goes back to where it was.
const CLOSE =
  '<button type="button" class="oco-close" aria-label="close"><svg viewBox="0 0 20 20" width="20" height="20" ' +
  'aria-hidden="true"><path d="M5 5l10 10M15 5L5 15"/></svg></button>';

// kind: its class, of which there is one at a time; title; children: what is in it.
export function openDialog({ figure }, kind, title, ...children) {
  figure.querySelector(`dialog.${kind}`)?.close();
  const dialog = document.createElement("dialog");
  dialog.className = kind;
  dialog.setAttribute("aria-label", title);
  dialog.dataset.lmSuppressShortcuts = "true";
  const head = document.createElement("h3");
  head.innerHTML = `<span></span>${CLOSE}`;
  head.firstChild.textContent = title;
  dialog.append(head, ...children);
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target.closest(".oco-close")) dialog.close();
  });
  const back = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (back?.isConnected) back.focus({ preventScroll: true });
  });
  figure.append(dialog);
  dialog.showModal();
  return dialog;
}
