const DAY_MS = 86_400_000;

/** `2026-11-21` so many days later. Throws RangeError for what is no date. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
