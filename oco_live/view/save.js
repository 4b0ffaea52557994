// Saving what is in view: the picture as SVG or PNG, the curves as CSV. All three say what they show.
import { fetched } from "./fetched.js";
import { filesOf } from "./files.js";
import { addTool } from "./tools.js";

function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// What makes the files; a notebook has it from the start.
async function saver(view) {
  if (!globalThis.ocoSaver) {
    const files = filesOf(view);
    await fetched(files.base + files.saver);
  }
  return globalThis.ocoSaver;
}

for (const kind of ["svg", "png", "csv"])
  addTool(`oco-${kind}`, (view, button) =>
    button.addEventListener("click", async () => {
      try {
        const { blobs, fileName } = await saver(view);
        const name = `${fileName(view)}.${kind}`;
        download(name, await blobs[kind](view));
        view.tell(`saved ${name}`);
      } catch (error) {
        view.tell(`the ${kind.toUpperCase()} file could not be made in this browser (${error.message})`);
      }
    }),
  );
