// What a frame says, in the page: the headline, the facts under "more", notes and lines, and what a screen reader
// hears.
import { factOf } from "./format.js";
import { put } from "./paint.js";
import { fact, facts, firstWords, headline, mathematics } from "./typography.js";

const SETTLED = 800; // ms without a change before a screen reader hears the headline
const UNKNOWN = "…"; // what an early frame does not know yet
const BOUND = ".oco-is-bound";
const SHARE = ".oco-unbroken";

// "41 %" in "41 % of the bound".
const isShare = (part) => part.matches(SHARE) && part.nextSibling?.textContent.startsWith(" of the bound");

export class Words {
  // links: id of a theorem or erratum -> address, as the page knows them. quiet(): whether another headline will come:
  // an answer is on its way, a hand is on a slider, a slider plays. guarded(): whether bounds are hidden.
  constructor(figure, spec, { links = {}, quiet, guarded }) {
    const many = (selector) => [...figure.querySelectorAll(selector)];
    this.spec = spec;
    this.links = links;
    this.quiet = quiet;
    this.guarded = guarded;
    this.headline = figure.querySelector(".oco-headline");
    this.facts = figure.querySelector(".oco-facts");
    this.numbers = many("[data-fact]");
    this.texts = many("[data-text]");
    this.statuses = many("[data-status-of]");
    this.heard = this.headline.innerHTML;
  }

  // An early frame has no headline and no sentence yet: those of the frame before stay, dimmed.
  paint(frame) {
    for (const element of this.numbers) {
      const number = frame.facts[element.dataset.fact];
      put(element, "textContent", number === undefined ? UNKNOWN : factOf(number));
    }
    for (const element of this.texts) write(element, mathematics(frame.texts[element.dataset.text] ?? UNKNOWN));
    for (const element of this.statuses) {
      const status = frame.status[element.dataset.statusOf];
      if (status) put(element.dataset, "status", status);
    }
    if (frame.sentence) this.say(frame);
    this.guard();
  }

  say(frame) {
    write(this.headline, headline(firstWords(frame), this.spec.series));
    if (this.facts)
      write(
        this.facts,
        facts(frame.sentence)
          .map((said) => `<li>${fact(said, this.links)}</li>`)
          .join(""),
      );
  }

  // Where bounds are hidden the headline keeps to itself, for eyes and ears, what they are and what share of them the
  // rest is.
  guard() {
    const { headline: said } = this;
    const guarded = this.guarded();
    for (const part of said.querySelectorAll(`${BOUND}, ${SHARE}`)) {
      if (guarded && (part.matches(BOUND) || isShare(part))) part.setAttribute("aria-hidden", "true");
      else part.removeAttribute("aria-hidden");
    }
  }

  // The headline has changed, or will.
  changed() {
    this.headline.setAttribute("aria-busy", "true");
    this.later();
  }

  later() {
    clearTimeout(this.settled);
    this.settled = setTimeout(() => this.speak(), SETTLED);
  }

  // A screen reader was told nothing of the headlines that came and went while they were busy; the last one is written
  // anew, so that it is told of that one, unless it was the last one that it heard.
  speak() {
    if (this.quiet()) return this.later();
    const { headline: said } = this;
    said.removeAttribute("aria-busy");
    if (this.heard !== said.innerHTML) {
      this.heard = said.innerHTML;
      said.innerHTML = this.heard;
    }
  }
}

// What was written last: the browser may write it otherwise. What the page was made with is not written again, so that
// nobody hears of it.
const written = new WeakMap();

function write(element, html) {
  if (written.get(element) === html) return;
  if (!written.has(element)) {
    const made = element.cloneNode();
    made.innerHTML = html;
    if (made.innerHTML !== element.innerHTML) element.innerHTML = html;
  } else element.innerHTML = html;
  written.set(element, html);
}
