import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { likeness, tokensOf, unitsOf } from "../../src/entity-search/entity-text.ts";
import { Vocabulary } from "../../src/entity-search/entity-vocabulary.ts";

test.each([
  ["Kitchen LIGHTS", ["kitchen", "light"]],
  ["Trader Joe's", ["trader", "joe"]],
  ["l’entrée", ["l", "entree"]],
  ["Straßenlaterne Łódź", ["strassenlaterne", "lodz"]],
  ["Bedroom2 50%", ["bedroom", "2", "50"]],
  ["batteries, boxes", ["battery", "box"]],
  ["客厅灯 2", ["客", "厅", "灯", "2"]],
  ["??", []],
])("%s is made of %j", (text, units) => {
  expect(unitsOf(text)).toEqual(units);
});

test("letters of scripts without spaces are looked up in pairs, Han letters alone too", () => {
  expect(tokensOf(unitsOf("客厅灯"))).toEqual(["客", "客厅", "厅", "厅灯", "灯"]);
  expect(tokensOf(unitsOf("ライト on"))).toEqual(["ライ", "イト", "on"]);
});

describe("two words are one", () => {
  it.each([
    ["lampe", "lampen"],
    ["kuche", "kuchen"],
    ["кухне", "кухня"],
    ["зале", "зал"],
    ["vacuuming", "vacuum"],
    ["temp", "temperature"],
    ["keittiossa", "keittio"],
    ["wohnzimmerlampe", "wohnzimmer"],
  ])("%s, %s", (said, known) => {
    expect(likeness(said, known)).toBeGreaterThan(0.5);
  });

  it.each([
    ["garage", "garden"],
    ["was", "washer"],
    ["wohnung", "wohnzimmer"],
    ["fan", "fat"],
    ["", "light"],
  ])("%s, %s: not", (said, known) => {
    expect(likeness(said, known)).toBe(0);
  });

  it("is never more than the same word", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(likeness(one, other)).toBeLessThanOrEqual(likeness(one, one));
      }),
    );
  });
});

describe("a vocabulary", () => {
  const words = new Vocabulary(["kuche", "licht", "kuchenlicht", "bathroom", "room", "machine", "haustur"]);
  const like = (said: string, options = {}) =>
    words
      .like(said, options)
      .map(({ word }) => word)
      .sort();

  it("takes compounds apart if it knows both parts", () => {
    expect(like("licht")).toEqual(["kuchenlicht", "licht"]);
    expect(like("room")).toEqual(["room"]);
  });

  it("of the name of a kind every compound is one", () => {
    expect(like("tur", { isThing: true })).toEqual(["haustur"]);
    expect(like("tur")).toEqual([]);
  });

  it("forgives a slip of the finger only where nothing else fits", () => {
    expect(like("maschine")).toEqual(["machine"]);
    expect(like("roon")).toEqual([]);
  });

  it("knows the thing in a compound", () => {
    expect(words.headOf("deckenlicht")).toBe("licht");
    expect(words.headOf("licht")).toBeUndefined();
  });
});
