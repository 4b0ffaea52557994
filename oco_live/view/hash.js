// The state in the URL: #ogd?eta=0.158&U=2&zoom-regret=4. What is not named has the default of its stream.
const ZOOM = "zoom-";

// A percent sign that begins no escape stands for itself.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// { params, zooms }, or null where the address is not about this explorer.
export function stateInHash(view) {
  const [name, query] = decoded(location.hash.slice(1)).split("?");
  if (name !== view.spec.name || query === undefined) return null;
  const given = Object.fromEntries(new URLSearchParams(query));
  const { controls } = view;
  const stream = view.spec.controls.find((control) => control.name === "stream").values.includes(given.stream)
    ? given.stream : view.start.stream;
  const params = stream === view.start.stream ? { ...view.start } : controls.defaults(stream);
  for (const control of view.spec.controls) {
    if (!(control.name in given) || control.name === "stream") continue;
    let value = control.kind === "slider" ? Number(given[control.name]) : given[control.name];
    if (control.kind === "signs") value = value.replaceAll(" ", "+"); // what a query makes of a plus
    if (controls.allows(control, value, stream)) params[control.name] = value;
  }
  const zooms = {};
  for (const { name: panel, zooms: factors } of view.spec.panels) {
    if (factors.includes(Number(given[ZOOM + panel]))) zooms[panel] = Number(given[ZOOM + panel]);
  }
  return { params, zooms };
}

export function hashOf(view, params) {
  const defaults = params.stream === view.start.stream ? view.start : view.controls.defaults(params.stream);
  const query = new URLSearchParams();
  for (const control of view.spec.controls) {
    const { name } = control;
    if (control.baked || (name === "stream" ? params.stream !== view.start.stream : params[name] !== defaults[name])) {
      query.set(name, String(params[name]));
    }
  }
  for (const { name: panel, zoom } of view.spec.panels) {
    if ((view.zooms[panel] ?? zoom[params.stream]) !== zoom[params.stream]) query.set(ZOOM + panel, String(view.zooms[panel]));
  }
  return `#${view.spec.name}?${String(query).replaceAll("%2B", "+")}`;
}

export function writeHash(view, params) {
  history.replaceState(history.state, "", hashOf(view, params));
}
