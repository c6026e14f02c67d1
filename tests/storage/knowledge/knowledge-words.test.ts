import { describe, expect, it } from "vitest";
import { termsOf } from "../../../src/storage/knowledge/knowledge-words.ts";

const wordsQuery = (text: string) =>
  termsOf(text)
    .map(({ query }) => query)
    .join(" OR ");

describe("of a question are looked up", () => {
  it.each([
    ["what happens in the kitchen?", '"happen"* OR "kitch"*'],
    ["Was passiert in der Küche?", '"passiert"* OR "küch"*'],
    ["что происходит на кухней?", '"происходит"* OR "кухней"*'],
    ["부엌에서 무슨 일이", '"부엌에서"* OR "무슨" OR "일이"'],
    ["pourquoi la lampe est-elle allumée ?", '"lamp"* OR "allumé"*'],
  ])("the words that say what it is about: %s", (question, query) => {
    expect(wordsQuery(question)).toBe(query);
  });

  it("words that are common in another language only", () => {
    expect(wordsQuery("what is in the den?")).toBe('"den"');
    expect(wordsQuery("was ist im bad los")).toBe('"bad" OR "los"');
  });

  it("all words where there are no others", () => {
    expect(wordsQuery("who is it?")).toBe('"who" OR "is" OR "it"');
  });

  it("words without their endings, unless too little is left", () => {
    expect(wordsQuery("batteries heating lamps mixer bus")).toBe('"batter"* OR "heat"* OR "lamp"* OR "mixer"* OR "bus"');
  });
});
