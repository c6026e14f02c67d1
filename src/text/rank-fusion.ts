/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): first places count, but none alone decides. */
const K = 60;
/** Of a list that gives something less than another of the same way: from `npm run eval -- knowledge`, with the seeds 1, 3 and 5. */
const OTHER_LISTS = 0.035;

/** What one search found, the best first. */
export interface Ranked<Found> {
  readonly weight: number;
  readonly found: readonly Found[];
}

/** Adds weight / (60 + rank): of each way of searching the list that gives most, and a little of its others. Ties keep the order of the first list. */
export function fuse<Found extends { readonly id: number }>(
  ...ways: readonly (readonly Ranked<Found>[])[]
): readonly { readonly found: Found; readonly score: number }[] {
  const sums = new Map<number, { readonly found: Found; score: number }>();
  for (const lists of ways) {
    const given = new Map<number, { readonly found: Found; best: number; all: number }>();
    for (const { weight, found: list } of lists) {
      for (const [index, found] of list.entries()) {
        const known = given.get(found.id) ?? { found, best: 0, all: 0 };
        const score = weight / (K + index + 1);
        given.set(found.id, { found, best: Math.max(known.best, score), all: known.all + score });
      }
    }
    for (const { found, best, all } of given.values()) {
      const known = sums.get(found.id) ?? { found, score: 0 };
      known.score += best + (all - best) * OTHER_LISTS;
      sums.set(found.id, known);
    }
  }
  return [...sums.values()].sort((one, other) => other.score - one.score);
}
