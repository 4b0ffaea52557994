// The line under the picture: what is being waited for, or why something is not available.

// { text, waiting: whether it concerns what the reader has just asked for, again: whether another attempt may help,
// spoken: whether a screen reader hears it, once: only why Python failed }. spec: the explorer's; python: { state,
// reason, progress, hopeless }; pending: an answer is on its way; fetching: it is one that was computed in advance.
export function noteOf(spec, python, pending, fetching) {
  const { state, reason, progress, hopeless } = python;
  const quick = spec.controls
    .filter((control) => control.baked)
    .map((control) => control.symbol)
    .join(" and ");
  const note = (text, waiting, again = false) => ({ text, waiting, again, spoken: state === "failed" });
  if (pending && fetching) return note("The answers for this stream are on their way …", true);
  if (state === "failed") {
    return note(
      `${quick} and the choice of stream go on working; the other controls need Python. ${reason}`,
      false,
      !hopeless,
    );
  }
  if (state === "idle")
    return note(`${quick} answer at once; the first use of another control starts Python in your browser.`, false);
  if (state === "ready") return note(pending ? "Computing …" : "", pending);
  const share = `${Math.round(100 * progress)} % fetched`;
  return note(
    pending
      ? `This answer is computed by Python, which is starting in your browser (${share}).`
      : `${quick} answer at once; the other controls will when Python has started in your browser (${share}).`,
    pending,
  );
}
