/* Search results that lead to a theorem, a section, an exercise, a term: passages.py says which there are. They stand
   before what Sphinx's own search finds, which is pages. */
let ocoFound = null;

const ocoPassages = ({ pages, passages, words }) => {
  const stemmer = new Stemmer();
  const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  // As passages.py has them: without accents and case, and one sign by itself only where it may be a word.
  const plain = (text) => text.normalize("NFKD").replace(/\p{Mark}/gu, "").toLowerCase();
  const wordsOf = (text) => splitQuery(plain(text)).filter((word) => word.length > 1 || word > "\x7f");
  const known = new Map(words);
  const titles = passages.map(([, , title]) => wordsOf(title));
  const chapters = pages.map(([, title]) => wordsOf(title));

  ocoFound = (query) => {
    const asked = wordsOf(query).filter((word) => !stopwords.includes(word));
    if (!asked.length) return [];
    const terms = asked.map((word) => {
      const stem = stemmer.stemWord(word);
      // A number is meant as it stands: T1 is not T13.
      const begins = !/\d/.test(word) && word.length > 2;
      const same = (other) => other === word || (begins && (other.startsWith(word) || other.startsWith(stem)));
      return { same, where: new Set([...known.keys()].filter(same).flatMap((other) => known.get(other))) };
    });
    const wanted = plain(query.trim());
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
      if (plain(title) === wanted || own.slice(1).join(" ") === wordsOf(wanted).join(" ")) score += 500;
      else if (plain(title).includes(wanted)) score += 20;
      const [docname, chapter] = pages[page];
      const words = anchor ? `${kind}, in ${escaped(chapter)}` : "page";
      return [docname, escaped(title), anchor ? `#${anchor}` : "", words, score, docname];
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

// Letters with their accents in one piece, as the pages have them, however they were typed.
const ocoQuery = Search.query;
Search.query = (query) => ocoQuery(query.normalize("NFC"));

// From a file, or in a sandboxed frame, no page can be read, so that no lines of it can be shown.
if (location.protocol === "file:" || self.origin === "null") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
