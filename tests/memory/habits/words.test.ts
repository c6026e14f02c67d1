import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../../src/languages/catalogue.ts";
import { daySets } from "../../../src/memory/habits/calendar.ts";
import { clockOf } from "../../../src/memory/habits/habit.ts";
import { entryOf } from "../../../src/memory/habits/habit-book.ts";
import { readNarrowing } from "../../../src/memory/habits/narrowing.ts";
import type { Pattern, Weekday } from "../../../src/storage/facts/habits.ts";

const WEEKEND: readonly Weekday[] = [0, 6];
const [everyDay, workdays] = daySets(WEEKEND);

function pattern(given: Partial<Pattern> & { departs?: boolean }) {
  const plain = {
    subject: "switch.x",
    action: "on",
    value: undefined,
    pick: "each",
    minute: 600,
    spread: 6,
    by: undefined,
    sun: undefined,
  } as const;
  return { ...plain, days: everyDay ?? { name: "single" as const, weekdays: [] }, departs: false, ...given };
}
const entry = (given: Parameters<typeof pattern>[0], deviceClass?: string, taken: readonly string[] = []) => {
  const { category, key, value } = entryOf(pattern(given), { deviceClass, taken: new Set(taken) });
  return `${category}: ${key} = ${value}`;
};

describe("habits as profile entries", () => {
  it("the product's examples have the product's names", () => {
    expect(entry({ subject: "climate.bedroom", action: "set", value: 22, minute: 1_321 })).toBe("habit: preferred_night_temp = 22");
    expect(entry({ subject: "lights@bedroom", action: "off", minute: 1_366, by: 1_380 })).toBe("pattern: bedtime_lights_off = 23:00");
    expect(entry({ subject: "media_player.living_room_tv", minute: 1_142, ...(workdays && { days: workdays }) })).toBe(
      "pattern: tv_routine = weekdays_19:00",
    );
    const garage = {
      subject: "cover.garage_door",
      action: "open",
      minute: 448,
      departs: true,
      ...(workdays && { days: workdays }),
    } as const;
    expect(entry(garage)).toBe("pattern: morning_departure = 07:30");
    expect(entry({ ...garage, departs: false }, "garage")).toBe("pattern: morning_departure = 07:30");
  });

  it("a second of the same name has its thing in it", () => {
    expect(entry({ subject: "climate.office", action: "set", value: 20, minute: 1_321 }, undefined, ["preferred_night_temp"])).toBe(
      "habit: preferred_night_temp_office = 20",
    );
  });

  it("others are named by thing, what is done and when", () => {
    expect(entry({ subject: "switch.coffee_machine", minute: 404 })).toBe("pattern: coffee_machine_on_morning = 06:45");
    expect(entry({ subject: "switch.bin", minute: 404, days: { name: "single", weekdays: [1, 4] } })).toContain(
      "= mondays_and_thursdays_06:45",
    );
  });
});

it("times are told as people say them", () => {
  expect([clockOf(1_141, 6), clockOf(1_147, 2), clockOf(1_438, 10), clockOf(452, 2)]).toEqual(["19:00", "19:05", "00:00", "07:30"]);
});

it.each([
  ["no", { kind: "never" }],
  ["Not a habit.", { kind: "never" }],
  ["nein", { kind: "never" }],
  ["not on weekends", { kind: "without", weekdays: [0, 6] }],
  ["not at the weekend", { kind: "without", weekdays: [0, 6] }],
  ["only on workdays", { kind: "without", weekdays: [0, 6] }],
  ["only on weekends", { kind: "without", weekdays: [1, 2, 3, 4, 5] }],
  ["except Mondays and Fridays", { kind: "without", weekdays: [1, 5] }],
  ["not on wed", { kind: "without", weekdays: [3] }],
  ["nicht am Wochenende", { kind: "without", weekdays: [0, 6] }],
  ["nur werktags", { kind: "without", weekdays: [0, 6] }],
  ["außer mittwochs", { kind: "without", weekdays: [3] }],
  ["on weekends", { kind: "unclear" }],
  ["pas le week-end", { kind: "without", weekdays: [0, 6] }],
  ["seulement le lundi", { kind: "without", weekdays: [0, 2, 3, 4, 5, 6] }],
  ["jamais", { kind: "never" }],
  ["no los fines de semana", { kind: "without", weekdays: [0, 6] }],
  ["solo los martes", { kind: "without", weekdays: [0, 1, 3, 4, 5, 6] }],
  ["niet op maandag", { kind: "without", weekdays: [1] }],
  ["alleen op werkdagen", { kind: "without", weekdays: [0, 6] }],
  ["לא בשבת", { kind: "without", weekdays: [6] }],
  ["le week-end", { kind: "unclear" }],
  // ranges
  ["only Monday to Friday", { kind: "without", weekdays: [0, 6] }],
  ["Monday to Friday only", { kind: "without", weekdays: [0, 6] }],
  ["only Mon-Fri", { kind: "without", weekdays: [0, 6] }],
  ["not Mon-Wed", { kind: "without", weekdays: [1, 2, 3] }],
  ["not from Saturday to Monday", { kind: "without", weekdays: [0, 1, 6] }],
  ["nur von Montag bis Freitag", { kind: "without", weekdays: [0, 6] }],
  ["nur montags bis freitags", { kind: "without", weekdays: [0, 6] }],
  ["nur Mo-Fr", { kind: "without", weekdays: [0, 6] }],
  ["nur Mo. bis Do.", { kind: "without", weekdays: [0, 5, 6] }],
  ["seulement du lundi au vendredi", { kind: "without", weekdays: [0, 6] }],
  ["solo de lunes a viernes", { kind: "without", weekdays: [0, 6] }],
  ["alleen maandag tot vrijdag", { kind: "without", weekdays: [0, 6] }],
  ["alleen ma t/m vr", { kind: "without", weekdays: [0, 6] }],
  ["רק מראשון עד חמישי", { kind: "without", weekdays: [5, 6] }],
  // some of the days, and not others
  ["on weekdays but not on Fridays", { kind: "without", weekdays: [0, 5, 6] }],
  ["only on weekdays, not on Fridays", { kind: "without", weekdays: [0, 5, 6] }],
  ["werktags, aber freitags nicht", { kind: "without", weekdays: [0, 5, 6] }],
  ["werktags, freitags nicht", { kind: "unclear" }],
  ["samstags und sonntags nicht", { kind: "without", weekdays: [0, 6] }],
  ["am Wochenende nicht", { kind: "without", weekdays: [0, 6] }],
  ["not on Saturdays, only on Sundays", { kind: "without", weekdays: [1, 2, 3, 4, 5, 6] }],
  ["not on Fridays but on Saturdays", { kind: "without", weekdays: [5] }],
  ["en semaine mais pas le vendredi", { kind: "without", weekdays: [0, 5, 6] }],
  ["no, only weekends", { kind: "without", weekdays: [1, 2, 3, 4, 5] }],
  ["no weekends", { kind: "without", weekdays: [0, 6] }],
  ["Saturdays no", { kind: "without", weekdays: [6] }],
  ["keine Wochenenden", { kind: "without", weekdays: [0, 6] }],
  ["alleen door de week", { kind: "without", weekdays: [0, 6] }],
  ["solo entre semana", { kind: "without", weekdays: [0, 6] }],
  ["nur unter der Woche", { kind: "without", weekdays: [0, 6] }],
  // the one, and not the other
  ["nicht am Sonntag, sondern am Montag", { kind: "without", weekdays: [0] }],
  ["not on Sunday, but on Monday", { kind: "without", weekdays: [0] }],
  ["not Sundays, Mondays instead", { kind: "unclear" }],
  ["pas le dimanche mais le lundi", { kind: "without", weekdays: [0] }],
  ["no el domingo, sino el lunes", { kind: "without", weekdays: [0] }],
  ["niet op zondag, maar wel op maandag", { kind: "without", weekdays: [0] }],
  ["לא בראשון אלא בשני", { kind: "without", weekdays: [0] }],
  // short names
  ["not sun", { kind: "without", weekdays: [0] }],
  ["not on sat and sun", { kind: "without", weekdays: [0, 6] }],
  ["only mon, wed, fri", { kind: "without", weekdays: [0, 2, 4, 6] }],
  ["not Mon", { kind: "without", weekdays: [1] }],
  ["sonn- und feiertags nicht", { kind: "unclear" }],
  ["nicht an Samstagen", { kind: "without", weekdays: [6] }],
  ["not in the sun", { kind: "unclear" }],
  ["not if nobody sat there", { kind: "unclear" }],
  ["not with the sun on the roof", { kind: "unclear" }],
  ["nicht an freien Tagen", { kind: "unclear" }],
  ["nicht frei", { kind: "unclear" }],
  // an answer before it
  ["no, not on Sundays", { kind: "without", weekdays: [0] }],
  ["nein, nicht sonntags", { kind: "without", weekdays: [0] }],
  ["no, on Sundays", { kind: "unclear" }],
  ["no, los domingos", { kind: "unclear" }],
  ["also not on Fridays", { kind: "unclear" }],
  ["not from Monday", { kind: "unclear" }],
  // conditions, times, and what comes besides
  ["no, on Sundays too", { kind: "unclear" }],
  ["nein, auch sonntags", { kind: "unclear" }],
  ["non, le dimanche aussi", { kind: "unclear" }],
  ["no, también los domingos", { kind: "unclear" }],
  ["nee, ook op zondag", { kind: "unclear" }],
  ["לא, גם בשבת", { kind: "unclear" }],
  ["not when the sun is up", { kind: "unclear" }],
  ["only when the sun sets", { kind: "unclear" }],
  ["not since Monday", { kind: "unclear" }],
  ["nicht seit Montag", { kind: "unclear" }],
  ["pas depuis lundi", { kind: "unclear" }],
  ["no desde el lunes", { kind: "unclear" }],
  ["niet sinds maandag", { kind: "unclear" }],
  ["לא מאז שני", { kind: "unclear" }],
  ["nicht wenn frei ist", { kind: "unclear" }],
  ["not until Monday", { kind: "unclear" }],
  ["not every Sunday", { kind: "unclear" }],
  ["nicht jeden Sonntag", { kind: "unclear" }],
  ["pas tous les dimanches", { kind: "unclear" }],
  ["only every other Monday", { kind: "unclear" }],
  ["solo desde el lunes hasta el viernes", { kind: "without", weekdays: [0, 6] }],
  // more than said, or of one week
  ["not only on weekends", { kind: "unclear" }],
  ["nicht nur am Wochenende", { kind: "unclear" }],
  ["pas seulement le week-end", { kind: "unclear" }],
  ["no solo los fines de semana", { kind: "unclear" }],
  ["niet alleen in het weekend", { kind: "unclear" }],
  ["לא רק בסוף השבוע", { kind: "unclear" }],
  ["also on weekends", { kind: "unclear" }],
  ["not this weekend", { kind: "unclear" }],
  ["nicht dieses Wochenende", { kind: "unclear" }],
  ["Monday to Friday", { kind: "unclear" }],
  ["sometimes", { kind: "unclear" }],
  ["", { kind: "unclear" }],
] as const)("“%s” is read", (said, expected) => {
  expect(readNarrowing(said, WEEKEND, LANGUAGES)).toEqual(expected);
});
