const DAY_MS = 86_400_000;
const HOUR_MINUTES = 60;

/** Minutes since midnight as `07:30`. */
export function clockTime(minutes: number): string {
  return [minutes / HOUR_MINUTES, minutes % HOUR_MINUTES].map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
}

/** `2026-11-21` so many days later. Throws RangeError for what is no date. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
