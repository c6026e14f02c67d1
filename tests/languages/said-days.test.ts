import { describe, expect, test } from "vitest";
import { homeTime } from "../../src/homeassistant/home-time.ts";
import type { Language } from "../../src/languages/catalogue.ts";
import { createDays } from "../../src/languages/said-days.ts";
import { sentencesOf } from "../../src/languages/sentences.ts";

const time = homeTime("Europe/Berlin");
/** A Wednesday. */
const now = Date.parse("2026-11-25T10:00:00+01:00");

function read(language: Language, sentence: string, isPast = false): string | undefined {
  const { days } = sentencesOf(language);
  const found = days && createDays(language, days).read(sentence, { now, time, isPast });
  return found && `${time.minute(found.from)} ${time.minute(found.to)}`;
}

const whole = (first: string, after: string) => `2026-${first} 00:00 2026-${after} 00:00`;

describe("days are read as people say them", () => {
  test.each<[Language, string, string]>([
    ["en", "will it rain tomorrow?", whole("11-26", "11-27")],
    ["en", "what is on today", whole("11-25", "11-26")],
    ["en", "will it rain on Friday?", whole("11-27", "11-28")],
    ["en", "the weather in 3 days", whole("11-28", "11-29")],
    ["en", "the weather at the weekend", whole("11-28", "11-30")],
    ["en", "what is on next week", whole("11-30", "12-07")],
    ["en", "what is on this week", whole("11-25", "12-02")],
    ["en", "what is on December 5", whole("12-05", "12-06")],
    ["en", "what is on the 5th of December", whole("12-05", "12-06")],
    ["en", "will it rain tomorrow afternoon", "2026-11-26 12:00 2026-11-26 18:00"],
    ["en", "how cold will it get tonight", "2026-11-25 21:00 2026-11-26 06:00"],
  ])("%s: %s", (language, sentence, days) => expect(read(language, sentence)).toBe(days));

  test.each<[Language, string, string]>([
    ["en", "how warm was it on Friday", whole("11-20", "11-21")],
    ["en", "how much did we use last week", whole("11-16", "11-23")],
    ["en", "how much did we use this month", whole("11-01", "11-26")],
    ["en", "how warm was it last night", "2026-11-24 21:00 2026-11-25 06:00"],
  ])("%s: %s, which is past", (language, sentence, days) => expect(read(language, sentence, true)).toBe(days));

  test("where none are said, none are read", () => expect(read("en", "is the front door locked?")).toBeUndefined());
});
