// The line under the pictures: what is being waited for, or why something is not available. What need not be said is
// not: sliders answer at once, and Python starts by itself.

// { text, waiting: whether it concerns what the reader has just asked for, again: whether another attempt may help,
// spoken: whether a screen reader hears it, once: only why Python failed }. spec: the explorer's; python: { state,
// reason, progress, hopeless, sandboxed }; pending: an answer is on its way; fetching: it is one that was computed in
// advance; nearest: what stands in for it, "η = 0.15".
export function noteOf(spec, python, pending, fetching, nearest = "") {
  const { state, reason, progress, hopeless, sandboxed } = python;
  const note = (text, waiting, again = false) => ({ text, waiting, again, spoken: state === "failed" });
  if (pending && fetching) return note("The answers for this stream are on their way …", true);
  if (state === "failed") {
    const sliders = spec.controls.filter(({ baked, kind }) => baked && kind === "slider");
    const quick = sliders.map(({ symbol }) => symbol).join(", ");
    const why = sandboxed ? ", which a sandboxed frame may not start." : `. ${reason}`;
    return note(`${quick} and the stream answer at once; the other controls need Python${why}`, false, !hopeless);
  }
  if (!pending) return note("", false);
  const meanwhile = nearest && `Nearest grid point: ${nearest}. `;
  if (state === "ready") return note(meanwhile.trim(), true); // the rest is said at the pictures
  const share = `${Math.round(100 * progress)} % fetched`;
  return note(`${meanwhile}This answer is computed by Python, which is starting in your browser (${share}).`, true);
}
