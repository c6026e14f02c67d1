/** How a lost connection is made again. All in milliseconds. */
export interface ReconnectTimings {
  /** Between two attempts in the first part of an outage, */
  readonly quickRetryMs: number;
  /** which lasts this long; then the pause doubles … */
  readonly quickForMs: number;
  /** … up to this. */
  readonly longestRetryMs: number;
  /** First pause after a refused token; it doubles as well … */
  readonly refusedTokenRetryMs: number;
  /** … up to this. */
  readonly refusedTokenLongestMs: number;
}

export interface Outage {
  readonly outageMs: number;
  /** Failed attempts of the same kind in a row, at least 1. */
  readonly failures: number;
  /** The token was refused, in contrast to not reached. */
  readonly refused: boolean;
  /** 0 ≤ random < 1 */
  readonly random: number;
}

/** Milliseconds to wait before the next attempt. Pauses beyond the quick part are spread by a quarter, so that many clients do not come at once. */
export function reconnectDelay({ outageMs, failures, refused, random }: Outage, timings: ReconnectTimings): number {
  const spread = 0.75 + random / 4;
  if (refused) return spread * Math.min(timings.refusedTokenRetryMs * 2 ** Math.min(failures - 1, 30), timings.refusedTokenLongestMs);
  if (outageMs < timings.quickForMs) return timings.quickRetryMs;
  // The pause grows with the outage, not with the number of attempts, of which the quick part makes many.
  const doublings = Math.floor((outageMs - timings.quickForMs) / timings.longestRetryMs);
  return spread * Math.min(timings.quickRetryMs * 2 ** Math.min(doublings + 1, 30), timings.longestRetryMs);
}
