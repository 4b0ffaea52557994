// What the buttons of the toolbar do: each tool is a module that says it, by the button's class. A button whose module
// is not part of this bundle stays hidden (a notebook has no address to copy).
export const tools = new Map();

// attach(view, button) is called for every button of this class, once the view stands.
export function addTool(name, attach) {
  tools.set(name, attach);
}
