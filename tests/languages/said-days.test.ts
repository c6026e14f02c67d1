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
    ["en", "tomorrow's forecast", whole("11-26", "11-27")],
  ])("%s: %s", (language, sentence, days) => expect(read(language, sentence)).toBe(days));

  test.each<[Language, string]>([
    ["de", "morgens um 7"],
    ["fr", "les lundis à 7 h"],
    ["es", "por las mañanas"],
    ["nl", "zondags om 7 uur"],
  ])("%s: %s is no one day", (language, sentence) => expect(read(language, sentence)).toBeUndefined());

  test.each<[Language, string, string]>([
    ["en", "how warm was it on Friday", whole("11-20", "11-21")],
    ["en", "how much did we use last week", whole("11-16", "11-23")],
    ["en", "how much did we use this month", whole("11-01", "11-26")],
    ["en", "how warm was it last night", "2026-11-24 21:00 2026-11-25 06:00"],
  ])("%s: %s, which is past", (language, sentence, days) => expect(read(language, sentence, true)).toBe(days));

  test.each<[Language, string, string]>([
    ["en", "on January 5 2028 at 9", "2028-01-05"],
    ["en", "on the 5th of January, 2028", "2028-01-05"],
    ["en", "on 2028-01-05 at 9", "2028-01-05"],
    ["en", "on 13/1/2028", "2028-01-13"],
    ["en", "on 1/13", "2027-01-13"],
    ["en", "on 5/5/2028", "2028-05-05"],
    ["de", "am 5. Januar 2028 um 9", "2028-01-05"],
    ["de", "am 5.1.2028 um 9", "2028-01-05"],
    ["de", "am 05.01.28", "2028-01-05"],
    ["de", "am 5.1. um 9", "2027-01-05"],
    ["de", "am 5.12 um 9", "2026-12-05"],
    ["fr", "le 5 janvier 2028 à 9 h", "2028-01-05"],
    ["fr", "le 5/1/2028 à 9 h", "2028-01-05"],
    ["fr", "le 5/1 à 9 h", "2027-01-05"],
    ["es", "el 5 de enero de 2028 a las 9", "2028-01-05"],
    ["es", "el 5/1/2028 a las 9", "2028-01-05"],
    ["nl", "op 5 januari 2028 om 9 uur", "2028-01-05"],
    ["nl", "op 5-1-2028 om 9 uur", "2028-01-05"],
    ["he", "ביום 5.1.2028 בשעה 9", "2028-01-05"],
  ])("%s: the date of “%s”", (language, sentence, day) => expect(read(language, sentence)).toMatch(new RegExp(`^${day} 00:00 `)));

  test.each<[Language, string]>([
    ["en", "on 5/1/2028"],
    ["en", "on 5/1"],
    ["de", "am 31.13.2028"],
    ["en", "on February 30 2028"],
  ])("%s: what may be two dates, or is none, is no day: %s", (language, sentence) => {
    const { days } = sentencesOf(language);
    expect(days && createDays(language, days).read(sentence, { now, time, isPast: false })?.from).toBeNaN();
  });

  test.each<[Language, string]>([
    ["en", "buy 1/2 pound of flour"],
    ["de", "stell die Heizung auf 21.5"],
    ["fr", "acheter 1/2 baguette"],
    ["he", "כוון את התרמוסטט ל 21.5"],
  ])("%s: no day in “%s”", (language, sentence) => expect(read(language, sentence)).toBeUndefined());

  test("where none are said, none are read", () => expect(read("en", "is the front door locked?")).toBeUndefined());
});
