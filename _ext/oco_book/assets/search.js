/* Search results that lead to a theorem, a section, an exercise, a term: passages.py says which there are. They stand
   before what Sphinx's own search finds, which is pages. */
let ocoFound = null;

const ocoPassages = ({ pages, passages, words }) => {
  const stemmer = new Stemmer();
  const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const wordsOf = (text) => splitQuery(text.toLowerCase()).filter((word) => word.length > 1);
  const titles = passages.map(([, , title]) => wordsOf(title));
  const chapters = pages.map(([, title]) => wordsOf(title));

  ocoFound = (query) => {
    const asked = wordsOf(query).filter((word) => !stopwords.includes(word));
    if (!asked.length) return [];
    const terms = asked.map((word) => {
      const stem = stemmer.stemWord(word);
      // A number is meant as it stands: T1 is not T13.
      const same = (other) => other === word || (!/\d/.test(word) && word.length > 2 && (other.startsWith(word) || other.startsWith(stem)));
      return { same, where: new Set(Object.keys(words).filter(same).flatMap((other) => words[other])) };
    });
    const wanted = query.trim().toLowerCase();
    const scored = passages.map(([page, anchor, title, kind, rank], number) => {
      const own = titles[number];
      let score = rank;
      let here = 0;
      for (const { same, where } of terms) {
        const named = own.some(same);
        const around = chapters[page].some(same);
        if (named || where.has(number)) here += 1;
        else if (!around) return null;
        score += (named ? 10 : where.has(number) ? 3 : 0) + (around ? 2 : 0);
      }
      if (!here) return null;
      score += (5 * own.filter((word) => terms.some(({ same }) => same(word))).length) / own.length;
      if (title.toLowerCase() === wanted || own.slice(1).join(" ") === wordsOf(wanted).join(" ")) score += 500;
      else if (title.toLowerCase().includes(wanted)) score += 20;
      const [docname, chapter] = pages[page];
      const words = anchor ? `${kind}, in ${escape(chapter)}` : "page";
      return [docname, escape(title), anchor ? `#${anchor}` : "", words, score, docname];
    });
    return scored.filter(Boolean).sort((a, b) => a[4] - b[4]).slice(-40);
  };
};

// Sphinx shows the last result first. Of its own, those with a place on a page are among the passages.
const ocoPages = Search._performSearch;
Search._performSearch = (query, ...rest) => {
  const found = ocoFound?.(query) ?? [];
  const shown = new Set(found.filter(([, , anchor]) => !anchor).map(([docname]) => docname));
  return [...ocoPages(query, ...rest).filter(([docname, , anchor]) => !anchor && !shown.has(docname)), ...found];
};

// From a file no page can be read, so that no lines of it can be shown.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
