// A handed-in text: oco1.FORM.PAYLOAD.SUM. FORM says how the payload was packed: "d" by deflate, without a header,
// "p" not at all, where the browser cannot; PAYLOAD is JSON in UTF-8, so packed, in base64 with the signs of an
// address; SUM is the CRC-32 of all that stands before its dot, eight hexadecimal digits.

export const BEGIN = "oco1.";
const FORMS = { d: "deflate-raw", p: "" };
const MOST = 200_000; // bytes of an unpacked text: no chapter's answers are longer

// Why a text is left out, as a sentence for the one who reads it.
export class Broken extends Error {}

const TABLE = Uint32Array.from({ length: 256 }, (_, i) => {
  let sum = i;
  for (let k = 0; k < 8; k++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

// The CRC-32 of a text of plain letters.
export function sumOf(text) {
  let sum = 0xffffffff;
  for (let i = 0; i < text.length; i++) sum = TABLE[(sum ^ text.charCodeAt(i)) & 255] ^ (sum >>> 8);
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

function lettersOf(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const bytesOf = (letters) =>
  Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

// What comes out of a stream of this kind, at most MOST bytes of it.
async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {}); // what is wrong is heard where it is read
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MOST) {
      reader.cancel().catch(() => {});
      throw new Broken("it is longer than answers can be");
    }
    parts.push(part.value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// The stream of this kind and form; null where the browser has none.
function streamOf(kind, form) {
  try {
    return new globalThis[kind](form);
  } catch {
    return null;
  }
}

export async function encode(entry) {
  const plain = new TextEncoder().encode(JSON.stringify(entry));
  const stream = streamOf("CompressionStream", FORMS.d);
  const packed = stream ? await through(stream, plain) : plain;
  const text = `${BEGIN}${stream ? "d" : "p"}.${lettersOf(packed)}`;
  return `${text}.${sumOf(text)}`;
}

// The entry of a text without blanks; Broken where it is none.
export async function decode(text) {
  const version = /^oco(\d+)\./.exec(text)?.[1];
  if (!version) throw new Broken("its beginning is missing");
  if (version !== "1") throw new Broken(`it was made by another version of the book (oco${version})`);
  const [, form, letters, sum] = /^oco1\.([a-z])\.([\w-]*)\.([0-9a-f]{8})/i.exec(text) ?? [];
  if (!sum) throw new Broken("it is cut off");
  if (sumOf(`${BEGIN}${form}.${letters}`) !== sum.toLowerCase()) throw new Broken("letters of it are changed or lost");
  if (!Object.hasOwn(FORMS, form)) throw new Broken("it is packed in a way that is not known");
  const stream = FORMS[form] && streamOf("DecompressionStream", FORMS[form]);
  if (FORMS[form] && !stream) throw new Broken("this browser cannot unpack it: take a newer one");
  try {
    const bytes = bytesOf(letters);
    if (bytes.length > MOST) throw new Broken("it is longer than answers can be");
    const plain = stream ? await through(stream, bytes) : bytes;
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
  } catch (error) {
    throw error instanceof Broken ? error : new Broken("what is in it cannot be read");
  }
}

const PUT_IN = /[\s>"=]/; // by mail: blanks, line ends, signs of a quotation and of a line that goes on
const PIECE = /^[\w.-]{40,}$/;

// The handed-in texts in what was pasted, without what mail has put in, and what looks like a piece of one. Other words
// are nobody's.
export function textsIn(pasted) {
  const pieces = pasted.split(/(?=\boco\d+\.)/);
  return pieces.flatMap((piece) => {
    if (!/^oco\d+\./.test(piece)) return piecesIn(piece);
    const whole = [...piece].filter((sign) => !PUT_IN.test(sign)).join("");
    const found = /^oco\d+\.[a-z]\.[\w-]*\.[0-9a-f]{8}/i.exec(whole)?.[0] ?? whole.slice(0, MOST);
    let at = 0;
    for (let seen = 0; seen < found.length && at < piece.length; at++) if (!PUT_IN.test(piece[at])) seen++;
    return [found, ...piecesIn(piece.slice(at))];
  });
}

const piecesIn = (words) => words.split(/\s+/).filter((word) => PIECE.test(word));
