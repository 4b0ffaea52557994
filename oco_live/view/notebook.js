// Explorers in a notebook: the kernel evaluates, through an anywidget model.
import "./saver.js";
import { View } from "./view.js";

const PATIENCE = 3000; // ms after which a kernel that did not answer (restarted, busy) is asked again

function render({ model, el }) {
  // Our own markup, made by the kernel; in the document its ids are those of this view alone: one widget may have
  // several, and a kernel that starts anew begins to count again.
  const html = model.get("_html");
  const [, uid] = html.match(/^<figure[^>]* id="([^"]+)"/);
  el.innerHTML = html.replaceAll(uid, `${uid}-${Math.random().toString(36).slice(2, 8)}`);
  const figure = el.querySelector(".oco-explorer");
  // Arrow keys move our sliders, not JupyterLab's selection; it looks at the focused element first.
  for (const input of [figure, ...figure.querySelectorAll("input, select, button")])
    input.dataset.lmSuppressShortcuts = "true";
  let waiting = 0; // when the request under way was sent; 0 if there is none
  let next = null; // the newest of those that came meanwhile
  const answered = () => {
    waiting = 0;
    view.wait(false);
    view.say("");
  };
  const send = (params) => {
    next = null;
    if (view.shows(params, model.get("_frame"))) return show(); // no trait would change, and nobody answer
    waiting = performance.now();
    view.wait(true);
    model.send({ params }); // at once: one by one, a new stream would bring its defaults
  };
  const view = new View(figure, (params) => {
    if (waiting && performance.now() - waiting < PATIENCE) next = params;
    else send(params);
  });
  const show = () => {
    const frame = model.get("_frame");
    if (!next || next.stream === frame.params.stream) view.show(frame, "kernel"); // else of a stream that has been left
    answered();
    if (next) {
      send(next);
    } else if (!view.answered()) {
      view.controls.set(frame.params); // the kernel's user has set another state
    }
  };
  const hear = ({ early, error }) => {
    if (early) view.sketch(early, waiting);
    if (error === undefined) return;
    answered();
    if (next) return void send(next); // the reader has moved on
    view.goBack();
    view.refuse(error);
  };
  model.on("change:_frame", show);
  model.on("msg:custom", hear);
  show();
  window.ocoExplorers ??= {};
  window.ocoExplorers[view.spec.name] = view;
  return () => {
    view.gone.abort();
    model.off("change:_frame", show);
    model.off("msg:custom", hear);
  };
}

export default { render };
