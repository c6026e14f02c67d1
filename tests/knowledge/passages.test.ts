import { describe, expect, it } from "vitest";
import { passagesOf } from "../../src/knowledge/passages.ts";

const words = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `word${from + index}`).join(" ");
const section = (text: string) => ({ heading: undefined, page: undefined, text });

describe("passages", () => {
  it("end where paragraphs end as long as they fit into 900 characters", () => {
    const paragraphs = [1, 2, 3, 4].map((number) => `${number} ${"x".repeat(398)}`);
    const passages = passagesOf([section(paragraphs.join("\n\n"))]);
    expect(passages.map(({ text }) => text)).toEqual([paragraphs.slice(0, 2).join("\n\n"), paragraphs.slice(2).join("\n\n")]);
  });

  it("repeat the last sentences of the one before, so that none is found without what it follows on", () => {
    const sentences = Array.from({ length: 40 }, (_, index) => `Sentence number ${index} says something about the boiler.`);
    const texts = passagesOf([section(sentences.join(" "))]).map(({ text }) => text);

    expect(texts.length).toBeGreaterThan(2);
    for (const [index, text] of texts.entries()) {
      const last = texts[index - 1]?.split(/(?<=\.) /).at(-1);
      if (last !== undefined) expect(text.split(/(?<=\.) /).slice(0, 2)).toContain(last);
      expect(text.length).toBeLessThanOrEqual(900);
      expect(text).toMatch(/^Sentence[\s\S]*boiler\.$/);
    }
    expect(sentences.filter((sentence) => !texts.some((text) => text.includes(sentence)))).toEqual([]);
  });

  it.each([
    ["a sentence without an end", words(600)],
    ["a text without spaces", "漢".repeat(2_500)],
    ["signs of two halves", "😀".repeat(1_100)],
  ])("%s is cut into pieces that fit, and nothing of it is lost", (_, text) => {
    const texts = passagesOf([section(text)]).map((passage) => passage.text);
    expect(texts.every((piece) => piece.length <= 900 && piece.isWellFormed())).toBe(true);
    expect(texts.join(" ").replaceAll(" ", "").length).toBeGreaterThanOrEqual(text.replaceAll(" ", "").length);
    expect(texts.at(-1)?.slice(-5)).toBe(text.slice(-5));
  });

  it("keep a short end, which goes to the passage before it", () => {
    const body = `${"x".repeat(780)} ${"y".repeat(102)}.`;
    const texts = passagesOf([section(`${body} Reset code: 1234.`)]).map(({ text }) => text);
    expect(texts).toEqual([`${body} Reset code: 1234.`]);
  });

  it("have every sign of a text, in its order, wherever its sentences and paragraphs end", () => {
    let seed = 7;
    const below = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    const breaks = ["", "", "", " ", ". ", "\n", "\n\n", "。", "! "];
    for (let round = 0; round < 300; round++) {
      // no sign comes twice, so that each is seen to be there
      const length = below(3_000);
      const often = 1 + below(80);
      const signs = Array.from({ length }, (_, index) => String.fromCodePoint((round % 2 === 0 ? 0x4e00 : 0x20000) + index));
      const text = signs.map((sign) => (below(often) === 0 ? `${sign}${breaks[below(breaks.length)]}` : sign)).join("");
      const texts = passagesOf([section(text)]).map((passage) => passage.text);
      const known = new Set(texts.join(""));
      const places = new Map(signs.map((sign, at) => [sign, at]));
      expect(signs.filter((sign) => !known.has(sign))).toEqual([]);
      const first = texts.map((piece) => places.get([...piece].find((sign) => places.has(sign)) ?? "") ?? -1);
      expect(first).toEqual(first.toSorted((one, other) => one - other));
      expect(Math.max(0, ...texts.map((piece) => piece.length))).toBeLessThanOrEqual(960);
      expect(texts.every((piece) => piece.isWellFormed())).toBe(true);
    }
  });

  it("keep headings and pages apart", () => {
    const passages = passagesOf([
      { heading: "Reset", page: undefined, text: "Press the button." },
      { heading: undefined, page: 2, text: "" },
      { heading: undefined, page: 3, text: "Technical data." },
    ]);
    expect(passages).toEqual([
      { heading: "Reset", page: undefined, text: "Press the button." },
      { heading: undefined, page: 3, text: "Technical data." },
    ]);
  });
});
