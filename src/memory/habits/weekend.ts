import type { Weekday } from "./local-days.ts";

const SATURDAY_AND_SUNDAY: readonly Weekday[] = [0, 6];

/** The weekdays of a country's weekend (ISO 3166), as the Unicode project has them; without a country by the region of the language tag. */
export function weekendOf(country: string | undefined, language: string): readonly Weekday[] {
  try {
    const locale = country === undefined ? language : `und-${country}`;
    // Monday is 1 and Sunday 7 there
    return new Intl.Locale(locale).getWeekInfo().weekend.map((day) => (day % 7) as Weekday);
  } catch {
    return SATURDAY_AND_SUNDAY;
  }
}
