// Python for exercises as the page sees it: one that runs, and a warm one in reserve that takes over where a run does
// not end. Apart from the explorers' Python, so that their sliders answer meanwhile.
import { openRoom } from "./room.js";

const PATIENCE = 2500; // ms without an answer after which a run is ended from here, longer where Python's own limit is
const MARGIN = 1.25; // of that limit
const STARTS = 90_000; // ms for which a start may show no progress
const LONGEST = 4_000_000; // characters of an answer
const FROM_FILE = "Python does not run in a page opened from a file; open the book through a web address.";

// A Python of one room. progress(share of what is fetched).
class Room {
  constructor(files, warm, progress) {
    this.waiting = new Map();
    this.count = 0;
    this.ready = this.open(files, warm, progress);
    this.ready.catch(() => {}); // who waits for it is told
  }

  async open({ base, python }, warm, progress) {
    if (location.protocol === "file:") throw new Error(FROM_FILE);
    if (typeof WebAssembly !== "object" || typeof Worker !== "function")
      throw new Error("This browser cannot run Python.");
    const total = Object.values(python.files).reduce((sum, size) => sum + size, 0);
    let loaded = 0;
    const bytesOf = async (name) => {
      const bytes = await asked(base + name);
      loaded += python.files[name];
      progress(loaded / total);
      return [name, bytes];
    };
    const [script, ...files] = await Promise.all([
      asked(base + python.worker).then((bytes) => new TextDecoder().decode(bytes)),
      ...Object.keys(python.files).map(bytesOf),
    ]);
    if (this.closed) throw new Error("closed");
    const { runtime, packages } = python;
    const room = openRoom(script, { files: Object.fromEntries(files), runtime, packages, warm });
    this.close = () => {
      this.closed = true;
      room.close();
    };
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("Python gave no sign of life.")), STARTS);
      room.port.onmessage = ({ data }) => {
        clearTimeout(late);
        if (data.ready) resolve(data.ready);
        else if (data.failed) reject(new Error(`Python could not start: ${data.failed}`));
        else this.heard(data);
      };
    }).then(
      (facts) => {
        this.port = room.port;
        this.patience = Math.max(PATIENCE, 1000 * MARGIN * facts.limit);
        return facts;
      },
      (error) => {
        room.close();
        throw error;
      },
    );
  }

  close() {
    this.closed = true;
  }

  heard({ id, ...answer }) {
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
  }

  // The answer, or null where it does not come.
  ask(question) {
    const id = ++this.count;
    return new Promise((resolve) => {
      const late = setTimeout(resolve, this.patience, null);
      this.waiting.set(id, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      this.port.postMessage({ id, ...question });
    });
  }
}

async function asked(url) {
  const name = url.split("/").pop();
  const response = await fetch(url).catch(() => {
    throw new Error(`Python could not be fetched (offline?): ${name} did not arrive.`);
  });
  if (!response.ok) throw new Error(`Python could not be fetched: ${name} answered ${response.status}.`);
  return response.arrayBuffer().catch(() => {
    throw new Error(`Python could not be fetched: ${name} broke off.`);
  });
}

// Its sender is a stranger's Python, at worst: what is no verdict is a sentence.
function verdictIn(text) {
  try {
    if (text.length > LONGEST) throw new Error();
    const verdict = JSON.parse(text);
    if (verdict.state) return verdict;
  } catch {
    // told below
  }
  throw new Error("Python’s answer cannot be read.");
}

export class Python {
  // files: { base, python } of the page.
  constructor(files) {
    this.files = files;
    this.fetched = 0; // the share of the first one's files that has come
    this.active = this.spare = null;
    this.patience = PATIENCE; // of the last that was asked
    this.starts = []; // { limit, ms, heap } of each that was ready
    this.turn = Promise.resolve(); // one run at a time
  }

  // Begin, unless begun. warm: the exercise that it marks first. Resolves when it is ready.
  start(warm) {
    this.warm = warm ?? this.warm;
    this.active ??= this.room((share) => {
      this.fetched = share;
    });
    return this.active.ready.catch((error) => {
      this.active = null; // the next attempt begins anew
      throw error;
    });
  }

  room(progress) {
    const room = new Room(this.files, this.warm, progress);
    room.ready.then((facts) => this.starts.push(facts)).catch(() => {});
    return room;
  }

  // Another Python in reserve; the files come out of the browser's cache.
  reserve() {
    this.spare ??= this.room(() => {});
  }

  replace() {
    this.active?.close();
    this.active = this.spare;
    this.spare = null;
    this.start()
      .then(() => this.reserve())
      .catch(() => {});
  }

  // The verdict on a text, { state, … }; null where it had to be ended from here. Rejects with a sentence where there
  // is no Python.
  async mark(exercise, code) {
    const answer = await this.next({ exercise, code });
    return answer && verdictIn(answer.verdict);
  }

  // A solution, as the reader would type it.
  async solution(exercise) {
    return (await this.next({ exercise }))?.solution ?? null;
  }

  // What a learner or loss of the reader's own answers (hosts/own.py); null where it had to be ended from here.
  async own(question) {
    const answer = await this.next({ own: JSON.stringify(question) });
    return answer && JSON.parse(answer.own);
  }

  next(question) {
    const turn = this.turn.then(async () => {
      await this.start(question.exercise);
      this.patience = this.active.patience;
      const answer = await this.active.ask(question);
      if (!answer || answer.spoiled) this.replace();
      else this.reserve();
      return answer;
    });
    this.turn = turn.catch(() => {});
    return turn;
  }
}
