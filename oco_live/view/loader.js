// The head of what a notebook gets, after `const sources = {…};` (oco_live/hosts/bundle.py): name -> text of each
// module, those that it imports before it. A browser takes one text for one widget; here it becomes modules again.
const urls = {};
for (const [name, text] of Object.entries(sources)) {
  const linked = Object.keys(urls).reduce((left, known) => left.replaceAll(`"./${known}"`, `"${urls[known]}"`), text);
  urls[name] = URL.createObjectURL(new Blob([linked, `\n//# sourceURL=oco/${name}`], { type: "text/javascript" }));
}
const loaded = import(urls["notebook.js"]);
const forget = () => Object.values(urls).forEach((url) => URL.revokeObjectURL(url));
const { default: widget } = await loaded.finally(forget);
export default widget;
