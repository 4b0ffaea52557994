// The sweeps of one explorer, each fetched when it is asked for. A sweep is a classic script that calls
// ocoSweep(data), so that it also loads from file://.
import { fetched } from "./fetched.js";
import { decoded } from "./sweep.js";

const arrived = new Map();

export function installSweeps(scope) {
  scope.ocoSweep = (data) => arrived.set(`${data.explorer} ${data.stream}`, decoded(data));
}

const load = (url, explorer, stream) => fetched(url).then(() => arrived.get(`${explorer} ${stream}`));

export class Sweeps {
  // files: stream -> address.
  constructor(explorer, files) {
    this.explorer = explorer;
    this.files = files;
    this.found = {}; // stream -> sweep, or a promise of it while it is on its way
    this.lost = {}; // stream -> why its sweep did not come
  }

  // The sweep that is here already, if it is.
  here(stream) {
    return this.arriving(stream) ? undefined : this.found[stream];
  }

  arriving(stream) {
    return this.found[stream] instanceof Promise;
  }

  // The sweep, or null if it does not come.
  async of(stream) {
    try {
      this.found[stream] ??= load(this.files[stream], this.explorer, stream);
      this.found[stream] = await this.found[stream];
      delete this.lost[stream];
      return this.found[stream];
    } catch (error) {
      delete this.found[stream];
      this.lost[stream] = error.message;
      return null;
    }
  }
}
