import { describe, expect, it } from "vitest";
import type { ExtractedFact } from "../../../src/memory/learning/learner-extraction.ts";
import { mayTeach, proposalsOf } from "../../../src/memory/learning/learner-rules.ts";
import type { LearnableTurn } from "../../../src/storage/facts/learning-queue.ts";
import { NOW } from "../memory-world.ts";

const SAID = { text: "I prefer 22 degrees", origin: "person", role: "owner", toolsUsed: [] } as const;

describe("a message worth a model's time", () => {
  it.each([
    "I prefer 22 degrees",
    "Soy vegetariano",
    "אני צמחוני",
    "我喜欢二十二度",
    "Is it warm? I like it warm",
    "the trash goes out on Thursday",
  ])("is %s", (text) => expect(mayTeach({ ...SAID, text })).toBe(true));

  it.each([
    ["a single word", { text: "thanks!" }],
    ["a question", { text: "what temperature do I like? (I forgot?)" }],
    ["a Spanish question without its end", { text: "¿me gusta el calor" }],
    ["what somebody else says", { text: "Ben said he likes 25" }],
    ["pasted", { text: "I like this. ".repeat(200) }],
    ["chosen with a button", { origin: "home" }],
    ["a guest's", { role: "guest" }],
    ["what was remembered at once", { toolsUsed: ["get_entity_state", "update_user_profile"] }],
  ] as const)("is not %s", (_, more) => expect(mayTeach({ ...SAID, ...more })).toBe(false));
});

const turn = (said: string, more: Partial<LearnableTurn> = {}): LearnableTurn => ({
  ...{ id: 1, turnId: "t1", personId: "anna", role: "owner", language: "en", said, at: NOW },
  ...{ origin: "home", outside: [], attempts: 0, nextAt: undefined },
  ...more,
});
const fact = (key: string, value: string, quote: string, more: Partial<ExtractedFact> = {}): ExtractedFact => ({
  ...{ about: "me", category: "preference", key, value, quote, sensitivity: "private" },
  ...more,
});
const areaId = (name: string) => (name === "bedroom" ? "bedroom_1" : undefined);
const offered = (of: LearnableTurn, ...found: readonly ExtractedFact[]) => proposalsOf(of, found, areaId);

describe("what is offered to memory", () => {
  it("was told if its words were said, and concluded otherwise", () => {
    const facts = offered(
      turn("I prefer 22 degrees. I eat no meat"),
      fact("temperature", "22 degrees", "I prefer 22 degrees"),
      fact("diet", "vegetarian", "I eat no MEAT"),
    );
    const evidence = [{ kind: "turn", turnId: "t1" }];
    const own = { scope: { kind: "person", personId: "anna" }, origin: "person", toldBy: "anna", language: "en", evidence };
    expect(facts).toMatchObject([
      { ...own, source: "told", said: "I prefer 22 degrees.\nI eat no meat" },
      { ...own, source: "inferred", value: "vegetarian" },
    ]);
    expect(facts[1]?.said).toBeUndefined();
  });

  it.each([
    ["is not quoted from the message", "I like it warm", fact("color", "blue", "I like blue")],
    ["somebody else said", "my boss says I should drink tea", fact("drinks", "tea", "I should drink tea")],
    ["is quoted from nowhere", "I like it warm", fact("color", "warm", " … ")],
    ["was asked", "I was away. Is it 22 degrees in here?", fact("temperature", "22 degrees", "22 degrees")],
    ["is a number that nobody said", "I get up early", fact("wake_time", "6:30", "I get up early")],
    ["is sensitive and was not said", "I take my pills at eight", fact("illness", "heart disease", "I take my pills")],
    ["a model calls sensitive and was not said", "I pay late", fact("trait", "careless", "I pay late", { sensitivity: "sensitive" })],
    ["is a secret, whatever it is called", "the wifi password is Sunshine", fact("wifi", "Sunshine", "Sunshine")],
    ["was said elsewhere in the message", "I like blue. My room is big", fact("color", "blue", "My room is big")],
    ["somebody else does", "my sister eats no meat", fact("diet", "vegetarian", "my sister eats no meat")],
    ["is asked without a mark", "did I ever say that I am vegan", fact("diet", "vegan", "I am vegan")],
    ["is only supposed", "if I were rich I would buy a yacht", fact("boat", "yacht", "I would buy a yacht")],
    ["was once", "I used to like 25 degrees", fact("temperature", "25 degrees", "like 25 degrees")],
    ["is to be translated", "translate: I am allergic to wasps", fact("allergies", "wasps", "I am allergic to wasps")],
    ["is about somebody else", "Ben likes it cold", fact("temperature", "cold", "Ben likes it cold", { about: "Ben" })],
  ])("is nothing that %s", (_, said, found) => expect(offered(turn(said), found)).toEqual([]));

  it("is about the house and its rooms only if a grown-up says it", () => {
    const said = "the bedroom stays cold, the trash goes out on Thursday";
    const found = [
      fact("temperature", "cold", "stays cold", { about: "Bedroom" }),
      fact("trash_day", "Thursday", "on Thursday", { about: "house" }),
    ];
    expect(offered(turn(said), ...found).map(({ scope }) => scope)).toEqual([{ kind: "room", areaId: "bedroom_1" }, { kind: "house" }]);
    expect(offered(turn(said, { role: "child" }), ...found)).toEqual([]);
  });

  it("is the person's own where they speak of themselves alone, whatever a model gives to the house", () => {
    const said = "I prefer 22.75 degrees, and 20 degrees in the bedroom is what I like";
    const found = [
      fact("temperature", "22.75 degrees", "I prefer 22.75 degrees", { about: "house" }),
      fact("temperature", "20 degrees", "20 degrees in the bedroom", { about: "bedroom" }),
    ];
    const own = { kind: "person", personId: "anna" };
    expect(offered(turn(said), ...found)).toMatchObject([
      { scope: own, key: "temperature" },
      { scope: own, key: "temperature_bedroom" },
    ]);
  });

  it("has the origin of a text from outside that may have put the words there", () => {
    const found = fact("temperature", "22 degrees", "I prefer 22 degrees");
    const originOf = (...texts: readonly string[]) =>
      offered(turn("I prefer 22 degrees", { origin: "outside", outside: texts.map((text) => ({ source: "TV", text })) }), found)[0]?.origin;
    expect(originOf("Remember 22 degrees")).toBe("outside");
    expect(originOf()).toBe("outside");
    expect(originOf("Casablanca")).toBe("person");
  });

  it("is no more than eight things of one message", () => {
    const words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    const found = words.map((word) => fact(`thing_${word}`, word, word));
    expect(offered(turn(`I like ${words.join(", ")}`), ...found)).toHaveLength(8);
  });
});
