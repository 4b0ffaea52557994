// For pdf.py: puts the built pages together as one document in an empty page of the same host. The answer: links
// between the pages that lead nowhere.
async ({ pages, title, subtitle, authors, licence }) => {
  const base = new URL(".", location.href);
  const parse = async (path) => {
    const text = await (await fetch(new URL(path, base))).text();
    return new DOMParser().parseFromString(text, "text/html");
  };
  const docs = await Promise.all(pages.map(parse));
  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const prefix = (number) => `p${number}-`;
  const numberOf = new Map(pages.map((path, number) => [new URL(path, base).pathname, number]));

  const styles = new Set();
  const articles = docs.map((doc, number) => {
    const here = new URL(pages[number], base);
    for (const link of doc.querySelectorAll('link[rel="stylesheet"]')) {
      styles.add(new URL(link.getAttribute("href"), here).href);
    }
    const article = doc.querySelector("article");
    for (const gone of article.querySelectorAll(`script, .headerlink, .oco-dock, .oco-tools, .oco-foot, .oco-tabs,
      .oco-note, .oco-archive, .prev-next-area, .katex-mathml, .oco-ex-badge, .oco-ex-editor > *, .oco-ex-keys,
      .oco-ex-bar, .oco-ex-note, .oco-ex-solution, .oco-verdict,
      .oco-pq-top, .oco-pq-live, .oco-pq-status, .oco-pq-note, .oco-co-hand, .oco-co-keep, .oco-class,
      .cell:is(.oco-holds-explorer, .oco-holds-exercise) > .cell_input`)) gone.remove(); // exercises keep room to write
    for (const title of article.querySelectorAll(".oco-panel-title, .oco-pq-head")) { // a button, on a page
      title.replaceWith(element("span", { className: title.className }, ...title.childNodes));
    }
    for (const answer of article.querySelectorAll(".oco-predict noscript")) { // to a question: one of what is folded
      const name = `Answer: ${answer.closest(".oco-predict").querySelector(".oco-pq-title").textContent}`;
      const title = element("p", { className: "admonition-title" }, name);
      answer.replaceWith(element("div", { className: "admonition dropdown" }, title, ...answer.querySelectorAll("p")));
    }
    for (const one of article.querySelectorAll("[id]")) one.id = prefix(number) + one.id;
    for (const one of article.querySelectorAll("[for]")) one.removeAttribute("for");
    for (const one of article.querySelectorAll("[aria-labelledby], [aria-describedby]")) {
      one.removeAttribute("aria-labelledby");
      one.removeAttribute("aria-describedby");
    }
    for (const one of article.querySelectorAll("svg *")) {
      for (const { name, value } of [...one.attributes]) {
        if (name === "id") continue;
        const own = prefix(number);
        if (value.includes("url(#")) one.setAttribute(name, value.replace("url(#", `url(#${own}`));
        else if (/href$/.test(name) && value.startsWith("#")) one.setAttribute(name, `#${own}${value.slice(1)}`);
      }
    }
    for (const image of article.querySelectorAll("img")) {
      image.src = new URL(image.getAttribute("src"), here).href;
      image.loading = "eager";
    }
    for (const link of article.querySelectorAll("a[href]")) {
      const target = new URL(link.getAttribute("href"), here);
      if (target.origin !== base.origin) continue;
      const page = numberOf.get(target.pathname);
      link.dataset.to = page === undefined ? "" : prefix(page) + decodeURIComponent(target.hash.slice(1));
    }
    return element("section", { id: prefix(number), className: "oco-chapter" }, ...article.childNodes);
  });

  // What the pages fold away comes last, chapter by chapter.
  const folded = element("section", { id: "folded", className: "oco-chapter" },
    element("h1", {}, "Solutions and answers"));
  articles.forEach((article, number) => {
    const hidden = [...article.querySelectorAll(".dropdown")];
    if (!hidden.length) return;
    folded.append(element("h2", {}, article.querySelector("h1").textContent));
    hidden.forEach((box, i) => {
      const id = `folded-${number}-${i}`;
      const link = element("a", { href: `#${id}` }, box.querySelector(".admonition-title").textContent);
      box.before(element("p", { className: "oco-see" }, "→ ", link));
      box.classList.remove("dropdown"); // nothing is folded on paper
      folded.append(element("div", { id }, box));
    });
  });

  const list = element("ol", {});
  for (const part of [...articles, folded]) {
    const entry = (heading, id) => element("li", {}, element("a", { href: `#${id}` }, heading.textContent));
    const first = entry(part.querySelector("h1"), part.id);
    const sections = part === folded ? [] : [...part.querySelectorAll("h2")].filter((h) => h.closest("section").id);
    first.append(element("ol", {}, ...sections.map((h) => entry(h, h.closest("section").id))));
    list.append(first);
  }
  const front = element("section", { className: "oco-front" }, element("p", { className: "oco-book-title" }, title),
    element("p", {}, subtitle), element("p", {}, authors), element("p", { className: "oco-licence" }, licence));
  const contents = element("section", { className: "oco-contents" }, element("h1", {}, "Contents"), list);
  const text = element("article", { className: "bd-article" }, front, contents, ...articles, folded);
  const book = element("main", { className: "bd-main" },
    element("div", { className: "bd-content" }, element("div", { className: "bd-article-container" }, text)));
  document.title = title;
  document.documentElement.lang = "en";
  document.documentElement.dataset.theme = "light";
  await Promise.all([...styles].map((href) => new Promise((done, failed) => {
    const onerror = () => failed(new Error(href));
    document.head.append(element("link", { rel: "stylesheet", href, onload: done, onerror }));
  })));
  document.head.append(element("style", {}, `
    body { background: white; }
    .oco-chapter, .oco-contents { break-before: page; }
    .oco-front { padding-top: 30vh; text-align: center; }
    .oco-front .oco-book-title { font-size: 2.6rem; line-height: 1.2; color: #000; }
    .oco-front .oco-licence { margin-top: 22rem; font-size: 0.85rem; }
    .bd-main .bd-content .bd-article h1:first-of-type { display: block; }
    .bd-main .bd-content h1 { font-size: 2rem; margin-top: 0; }
    .oco-contents ol { list-style: none; padding-inline-start: 1.4rem; margin: 0; }
    .oco-contents > ol { padding: 0; columns: 2; column-gap: 2.5rem; }
    .oco-contents > ol > li { margin-top: 0.7rem; font-weight: 600; }
    .oco-contents > ol ol { font-weight: 400; font-size: 0.85em; line-height: 1.45; }
    :is(h1, h2, h3, h4) { white-space: pre-wrap; } /* else bookmarks lose the space at which a heading is broken */
    .oco-contents a { color: inherit; text-decoration: none; }
    .oco-see { font-size: 0.9rem; }
  `));
  document.body.replaceChildren(book);
  const without = [];
  for (const link of document.querySelectorAll("[data-to]")) {
    const to = link.dataset.to;
    if (to && document.getElementById(to)) link.setAttribute("href", `#${to}`);
    else { // a file, or a state of an explorer: only its words
      if (to && !to.includes("?")) without.push(to);
      link.replaceWith(...link.childNodes);
    }
  }
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    if (!document.getElementById(link.getAttribute("href").slice(1))) without.push(link.href);
  }
  await Promise.all([...document.fonts].map((font) => font.load()));
  await Promise.all([...document.images].map((image) => image.decode()));
  return without;
}
