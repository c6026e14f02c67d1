const DAY_MS = 86_400_000;
const knownWeekdays = new Map<string, readonly string[]>();

/** The days of a week as a language names them, Sunday first; short ones without a full stop. */
export function weekdayNames(language: string, length: "long" | "short" = "long"): readonly string[] {
  const key = `${language} ${length}`;
  const known = knownWeekdays.get(key);
  if (known) return known;
  const { format } = new Intl.DateTimeFormat(language, { weekday: length, timeZone: "UTC" });
  // 1970-01-04 was a Sunday
  const names = [3, 4, 5, 6, 7, 8, 9].map((day) => format(day * DAY_MS).replace(/\.$/, ""));
  knownWeekdays.set(key, names);
  return names;
}

/** The twelve months as a language names them; short ones without a full stop. */
export function monthNames(language: string, length: "long" | "short"): readonly string[] {
  const { format } = new Intl.DateTimeFormat(language, { month: length, timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => format(Date.UTC(2000, month, 1)).replace(/\.$/, ""));
}

/** The parts of a day as a language names them: of each the longest word ("night" of "at night"). */
export function dayPartNames(language: string): readonly string[] {
  const clock = new Intl.DateTimeFormat(language, { hour: "numeric", hour12: true, dayPeriod: "long", timeZone: "UTC" });
  const parts = Array.from({ length: 24 }, (_, hour) => clock.formatToParts(Date.UTC(2000, 0, 1, hour)));
  const names = parts.flatMap((part) => part.find(({ type }) => type === "dayPeriod")?.value ?? []);
  const longest = (words: readonly string[]) => words.reduce((one, other) => (other.length > one.length ? other : one), "");
  return [...new Set(names.map((name) => longest(name.match(/\p{L}+/gu) ?? [])))];
}
