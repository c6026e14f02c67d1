import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEgressPolicy } from "../../../src/security/egress/egress.ts";
import type { HomeWord } from "../../../src/security/egress/home-words.ts";
import { joinSpelled, readText, sourcePlace } from "../../../src/security/egress/read-text.ts";

const WORDS: readonly HomeWord[] = [
  { text: "Quorvax", kind: "own" },
  { text: "Ellie's lamp", kind: "device", generic: "smart light" },
];
const { decide, find } = createEgressPolicy({ homeWords: () => WORDS, languages: ["en", "de", "fr", "es", "nl", "he"] });
const anyText = fc.string({ unit: "grapheme", maxLength: 400 });
const plainText = fc
  .array(fc.constantFrom("the", "is", "why", "of", "it", "and", "then"), { maxLength: 12 })
  .map((words) => words.join(" "));

describe("of any text", () => {
  test("places are in order, apart and within it", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const spans = find(text);
        spans.forEach(({ from, to }, index) => {
          expect(from).toBeGreaterThanOrEqual(spans[index - 1]?.to ?? 0);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
        });
      }),
    );
  });

  test("what leaves has nothing private in it, and judging it again changes nothing", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const verdict = decide(text);
        const leaves = verdict.outcome === "allow" ? verdict.text : verdict.outcome === "ask" ? verdict.without : undefined;
        if (leaves !== undefined) expect(decide(leaves)).toEqual({ outcome: "allow", text: leaves });
      }),
    );
  });

  test("each sign read comes from a place in it", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const view of [readText(text), joinSpelled(readText(text))]) {
          if (!view || view.text === "") continue;
          const { from, to } = sourcePlace(view, 0, view.text.length);
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

describe("wherever it stands", () => {
  test("a word of the home is found in any spelling", () => {
    const spellings = [
      (word: string) => word,
      (word: string) => word.toUpperCase(),
      (word: string) => [...word].join(" "),
      (word: string) => [...word].join("\u200d"),
      (word: string) => [...word].map((letter) => `${letter}\u0301`).join(""),
      (word: string) => Buffer.from(word).toString("base64"),
      (word: string) => encodeURIComponent(word).replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ];
    fc.assert(
      fc.property(plainText, plainText, fc.constantFrom(...spellings), (before, after, spell) => {
        expect(decide(`${before} ${spell("Quorvax")} ${after}`).outcome).not.toBe("allow");
      }),
    );
  });

  test("a phone number, a card, an address and a mail are found among any plain words", () => {
    const values = fc.constantFrom(
      "+49 30 901820",
      "4111111111111111",
      "14 Crown Street",
      "x.y@example.org",
      "192.168.1.77",
      "32.57118,34.95431",
    );
    fc.assert(
      fc.property(plainText, values, plainText, (before, value, after) => {
        expect(decide(`${before} ${value} ${after}`).outcome).not.toBe("allow");
      }),
    );
  });
});
