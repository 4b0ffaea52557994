// Whether a value answers a question.
import { PLACES } from "./drawn.js";

// picture: of a page's question; y: the axis of a drawn line, of the catalogue's (oco_live/hosts/course.py); half: a
// line may have gaps.
export function fits({ kind, options, limits, picture, y = picture?.ranges?.y }, value, half = false) {
  if (kind === "choose") return typeof value === "string" && Object.hasOwn(options, value);
  if (kind === "number") return Number.isFinite(value) && value >= limits[0] && value <= limits[1];
  const slack = 0.01 * Math.abs(y.low); // three digits are kept
  const within = (height) =>
    height === null ? half : Number.isFinite(height) && height >= y.low - slack && height <= 1.01 * y.high;
  return Array.isArray(value) && value.length === PLACES && value.every(within);
}
