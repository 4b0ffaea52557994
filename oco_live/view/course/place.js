// On every page: where the reader is in a chapter, kept when the page is left; and, once something of the book is kept,
// what marks it in the contents is fetched (marks.js).
const { page, marks } = document.currentScript.dataset;
const KEPT = /^oco\.(predict|exercise)\./;

if (page)
  document.addEventListener("visibilitychange", () => {
    const heads = [...document.querySelectorAll("article section[id] > :is(h1, h2, h3)")];
    const head = heads.filter((one) => one.getBoundingClientRect().top < innerHeight / 2).at(-1);
    if (!document.hidden || !head) return;
    const words = head.cloneNode(true);
    for (const one of words.querySelectorAll(".headerlink, .katex-html, annotation")) one.remove();
    try {
      localStorage.setItem(
        "oco.place",
        JSON.stringify({ v: 1, page, id: head.parentNode.id, words: head.dataset.words ?? words.textContent.trim() }),
      );
    } catch {} // a page where nothing is kept says so where it matters
  });

const come = () => {
  removeEventListener("oco-kept", come);
  const script = document.createElement("script");
  script.src = marks;
  document.head.append(script);
};
addEventListener("oco-kept", come); // device.js
try {
  if (Object.keys(localStorage).some((key) => KEPT.test(key))) come();
} catch {}
