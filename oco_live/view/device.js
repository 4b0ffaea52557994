// What a reader's device keeps for the book, under keys that begin with "oco.".

export function storage() {
  try {
    return window.localStorage;
  } catch {
    return null; // the reader has blocked it
  }
}

// Why nothing can be kept, as a sentence that ends with what is lost; "" where it can. A page of the book knows
// (assets/storage.js).
export function unkept(prefix, lost) {
  if (window.ocoForgets) return `${window.ocoForgets.why}: ${lost}`;
  try {
    const kept = storage();
    kept.setItem(`${prefix}?`, "1");
    kept.removeItem(`${prefix}?`);
    return "";
  } catch {
    return `This browser keeps nothing for this site: ${lost}`;
  }
}

// What is kept under a key; null for nothing, and for what cannot be read.
export function read(key) {
  try {
    return JSON.parse(storage().getItem(key));
  } catch {
    return null;
  }
}

export function write(key, entry) {
  try {
    storage().setItem(key, JSON.stringify(entry));
    dispatchEvent(new Event("oco-kept")); // the marks in the contents
  } catch {
    // Said once, when the page was opened.
  }
}
