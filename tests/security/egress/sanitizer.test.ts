import { describe, expect, test, vi } from "vitest";
import { createSanitizer } from "../../../src/security/egress/sanitizer.ts";
import type { HomeWord } from "../../../src/security/egress/sanitizer-words.ts";

const LANGUAGES = ["en", "de", "fr", "es", "nl", "he"];
const WORDS: readonly HomeWord[] = [
  { text: "Anna Levinson", kind: "person" },
  { text: "Anna", kind: "person" },
  { text: "Ellie", kind: "person" },
  { text: "Mia", kind: "person" },
  { text: "Rose", kind: "person" },
  { text: "Schnuffi", kind: "pet" },
  { text: "Ellie's room", kind: "room", generic: "room" },
  { text: "Ellie's lamp", kind: "device", generic: "smart light" },
  { text: "Kitchen light", kind: "device", generic: "smart light" },
  { text: "42", kind: "device", generic: "smart plug" },
  { text: "Zichron Yaakov", kind: "town" },
  { text: "LevinsonNet_5G", kind: "network" },
  { text: "32.57118,34.95431", kind: "address" },
  { text: "peanuts", kind: "profile" },
  { text: "ab", kind: "own" },
];
const { check, find } = createSanitizer({ homeWords: () => WORDS, languages: LANGUAGES });

describe("check", () => {
  test.for([
    ["switch.shelly_relay troubleshooting", "smart relay troubleshooting"],
    ["light.ellies_room not responding", "smart light not responding"],
    ["why is light.ellies_room off", "why is smart light off"],
    ["Ellie's lamp flickers", "smart light flickers"],
    ["ellies lamp flickers", "smart light flickers"],
    ["binary_sensor.hall_motion_2 stuck", "motion sensor stuck"],
  ])("says %j in generic words", ([asked, sent]) => {
    expect(check(asked ?? "")).toMatchObject({ outcome: "rewritten", query: sent });
  });

  test("what was put in the place of something private is said once", () => {
    expect(check("Ellie's lamp light.ellies_lamp dead")).toMatchObject({ outcome: "rewritten", query: "smart light dead" });
  });

  test("the noun of a generic word is said once, whichever side it stands on", () => {
    const words: readonly HomeWord[] = [
      { text: "Kallekalle", kind: "device", generic: "robot vacuum" },
      { text: "Mias room", kind: "room", generic: "room" },
      { text: "Quorvax", kind: "device", generic: "smart light" },
    ];
    const { check: ask } = createSanitizer({ homeWords: () => words, languages: LANGUAGES });
    expect(ask("my vacuum Kallekalle error 12")).toMatchObject({ query: "my robot vacuum error 12" });
    expect(ask("light in Mia's room")).toMatchObject({ query: "light in room" });
    expect(ask("Quorvax light lights up")).toMatchObject({ query: "smart light lights up" });
    expect(ask("moonlight Quorvax")).toMatchObject({ query: "moonlight smart light" });
  });

  test("a name beside a thing that has a generic word blocks all of it", () => {
    expect(check("light.ellies_room gift for Schnuffi")).toMatchObject({ outcome: "blocked", reason: "pet" });
  });

  test("a verdict and its hint never tell the value", () => {
    const verdict = check("call Anna Levinson at 052-1234567");
    expect(verdict).toMatchObject({ outcome: "blocked", found: [{ kind: "person" }, { kind: "phone" }] });
    expect(JSON.stringify(verdict)).not.toMatch(/Anna|Levinson|4567/);
  });

  test("the hint says how to ask instead", () => {
    const verdict = check("plumber in Zichron Yaakov");
    expect(verdict).toMatchObject({ outcome: "blocked", reason: "town" });
    expect("hint" in verdict && verdict.hint).toContain("weather or opening hours only");
  });

  test.for(["weather in Zichron Yaakov", "Wetter in Zichron Yaakov", "when does the library in Zichron Yaakov open"])(
    "the town may stand in %j",
    (asked) => {
      expect(check(asked)).toEqual({ outcome: "clean", query: asked });
    },
  );

  test("nothing nearer than the town does", () => {
    expect(check("weather at 12 Oak Street, Zichron Yaakov")).toMatchObject({ outcome: "blocked", reason: "address" });
    expect(check("weather at 32.571, 34.954")).toMatchObject({ outcome: "blocked", reason: "coordinates" });
    expect(check("weather at 32.6 34.9")).toMatchObject({ outcome: "blocked", reason: "coordinates" });
    expect(check("resistor 48.2 16.3")).toMatchObject({ outcome: "clean" });
  });

  test.for([
    "kitchen light ideas",
    "rose pruning in spring",
    "mia soundtrack mamma",
    "answer to everything 42",
    "peanuts nutrition",
    "who plays anna in frozen",
    "Anna Karenina",
    "Anna Kendrick songs",
    "is the mamma mia musical open at 8 pm",
    "mamma mia starts at 7:30",
    "is Mia a popular name",
    "roses that leave scent at night",
  ])("%j is no home's own", (asked) => {
    expect(check(asked)).toEqual({ outcome: "clean", query: asked });
  });

  test.for([
    ["my daughter Mia has a fever", "person"],
    ["Mia's room is too cold", "person"],
    ["Rose's bedroom lamp", "person"],
    ["ab status", "own"],
    ["Anna gets up at 6", "routine"],
    ["mia goes to bed at 7 pm", "routine"],
    ["is Mia away at 8 in the morning", "routine"],
    ["will Mia be home at 5 pm", "routine"],
    ["Mia leaves at 7:30", "routine"],
    ["Mia's bedtime is 8 pm", "routine"],
    ["Mia kommt um 14 Uhr", "routine"],
    ["Mia arrive à 18h30", "routine"],
  ])("%j is, though short or common by itself", ([asked, reason]) => {
    expect(check(asked ?? "")).toMatchObject({ outcome: "blocked", reason });
  });

  test("signs that nobody sees do not leave", () => {
    expect(check("sunrise\u200b to\u{e0041}day")).toEqual({ outcome: "clean", query: "sunrise today" });
  });

  test("words are taken anew when there are others", () => {
    let words: readonly HomeWord[] = [];
    const changing = createSanitizer({ homeWords: () => words, languages: LANGUAGES });
    expect(changing.check("Quorvax manual").outcome).toBe("clean");
    words = [{ text: "Quorvax", kind: "own" }];
    expect(changing.check("Quorvax manual").outcome).toBe("blocked");
  });

  test("many texts of one moment are read with its words", () => {
    const words: readonly HomeWord[] = [{ text: "Quorvax", kind: "own" }];
    const homeWords = vi.fn(() => words);
    const { find } = createSanitizer({ homeWords, languages: LANGUAGES }).at();
    expect([find("Quorvax manual"), find("for 4 0 5 4 Quorvax")].map((spans) => spans.map(({ kind }) => kind))).toEqual([["own"], ["own"]]);
    expect(homeWords).toHaveBeenCalledTimes(1);
  });
});

describe("spelling", () => {
  test.for([
    "E l l i e",
    "e-l-l-i-e",
    "e.l.l.i.e",
    "ELLIE",
    "Еllie",
    "𝓔𝓵𝓵𝓲𝓮",
    "Ｅｌｌｉｅ",
    "El\u200blie",
    "E\u0301llie",
    "ᴇʟʟɪᴇ",
    "🅴🅻🅻🅸🅴",
    "\u{e0045}\u{e006c}\u{e006c}\u{e0069}\u{e0065}",
    "Элли",
    "エリー",
    "RWxsaWU=",
    Buffer.from("RWxsaWU=").toString("base64"),
    "456c6c6965",
    "%45%6c%6c%69%65",
    "&#69;&#108;&#108;&#105;&#101;",
    "ellie_toys",
    "EllieToys",
    "Ellies",
  ])("%j is found, at its place", (spelled) => {
    const text = `gift ${spelled} now`;
    const [span] = find(text);
    expect(text.slice(span?.from, span?.to).toLowerCase()).toContain(
      spelled
        .toLowerCase()
        .replace(/_?toys$/, "")
        .slice(0, 4),
    );
  });

  test("words that only begin or end alike, or fall together, are not taken for one", () => {
    expect(find("ellied jellies an na belle")).toEqual([]);
  });

  test("Hebrew's small words in front of a name do not hide it", () => {
    const { find: search } = createSanitizer({ homeWords: () => [{ text: "נועם", kind: "person" }], languages: LANGUAGES });
    expect(search("מתנה לנועם").map(({ kind }) => kind)).toEqual(["person"]);
  });
});
