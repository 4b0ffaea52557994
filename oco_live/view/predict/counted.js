// What counts of a kept prediction: the first one that was committed, whatever came later: another try, which may stay
// without a commitment, is made by those who have seen the answer.
export const counts = (entry) => entry?.state === "committed" || (entry?.first ?? null) !== null;

// What was then predicted; null for nothing.
export const firstOf = (entry) => (counts(entry) ? (entry.first ?? entry.value ?? null) : null);
