import { describe, expect, it } from "vitest";
import type { Claim } from "../../../src/memory/facts/fact.ts";
import { normalisedKey } from "../../../src/memory/facts/fact-keys.ts";
import { isVerified } from "../../../src/memory/sentences/telling.ts";

const OTHERS = ["Ben Müller", "Mia"];
const verified = (said: string, key: string, value: string, claim?: Claim) =>
  isVerified({ key: normalisedKey(key), value, claim }, said, { isOfPerson: true, others: OTHERS });

describe("what a model says of a telling", () => {
  const said = "I stopped being vegan";
  it("is taken where the words do not speak against it", () => {
    expect(
      verified("I am vegan", "diet", "vegan", { subject: "self", polarity: "affirmed", modality: "stated", quote: "I am vegan" }),
    ).toBe(true);
  });

  it.each([
    ["of somebody else", { subject: "other" }],
    ["of nobody", { subject: "none" }],
    ["past", { modality: "past" }],
    ["supposed", { modality: "hypothetical" }],
    ["quoted", { modality: "quoted" }],
    ["not so", { polarity: "negated" }],
    ["quoted from elsewhere", { quote: "I love vegan food" }],
  ] as const)("keeps nothing that it finds to be %s", (_, claim) => {
    expect(verified(said, "diet", "vegan", claim)).toBe(false);
  });
});

describe("whatever a model says of it", () => {
  const claim = { subject: "self", polarity: "affirmed", modality: "stated" } as const;

  it.each([
    ["is of a person of the household", "Mia is vegan", "diet", "vegan"],
    ["is of somebody's relative", "my sister is vegan", "diet", "vegan"],
    ["is of him", "He is allergic to lupin", "allergies", "lupin"],
    ["is of nobody who is named", "Opa ist Diabetiker", "illness", "Diabetiker"],
    ["was told by somebody", "My neighbour told me: I am in debt", "finances", "in debt"],
    ["was written by somebody", "Ben wrote:\nI love jazz", "music", "jazz"],
    ["stands in a mail", "> I love jazz", "music", "jazz"],
    ["is asked", "Is my favourite colour blue?", "favorite_color", "blue"],
    ["was once", "I used to like 25 degrees", "temperature", "25 degrees"],
    ["is supposed", "wenn ich reich wäre, hätte ich eine Yacht", "boat", "eine Yacht"],
    ["is turned round", "I don't like beer", "drinks", "beer"],
    ["is another's reason", "I'm cooking for a vegan", "diet", "vegan"],
    ["was not said", "I like it warm", "temperature", "25 degrees"],
  ])("what %s is not kept unasked", (_, text, key, value) => expect(verified(text, key, value, claim)).toBe(false));

  it.each([
    ["I prefer 22 degrees", "temperature", "22 degrees"],
    ["that has changed: I like it at 21 degrees", "temperature", "21 degrees"],
    ["my job is at the library", "workplace", "the library"],
    ["my dachshund is called Waldi", "pet", "Waldi"],
    ["morgens trinke ich Kakao", "drinks", "Kakao"],
    ["je n'aime pas le céleri", "disliked_food", "céleri"],
    ["prefiero 22 grados", "temperature", "22 grados"],
    ["ik ben veganist", "diet", "veganist"],
    ["אני צמחוני", "diet", "צמחוני"],
  ])("“%s” is", (text, key, value) => expect(verified(text, key, value, claim)).toBe(true));
});
