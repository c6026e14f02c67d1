import { describe, expect, it } from "vitest";
import { daySets } from "../../../src/memory/habits/calendar.ts";
import { clockOf } from "../../../src/memory/habits/habit.ts";
import { entryOf } from "../../../src/memory/habits/habit-book.ts";
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
