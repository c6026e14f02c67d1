const DAY_MS = 86_400_000;

/** The days of a week as a language names them, Sunday first; short ones without a full stop. */
export function weekdayNames(language: string, length: "long" | "short" = "long"): readonly string[] {
  const { format } = new Intl.DateTimeFormat(language, { weekday: length, timeZone: "UTC" });
  // 1970-01-04 was a Sunday
  return [3, 4, 5, 6, 7, 8, 9].map((day) => format(day * DAY_MS).replace(/\.$/, ""));
}

/** The twelve months as a language names them; short ones without a full stop. */
export function monthNames(language: string, length: "long" | "short"): readonly string[] {
  const { format } = new Intl.DateTimeFormat(language, { month: length, timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => format(Date.UTC(2000, month, 1)).replace(/\.$/, ""));
}
