import { expect, it } from "vitest";
import { dayNamed } from "../../../src/agent/commands/command-arguments.ts";

// a Sunday
const NOW = Date.parse("2026-11-22T12:00:00Z");
const named = (word: string, language?: string) =>
  dayNamed(word, { now: NOW, timeZone: "Europe/Berlin", ...(language && { language }) })?.name;

it.each([
  ["today", undefined, "2026-11-22"],
  ["Montag", "de", "2026-11-16"],
  ["gestern", "de", "2026-11-21"],
  ["heute", "de-AT", "2026-11-22"],
  ["hier", "fr", "2026-11-21"],
  ["lunes", "es", "2026-11-16"],
  ["vandaag", "nl", "2026-11-22"],
  ["אתמול", "he", "2026-11-21"],
  ["monday", "de", "2026-11-16"],
  ["2026-11-01", "de", "2026-11-01"],
])("%s in %s is %s", (word, language, day) => {
  expect(named(word, language)).toBe(day);
});

it.each(["Montag", "2026-02-30", "someday", ""])("%s is no day in English", (word) => {
  expect(named(word)).toBeUndefined();
});
