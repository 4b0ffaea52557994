// What answers: the sweep that was computed in advance, else Python. The newest wish wins: what comes for an older
// one is dropped, so that the picture is never of another state than the controls.
import { mayFetchUnasked } from "./moments.js";
import { frameIn } from "./sweep.js";
import { couldBeBaked } from "./values.js";

export class Answers {
  // heard: what is called: show(frame, source), early(frame, when it was asked for), refuse(error), and tell() when
  // it takes long enough for a word.
  constructor(spec, sweeps, python, heard) {
    this.spec = spec;
    this.sweeps = sweeps;
    this.python = python;
    this.heard = heard;
    this.wish = undefined; // the newest
  }

  async ask(params) {
    this.wish = params;
    let sweep = this.sweeps.here(params.stream);
    if (!sweep && couldBeBaked(this.spec, params)) {
      const arriving = this.sweeps.of(params.stream);
      this.heard.tell();
      sweep = await arriving;
      if (this.wish !== params) return;
    }
    const baked = sweep && frameIn(sweep, params);
    if (baked) {
      this.heard.show(baked, "baked");
      return;
    }
    this.heard.tell();
    const asked = performance.now();
    try {
      const frame = await this.python.request(this.spec.name, params, (early) => this.heard.early(early, asked));
      if (!frame.superseded && this.wish === params) this.heard.show(frame, "python");
    } catch (error) {
      if (this.wish === params) this.heard.refuse(error);
    }
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
