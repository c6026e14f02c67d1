import { describe, expect, it } from "vitest";
import { askedPlainly, factsAsked } from "../../../src/memory/sentences/plain-sentences.ts";
import type { Scope } from "../../../src/storage/facts/fact-row.ts";

it.each([
  ["what temperature do I like?", "temperature"],
  ["Which temperature do I usually prefer", "temperature"],
  ["hey, what's my preferred temperature?", "temperature"],
  ["how warm do I like it?", "temperature"],
  ["what is my favourite colour?", "favorite_color"],
  ["which color do I like best?", "favorite_color"],
  ["what is my favorite football club?", "favorite_football_club"],
  ["do you remember what am I allergic to?", "allergies"],
  ["which allergies do I have?", "allergies"],
  ["when do I wake up?", "wake_time"],
  ["what time do I go to bed?", "bedtime"],
  ["when is my birthday?", "birthday"],
  ["what is my diet?", "diet"],
  ["which drinks do I like?", "drinks"],
  ["what is my preferred name?", "name"],
  ["what is my usual bedtime?", "bedtime"],
])("%s asks for %s", (message, key) => expect(askedPlainly(message)).toBe(key));

it.each([
  "what temperature is it?",
  "what is my temperature?",
  "what do I like?",
  "what temperature do I like in the bedroom?",
  "what temperature do I and Ben like?",
  "what temperature does Anna like?",
  "what temperature do we like?",
  "what temperature do I like? and unlock the door",
  "what is my favourite colour and my diet?",
  "why do I like 22 degrees?",
  "I know what temperature I like",
  "welche Temperatur mag ich?",
  "what is my favourite name?",
  "what is my favourite animal?",
  `what is my favourite ${"very ".repeat(20)}colour?`,
])("%j is for a model", (message) => expect(askedPlainly(message)).toBeUndefined());

describe("facts that are asked for", () => {
  const own: Scope = { kind: "person", personId: "anna" };
  const fact = (key: string, scope: Scope = own, value = "22") => ({ key, scope, value });

  it.each([
    ["temperature", ["temperature", "temperature_bedroom", "preferred_night_temp"]],
    ["favorite_color", ["favorite_color"]],
    ["favorite_football_club", ["football_club"]],
    ["bedtime", []],
  ])("%s", (key, found) => {
    const facts = ["temperature", "temperature_bedroom", "preferred_night_temp", "favorite_color", "football_club", "bedtime_lights_off"];
    expect(
      factsAsked(
        key,
        "anna",
        facts.map((one) => fact(one)),
      ).map((one) => one.key),
    ).toEqual(found);
  });

  it.each([
    "never coffee",
    "no beer, wine or gin",
    "hates cocoa",
    "can't stand milk",
    "Kaffee mag ich nicht",
    "pas de vin",
    "geen koffie",
    "no me gusta el café",
    "בלי חלב",
    "does not like coffee with milk",
  ])("are not what the asker does not like: %s", (value) => expect(factsAsked("drinks", "anna", [fact("drinks", own, value)])).toEqual([]));

  it.each(["tea", "tea, no sugar", "coffee without milk", "not only tea", "koffie zonder melk"])(
    "are what the asker likes, however they like it: %s",
    (value) => expect(factsAsked("drinks", "anna", [fact("drinks", own, value)])).toHaveLength(1),
  );

  it("are of no key for what the asker does not like", () =>
    expect(factsAsked("temperature", "anna", [fact("disliked_temperature", own, "25 degrees")])).toEqual([]));

  it("are the asker's own", () => {
    const others = [fact("diet", { kind: "house" }), fact("diet", { kind: "person", personId: "ben" })];
    expect(factsAsked("diet", "anna", others)).toEqual([]);
  });
});
