// What answers: the sweep that was computed in advance, else Python. The newest wish wins: what comes for an older
// one is dropped, so that the picture is never of another state than the controls.
import { mayFetchUnasked } from "./moments.js";
import { frameIn, nearestIn } from "./sweep.js";
import { answersTo, couldBeBaked } from "./values.js";

export class Answers {
  // heard: what is called: answered() when an answer waits to be painted, early(frame, when it was asked for),
  // meanwhile(frame) with what is nearest to a wish that Python will answer later, refuse(error), and tell() when it
  // takes long enough for a word.
  constructor(spec, sweeps, python, heard) {
    this.spec = spec;
    this.sweeps = sweeps;
    this.python = python;
    this.heard = heard;
    this.wish = undefined; // the newest
    this.waiting = undefined; // the newest answer, { frame, source }, until it is painted
  }

  async ask(params) {
    this.wish = params;
    // Of a stream that has been left nothing is painted: its heights would come with it. Of the same stream an older
    // answer is: browsers tell of a drag just before they paint, and what Python answers to it would never be seen.
    if (this.waiting?.frame.params.stream !== params.stream) this.waiting = undefined;
    let sweep = this.sweeps.here(params.stream);
    if (!sweep && couldBeBaked(this.spec, params)) {
      const arriving = this.sweeps.of(params.stream);
      this.heard.tell();
      sweep = await arriving;
      if (this.wish !== params) return;
    }
    const baked = sweep && frameIn(sweep, params);
    if (baked) {
      this.answered(baked, "baked");
      return;
    }
    const nearest = sweep && this.python.state !== "ready" && nearestIn(sweep, params);
    if (nearest) this.heard.meanwhile(nearest);
    this.heard.tell();
    const asked = performance.now();
    try {
      const frame = await this.python.request(this.spec.name, params, (early) => this.heard.early(early, asked));
      if (!frame.superseded && this.wish === params) this.answered(frame, "python");
    } catch (error) {
      if (this.wish === params) this.heard.refuse(error);
    }
  }

  // Of several answers before the next painting only the last is painted.
  answered(frame, source) {
    this.waiting = { frame, source };
    this.heard.answered();
  }

  // What waits to be painted, once; undefined if nothing does.
  take() {
    const { waiting } = this;
    this.waiting = undefined;
    return waiting;
  }

  // Whether the newest wish is still to be answered. shown: the frame in view.
  pending(shown) {
    return Boolean(this.wish) && !answersTo(this.spec, this.wish, this.waiting?.frame ?? shown);
  }

  // Nothing is wished but what is in view.
  giveUp(shown) {
    this.wish = shown;
  }

  // The kept curves of a link, computed anew: in advance, or by Python where it is there or may be started unasked,
  // each in a queue of its own. Those that are not to be had are asked for again when Python is. id: of the figure.
  fill(ghosts, id) {
    for (const ghost of ghosts.kept.filter(({ frame, asked }) => !frame && !asked)) {
      ghost.asked = true;
      this.fillOne(ghosts, ghost, `${id} kept ${ghost.number}`)
        .catch((error) => {
          if (this.python.state === "failed" || !ghosts.kept.includes(ghost)) return;
          ghosts.remove([ghost], `${ghost.number} cannot be kept: ${error.message}`);
        })
        .finally(() => {
          ghost.asked = false;
        });
    }
  }

  async fillOne(ghosts, ghost, queue) {
    const { params } = ghost;
    const sweep = couldBeBaked(this.spec, params) && (await this.sweeps.of(params.stream));
    const baked = sweep && frameIn(sweep, params);
    if (baked) return ghosts.fill(ghost, baked, "baked");
    const { state } = this.python;
    if (!ghosts.kept.includes(ghost) || state === "failed" || (state === "idle" && !mayFetchUnasked()))
      return undefined;
    const frame = await this.python.request(this.spec.name, params, undefined, queue);
    return frame.superseded ? undefined : ghosts.fill(ghost, frame, "python");
  }
}
