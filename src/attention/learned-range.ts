import type { StatisticsRow } from "../homeassistant/reading/statistics.ts";

const HOUR_MS = 3_600_000;
const HOURS_OF_DAY = 24;
const HOURS_OF_WEEK = 7 * HOURS_OF_DAY;
/** Fewer tell nothing about a weekday. */
const FEWEST_DAYS = 28;
/** Of the same hour on the same weekday, with the hours beside it: four weeks have twelve. */
const FEWEST_ROWS = 10;
/** How far out of all that was so at such an hour, as a share of all that ever was. */
const MARGIN = 0.5;
/** A fridge has 4 to 7 °C on average, a freezer less. */
const COLD_C = 8;
/** How much the averages of its days differ, in degrees: the weather's differ more in any month, also in winter. */
const STEADY_C = 4;
/** A door that is opened and a defrosting freezer are part of it; the few warmest hours are not. */
const WARMEST_SHARE = 0.995;

/** What an entity's values were in the last weeks. */
export interface LearnedRange {
  /** The warmest that a fridge or a freezer was (°C, hours of a mishap left out); undefined for anything else. */
  readonly warmest: number | undefined;
  /** Whether a value is far out of what was so on that weekday at about that hour. */
  readonly isUnusual: (value: number, hourOfWeek: number) => boolean;
}

/** Learns from hourly statistics, oldest first; undefined where they are too few or never differ. `hourOfWeek` tells the hour of a row on the home's clocks. */
export function learnRange(
  rows: readonly StatisticsRow[],
  { toCelsius, hourOfWeek }: { readonly toCelsius: ((value: number) => number) | undefined; readonly hourOfWeek: (at: number) => number },
): LearnedRange | undefined {
  const hours = rows.flatMap(({ start, min, mean, max }) =>
    typeof min === "number" && typeof mean === "number" && typeof max === "number"
      ? [{ hour: hourOfWeek(start), start, min, mean, max }]
      : [],
  );
  const days = Map.groupBy(hours, ({ start }) => Math.floor(start / HOUR_MS / HOURS_OF_DAY));
  if (days.size < FEWEST_DAYS) return undefined;
  const spread = Math.max(...hours.map(({ max }) => max)) - Math.min(...hours.map(({ min }) => min));
  if (spread === 0) return undefined;
  const lowest = new Float64Array(HOURS_OF_WEEK).fill(Number.POSITIVE_INFINITY);
  const highest = new Float64Array(HOURS_OF_WEEK).fill(Number.NEGATIVE_INFINITY);
  const counts = new Uint16Array(HOURS_OF_WEEK);
  for (const { hour, min, max } of hours) {
    for (const near of [hour - 1, hour, hour + 1].map((one) => (one + HOURS_OF_WEEK) % HOURS_OF_WEEK)) {
      lowest[near] = Math.min(lowest[near] ?? min, min);
      highest[near] = Math.max(highest[near] ?? max, max);
      counts[near] = (counts[near] ?? 0) + 1;
    }
  }
  const margin = MARGIN * spread;
  return {
    warmest: toCelsius && warmestOf([...days.values()], toCelsius),
    isUnusual(value, hour) {
      if ((counts[hour] ?? 0) < FEWEST_ROWS) return false;
      return value < (lowest[hour] ?? value) - margin || value > (highest[hour] ?? value) + margin;
    },
  };
}

function warmestOf(
  days: readonly (readonly { readonly mean: number; readonly max: number }[])[],
  toCelsius: (value: number) => number,
): number | undefined {
  const averages = days
    .map((day) => toCelsius(day.reduce((sum, { mean }) => sum + mean, 0) / day.length))
    .sort((one, other) => one - other);
  const middle = averages[averages.length >> 1] ?? Number.NaN;
  const differ = (averages.at(-1) ?? Number.NaN) - (averages[0] ?? Number.NaN);
  if (!(middle <= COLD_C && differ <= STEADY_C)) return undefined;
  const highest = days
    .flat()
    .map(({ max }) => toCelsius(max))
    .sort((one, other) => one - other);
  return highest[Math.floor((highest.length - 1) * WARMEST_SHARE)];
}
