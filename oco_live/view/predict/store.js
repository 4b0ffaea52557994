// What the book keeps of a reader's predictions, on this device: oco.predict.NAME = { v, state, value, first, draft,
// why, seen }. state: "open", "committed" or "skipped"; value: the prediction, first: the first one, where it was tried
// again; draft: what stood there uncommitted, a line with gaps perhaps; why: the reasons that were chosen, the last one
// last; seen: whether the answer was shown without a prediction.
import * as device from "../device.js";

export const PREFIX = "oco.predict.";
const VERSION = 1;
const STATES = ["open", "committed", "skipped"];
const NEW = { state: "open", value: null, first: null, draft: null, why: [], seen: false };

export const unkept = () => device.unkept(PREFIX, "your predictions are lost when the page closes.");

// The entry of a question. What another edition of the book has kept in another way is put aside, and the question is
// open; so it is where the value does not fit it: fits(value, half).
export function read(name, fits) {
  const found = device.read(PREFIX + name);
  if (found === null || typeof found !== "object") return { ...NEW };
  if (found.v !== VERSION) {
    device.write(`${PREFIX}${name}.other`, found);
    return { ...NEW };
  }
  const { v, ...entry } = { ...NEW, ...found };
  for (const one of ["value", "first", "draft"]) if (!fits(entry[one], one === "draft")) entry[one] = null;
  entry.why = [entry.why].flat().filter(Number.isInteger);
  entry.seen = Boolean(entry.seen);
  const known = STATES.includes(entry.state) && (entry.state !== "committed" || entry.value !== null);
  return known ? entry : { ...NEW };
}

export const write = (name, entry) => device.write(PREFIX + name, { v: VERSION, ...entry });
