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
