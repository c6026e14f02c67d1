/** A night of the home: its quiet hours (ms since the epoch). */
export interface Night {
  readonly from: number;
  readonly until: number;
}

/** Fewer nights tell no habit. */
const FEWEST_NIGHTS = 5;
/** Of the nights that are known. */
const USUAL_SHARE = 0.8;
/** What was armed longer before was so for a day or a holiday, which tells nothing about nights. */
const EARLIEST_MS = -4 * 3_600_000;
/** Somebody stays up a little longer. */
const LATER_MS = 30 * 60_000;

/** How long after the beginning of the quiet hours (ms, also negative) an alarm is armed on most nights and not later; undefined where it mostly is not. */
export function usuallyArmedAfter(
  changes: readonly { readonly at: number; readonly state: string }[],
  nights: readonly Night[],
): number | undefined {
  // Home Assistant's states of an armed panel are `armed_home`, `armed_night` and so on
  const known = nights.flatMap(({ from, until }) => {
    const inTheMiddle = changes.findLast(({ at }) => at <= (from + until) / 2);
    return inTheMiddle ? [{ isArmed: inTheMiddle.state.startsWith("armed"), after: inTheMiddle.at - from }] : [];
  });
  const armed = known
    .filter((night) => night.isArmed && night.after >= EARLIEST_MS)
    .map(({ after }) => after)
    .sort((one, other) => one - other);
  if (known.length < FEWEST_NIGHTS || armed.length < known.length * USUAL_SHARE) return undefined;
  const last = armed[Math.floor((armed.length - 1) * USUAL_SHARE)];
  return last === undefined ? undefined : last + LATER_MS;
}
