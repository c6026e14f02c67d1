import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../../src/languages/catalogue.ts";
import { findClaims, statementScore } from "../../../src/security/claims/claims.ts";
import { splitSentences } from "../../../src/text/sentences.ts";

interface Row {
  readonly language: string;
  readonly claim: boolean;
  readonly answer: string;
}

function readRows(name: string): readonly Row[] {
  const text = readFileSync(new URL(`claims-${name}.txt`, import.meta.url), "utf8");
  return text.split("\n").flatMap((line) => {
    const [, language, sign, answer] = /^(\w\w) ([+-]) (.+)$/.exec(line) ?? [];
    return language && answer ? [{ language, claim: sign === "+", answer: answer.replaceAll("\\n", "\n") }] : [];
  });
}

/** Share of claims found and of plain answers flagged, and which were judged wrongly. */
function measure(rows: readonly Row[]) {
  const flagged = (row: Row) => findClaims(row.answer).length > 0;
  const share = (some: readonly Row[]) => some.filter(flagged).length / some.length;
  return {
    found: share(rows.filter(({ claim }) => claim)),
    falsely: share(rows.filter(({ claim }) => !claim)),
    wrong: rows.filter((row) => flagged(row) !== row.claim).map(({ answer }) => answer),
  };
}

describe("rows written before the training", () => {
  const rows = readRows("held-out");

  test("at least 0.95 of the claims are found and at most 0.02 of the plain answers flagged", () => {
    const { found, falsely, wrong } = measure(rows);
    expect(rows.length).toBeGreaterThanOrEqual(240);
    expect(found, wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
    expect(falsely, wrong.join("\n")).toBeLessThanOrEqual(0.02);
  });

  test.each(LANGUAGES)("in %s at least 0.9 and at most 0.05", (language) => {
    const some = rows.filter((row) => row.language === language);
    const { found, falsely, wrong } = measure(some);
    expect(some.filter(({ claim }) => claim).length).toBeGreaterThanOrEqual(20);
    expect(some.filter(({ claim }) => !claim).length).toBeGreaterThanOrEqual(20);
    expect(found, wrong.join("\n")).toBeGreaterThanOrEqual(0.9);
    expect(falsely, wrong.join("\n")).toBeLessThanOrEqual(0.05);
  });
});

test("rows that showed what to mend are judged as well as those", () => {
  const { found, falsely, wrong } = measure(readRows("later"));
  expect(found, wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
  expect(falsely, wrong.join("\n")).toBeLessThanOrEqual(0.02);
});

test("rows that nothing was mended for are judged as well", () => {
  const { found, falsely, wrong } = measure(readRows("unseen"));
  expect(found, wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
  expect(falsely, wrong.join("\n")).toBeLessThanOrEqual(0.02);
});

test("the plainest forms: no report, refusal, greeting or yes is taken for a claim", () => {
  const { found, falsely, wrong } = measure(readRows("basics"));
  expect(found, wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
  expect(falsely, wrong.join("\n")).toBe(0);
});

test("wishes and small talk: at most 0.12 of what nobody wrote a template for is taken for a claim, and nothing plain", () => {
  const { falsely, wrong } = measure(readRows("small-talk"));
  expect(falsely, wrong.join("\n")).toBeLessThanOrEqual(0.12);
  for (const plain of [
    "All right.",
    "Sleep well.",
    "Sweet dreams!",
    "You too!",
    "Schlaf gut.",
    "Dors bien.",
    "Que duermas bien.",
    "Slaap lekker.",
    "חלומות פז.",
  ])
    expect(findClaims(plain), plain).toEqual([]);
});

test("things by their names: at most 0.15 of reports are taken for claims, and all claims are found", () => {
  const { found, falsely, wrong } = measure(readRows("reports"));
  expect(found, wrong.join("\n")).toBe(1);
  expect(falsely, wrong.join("\n")).toBeLessThanOrEqual(0.15);
});

describe("manuals, house rules and how something is done", () => {
  const rows = readRows("instructions");

  test("at most 0.02 of them are taken for claims, and at least 0.95 of the claims beside them are found", () => {
    const { found, falsely, wrong } = measure(rows);
    expect(rows.filter(({ claim }) => !claim).length).toBeGreaterThanOrEqual(180);
    expect(falsely, wrong.join("\n")).toBeLessThanOrEqual(0.02);
    expect(found, wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
  });

  test.each(LANGUAGES)("in %s at most one of them", (language) => {
    const { wrong } = measure(rows.filter((row) => row.language === language && !row.claim));
    expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(1);
  });
});

describe("findClaims", () => {
  test("names each claiming sentence with its place", () => {
    const answer = "It is 21 °C in the bath.\nI've turned the heating off. Anything else?";
    const claims = findClaims(answer);
    expect(claims).toMatchObject([{ text: "I've turned the heating off." }]);
    for (const { start, end, text } of claims) expect(answer.slice(start, end)).toBe(text);
  });

  test("reads through Markdown, lists, emoji and curly apostrophes", () => {
    expect(findClaims("**I've turned off** the `kitchen light`.")).toHaveLength(1);
    expect(findClaims("1. I have locked the front door.\n2. It is 21 °C.")).toHaveLength(1);
    expect(findClaims("✅ Done")).toHaveLength(1);
    expect(findClaims("I’ve unlocked the door.")).toHaveLength(1);
    expect(findClaims("> Ich habe das Licht ausgeschaltet.")).toHaveLength(1);
  });

  test("takes quoted words for somebody else's", () => {
    expect(findClaims('You asked me: "turn off the light".')).toEqual([]);
    expect(findClaims('I have activated "Movie Night".')).toHaveLength(1);
  });

  test("finds nothing in nothing, and ends on a long text without stops", () => {
    for (const nothing of ["", "   \n", "...", "***", "🙂"]) expect(findClaims(nothing)).toEqual([]);
    expect(findClaims("word ".repeat(40_000)).length).toBeLessThanOrEqual(1);
    expect(findClaims("a.".repeat(40_000)).length).toBeLessThanOrEqual(1);
    expect(findClaims("1. ".repeat(20_000)).length).toBeLessThanOrEqual(20_000);
  });
});

test("the statement model finds what tells of the home in everyday words, and little else", () => {
  const rows = readFileSync(new URL("statements.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => /^[a-z]{2} [+-] /.test(line));
  const score = (row: string) => Math.max(...splitSentences(row.split(" | ")[1] ?? "").map(({ text }) => statementScore(text)));
  const [telling, others] = [rows.filter((row) => row[3] === "+"), rows.filter((row) => row[3] === "-")];
  expect(telling.filter((row) => score(row) < 0.35)).toEqual([]);
  expect(others.filter((row) => score(row) >= 0.35).length).toBeLessThanOrEqual(0.05 * others.length);
});

describe("splitSentences", () => {
  const texts = (text: string) => splitSentences(text).map((span) => span.text);

  test.each<[string, readonly string[]]>([
    ["It is 21.4 °C. Is that right?", ["It is 21.4 °C.", "Is that right?"]],
    ["Version 2026.11.0, at 15.02, e.g. now.", ["Version 2026.11.0, at 15.02, e.g. now."]],
    ["Am 17. September war es z. B. kalt. Ja!", ["Am 17. September war es z. B. kalt.", "Ja!"]],
    ["1. First\n2. Second", ["1. First", "2. Second"]],
    ["**Done.** Next?", ["**Done.**", "Next?"]],
    ["Wait… what?! Yes", ["Wait…", "what?!", "Yes"]],
    ["נעשה. האור כבוי!", ["נעשה.", "האור כבוי!"]],
    ["¿Algo más? ¡Listo!", ["¿Algo más?", "¡Listo!"]],
    ["Done.✅ Fine", ["Done.", "✅ Fine"]],
    ["See https://example.org/a.b?c=d. Then.", ["See https://example.org/a.b?c=d.", "Then."]],
  ])("%j", (text, sentences) => {
    expect(texts(text)).toEqual(sentences);
  });

  test("its places are those of the text", () => {
    const text = "  One. Two!\n\n- Three\n---\n";
    for (const { text: sentence, start, end } of splitSentences(text)) expect(text.slice(start, end)).toBe(sentence);
    expect(texts(text)).toEqual(["One.", "Two!", "- Three"]);
  });
});
