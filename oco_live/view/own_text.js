// A reader's code as a link has it: base64 of UTF-8, in letters that an address leaves alone.
export function written(code) {
  const bytes = String.fromCharCode(...new TextEncoder().encode(code));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function read(text) {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
  } catch {
    return "";
  }
}
