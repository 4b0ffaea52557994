// The pictures of a frame as text, for node: before scripts, print, card and notebook show what the live view draws.
// From standard input { spec, frame, sizes: { main, side } } to { panel: { width, height, axes, paths, ends, ranges,
// ticks, label } } on standard output.
import { readFileSync } from "node:fs";
import { picture, TYPE } from "./picture.js";
import { shapeOf } from "./shape.js";

function stills({ spec, frame, sizes }) {
  const shown = (series) => series.first;
  return Object.fromEntries(
    spec.panels.map((panel, i) => {
      const rank = i === 0 ? "main" : "side";
      const [width, height] = sizes[rank];
      const all = spec.series.filter((series) => series.panel === panel.name);
      const made = picture(panel, all, frame, { width, height, type: TYPE[rank], rank, shown, ranges: null });
      const { axes, paths, ends, ranges, ticks, bars } = made;
      return [
        panel.name,
        { width, height, axes, paths, ends, bars, ranges, ticks, label: shapeOf(panel, all, frame, shown) },
      ];
    }),
  );
}

process.stdout.write(JSON.stringify(stills(JSON.parse(readFileSync(0, "utf8")))));
