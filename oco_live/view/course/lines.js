// A drawn line in few letters: each place's height in 91sts of the picture, one letter each.
import { PLACES } from "../predict/drawn.js";

const LEVELS = 91;
const FIRST = 35; // "#", after the quotation mark

const shareOf = ({ kind, low, high }, value) =>
  kind === "log" ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
const placeOf = ({ kind, low, high }, share) =>
  kind === "log" ? low * (high / low) ** share : low + share * (high - low);

// values: of the y axis, whose range is given.
export const lettersOf = (range, values) =>
  values
    .map((value) => Math.round(LEVELS * Math.min(1, Math.max(0, shareOf(range, value)))))
    .map((level) => String.fromCharCode(FIRST + level))
    .join("");

// The values; null for a text that is no line.
export function valuesOf(range, letters) {
  if (typeof letters !== "string" || letters.length !== PLACES) return null;
  const levels = [...letters].map((letter) => letter.charCodeAt(0) - FIRST);
  if (levels.some((level) => level < 0 || level > LEVELS)) return null;
  return levels.map((level) => placeOf(range, level / LEVELS));
}
