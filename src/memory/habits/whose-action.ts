import type { HandEvent } from "./series.ts";

/** By fewer hands nobody can say whose habit it is. */
const LEAST_KNOWN = 3;
const NEARLY_ALWAYS = 0.9;

/**
 * Whose hand it nearly always was, of those that are known, for the logbook forgets sooner than the history; null if several did it, or a switch
 * on the wall; undefined if too few are known.
 */
export function whoseHand(users: readonly HandEvent["userId"][]): HandEvent["userId"] {
  const known = users.filter((user) => user !== undefined);
  if (known.length < LEAST_KNOWN) return undefined;
  return known.find((user) => known.filter((other) => other === user).length >= NEARLY_ALWAYS * known.length) ?? null;
}
