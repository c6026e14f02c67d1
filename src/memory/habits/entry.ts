import type { FactCategory } from "../../storage/facts/fact-row.ts";
import { clockOf, LIGHTS_OF_AREA, type Pattern } from "./habit.ts";

/** A habit as a profile entry. */
export interface HabitEntry {
  readonly category: FactCategory;
  readonly key: string;
  readonly value: string;
}

const DAY_NAMES = ["sundays", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays"];

/** `night`, `morning`, `day` or `evening`, of a minute of the day. */
function partOfDay(minute: number): "night" | "morning" | "day" | "evening" {
  const hour = minute / 60;
  if (hour < 5 || hour >= 21.5) return "night";
  if (hour < 11) return "morning";
  return hour < 17 ? "day" : "evening";
}

/**
 * Key and value as the product names them: `preferred_night_temp` = 22, `bedtime_lights_off` = 23:00, `tv_routine` = weekdays_19:00,
 * `morning_departure` = 07:30; everything else by its thing and what is done. `taken` are keys of other habits: then the thing is added, and a number where that is taken too.
 */
export function entryOf(
  pattern: Pattern & { readonly departs: boolean },
  { deviceClass, taken }: { deviceClass: string | undefined; taken: ReadonlySet<string> },
): HabitEntry {
  const { subject, action, value, minute, spread, by } = pattern;
  const thing = subject.startsWith(LIGHTS_OF_AREA) ? `${subject.slice(LIGHTS_OF_AREA.length)}_lights` : (subject.split(".")[1] ?? subject);
  const time = clockOf(by ?? minute, by === undefined ? spread : 0);
  const days = daysWord(pattern);
  const part = partOfDay(minute);
  const unique = (key: string): string => {
    if (!taken.has(key)) return key;
    let count = 1;
    const next = () => (count === 1 ? `${key}_${thing}` : `${key}_${thing}_${count}`);
    while (taken.has(next())) count += 1;
    return next();
  };
  if (action === "set" && value !== undefined) return { category: "habit", key: unique(`preferred_${part}_temp`), value: String(value) };
  const isBedtime = action === "off" && by !== undefined && part === "night" && /^light|^lights@/.test(subject);
  if (isBedtime) return { category: "pattern", key: unique("bedtime_lights_off"), value: time };
  if (action === "on" && (deviceClass === "tv" || /(?:^|_)tv(?:_|$)/.test(thing))) {
    return { category: "pattern", key: unique("tv_routine"), value: days ? `${days}_${time}` : time };
  }
  if ((action === "open" || action === "unlock") && part === "morning" && (pattern.departs || deviceClass === "garage")) {
    return { category: "pattern", key: unique("morning_departure"), value: time };
  }
  return { category: "pattern", key: unique(`${thing}_${action}_${part}`), value: days ? `${days}_${time}` : time };
}

/** `weekdays`, `weekends`, `mondays_and_fridays`; empty for every day. */
function daysWord({ days: { name, weekdays } }: Pattern): string {
  if (name === "every day") return "";
  if (name === "workdays") return "weekdays";
  if (name === "weekends") return "weekends";
  return weekdays.map((day) => DAY_NAMES[day] ?? "").join("_and_");
}
