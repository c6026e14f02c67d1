import { describe, expect, it } from "vitest";
import { toCaseless } from "../../src/text/pattern.ts";

const WHOLE = (word: string) => toCaseless(`(?<![\\p{L}\\p{N}])(?<what>${word})(?![\\p{L}\\p{N}])`, "g");

describe("a pattern for any case", () => {
  it.each([
    ["Erinnere mich an Ännes FEST", "^erinnere mich an (?<what>.+)$", "Ännes FEST"],
    ["TURN ON the Disco Ball", "^Turn (?:on|off) (?<what>.+?)$", "the Disco Ball"],
    ["İstanbul: turn on the LAMP", "turn on (?<what>.+)$", "the LAMP"],
    ["💡 Lamp AN", "(?<what>.+) an$", "💡 Lamp"],
  ])("has what it found in %j as it is written", (text, source, what) => {
    expect(toCaseless(source).exec(text)?.groups?.["what"]).toBe(what);
  });

  it.each([
    ["the Lamp, the LAMPS and a lamp", ["Lamp", "lamp"]],
    ["lamp2 2lamp lamp_ 💡lamp💡", ["lamp", "lamp"]],
    ["клламп lamp", ["lamp"]],
    ["é́lamp (lamp)", ["lamp"]],
    ["«lamp» lamp’s lamp–lamp", ["lamp", "lamp", "lamp", "lamp"]],
  ])("finds whole words in %j", (text, found) => {
    expect([...text.matchAll(WHOLE("lamp"))].map(([word]) => word)).toEqual(found);
  });

  it("replaces and splits a text in its own case", () => {
    expect("Now OR Never".replace(toCaseless(" or "), "/")).toBe("Now/Never");
    expect("Anna AND Ben and Mia".split(toCaseless("\\sAnd\\s"))).toEqual(["Anna", "Ben", "Mia"]);
  });
});
