// A number for people: the same text as oco_live.phrasing.text_of.
export function textOf(number, digits = 3) {
  if (number === 0) return "0";
  const [mantissa, exponent] = number.toExponential(digits - 1).split("e");
  const size = Number(exponent);
  let text;
  if (size > -4 && size < 6) {
    text = Number(`${mantissa}e${exponent}`).toFixed(Math.max(0, digits - 1 - size));
    if (text.includes(".")) text = text.replace(/0+$/, "").replace(/\.$/, "");
  } else {
    text = `${mantissa.includes(".") ? mantissa.replace(/0+$/, "").replace(/\.$/, "") : mantissa}e${size}`;
  }
  return text.replaceAll("-", "−");
}

// A fact, as oco_live.phrasing.fact_of shows it: a whole number with all its digits.
export const factOf = (value) => textOf(value, Number.isInteger(value) && Math.abs(value) < 1e6 ? 6 : 3);

// A share for people, as oco_live.phrasing.percent tells it: 100 % is said of nothing less, as far as a baked curve
// knows.
export function percentOf(share) {
  if (share < 0.001) return "less than 0.1 %";
  const text = textOf(100 * share, 2);
  return `${text === "100" ? textOf(100 * share, 3) : text} %`;
}
