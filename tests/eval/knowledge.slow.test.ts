import { expect, onTestFinished, test } from "vitest";
import { knowledge } from "../../eval/knowledge.ts";
import type { Asked, KnowledgeCase } from "../../eval/knowledge-case.ts";
import { createDice } from "../../eval/knowledge-dice.ts";
import { type KnowledgeOutcome, knowledgeFigures } from "../../eval/knowledge-figures.ts";
import { knownHome } from "../../eval/knowledge-home.ts";
import { INJECTED, someManuals } from "../../eval/knowledge-manuals.ts";
import { knownPast } from "../../eval/knowledge-past.ts";
import { questionsAbout } from "../../eval/knowledge-questions.ts";
import { FakeModelServer } from "../fakes/model-server.ts";

function made(seed: number) {
  const dice = createDice(seed);
  const home = knownHome(dice, 2_000);
  const past = knownPast(home, dice);
  const manuals = someManuals(dice);
  const cases = questionsAbout(home, [...past.cases, ...manuals.flatMap((manual): readonly Asked[] => manual.cases)], dice);
  return { home, manuals, cases };
}

test("a home of 2,000 entities with no id twice, and more than 150 questions with no id twice", () => {
  const { home, cases } = made(1);
  expect(new Set(home.furnishing.entities.map(({ entity_id }) => entity_id)).size).toBe(2_000);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThan(150);
});

test("a seed makes the same home and questions each time, another seed others", () => {
  const questions = (seed: number) => made(seed).cases.map(({ question }) => question);
  expect(made(3).home.furnishing).toEqual(made(3).home.furnishing);
  expect(questions(3)).toEqual(questions(3));
  expect(questions(3)).not.toEqual(questions(4));
});

test("even seeds say nothing in the words of odd ones", () => {
  const ways = ["one", "two", "three", "four"];
  const said = (seeds: readonly number[]) => new Set(seeds.map((seed) => createDice(seed).wording(ways)));
  const odd = said(Array.from({ length: 40 }, (_, index) => 2 * index + 1));
  const even = said(Array.from({ length: 40 }, (_, index) => 2 * index + 2));
  expect([...odd].toSorted()).toEqual(["one", "three"]);
  expect([...even].toSorted()).toEqual(["four", "two"]);
});

test("three manuals, each with a passage that somebody has meddled with", () => {
  const { manuals, cases } = made(1);
  expect(manuals.map(({ file }) => file)).toEqual(["gas boiler.md", "kitchen/dishwasher.html", "heat-pump.pdf"]);
  for (const { content } of manuals.slice(0, 2)) expect(content).toContain(INJECTED);
  expect(cases.filter(({ kind }) => kind === "manual_injected")).toHaveLength(3);
});

test("figures are of the questions that have an answer; the others are told apart", () => {
  const asked = (kind: string, expected: KnowledgeCase["expected"] = [[{ source: "area", place: "Hall" }]]) => ({
    id: kind,
    kind,
    question: "?",
    expected,
  });
  const passage = { source: "area", place: "Hall", text: "", origin: "home" } as const;
  const outcome = (change: Partial<KnowledgeOutcome>): KnowledgeOutcome => ({
    ...{ case: asked("place"), passages: [passage], isFound: true, rank: 1, isInContext: undefined, strayOrigins: 0, ...change },
  });
  const figures = knowledgeFigures([
    outcome({ isInContext: true }),
    outcome({ rank: 4, isInContext: false }),
    outcome({ case: asked("why"), isFound: false, rank: undefined }),
    outcome({ case: asked("nothing_known", []), isFound: true, rank: undefined, strayOrigins: 1 }),
  ]);
  expect(figures).toEqual({
    ...{ questions: 3, found_at_5: 0.6667, found_at_1: 0.3333, mrr: 0.4167, answer_in_context: 0.5, stray_origins: 1 },
    by_kind: {
      place: { questions: 2, found_at_5: 1, found_at_1: 0.5, mrr: 0.625, answer_in_context: 0.5 },
      why: { questions: 1, found_at_5: 0, found_at_1: 0, mrr: 0, answer_in_context: null },
    },
    nothing_known: { questions: 1, passages: 1 },
  });
});

test("the service finds the answers, by words and with vectors; what is not found is told with what was", async () => {
  const server = await FakeModelServer.start({ models: ["nomic-embed-text:latest"] });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const lines: string[] = [];
  const ids = [
    "scene/1",
    "automation_by_area/1",
    "manual_pdf/1",
    "manual_markdown/1",
    "manual_injected/1",
    "history/1",
    "person/1",
    "nothing_known/1",
  ];
  const report = await knowledge.run({
    ...{ folder: "", limit: 8, ids, model: undefined, seed: 1, onCase: (line: string) => void lines.push(line) },
    embedding: { url: server.url, name: "nomic-embed-text" },
  });

  expect(report.cases).toBe(8);
  expect(report.figures).toMatchObject({
    words: { questions: 7, found_at_5: 1, stray_origins: 0, nothing_known: { questions: 1 } },
    words_and_meaning: { questions: 7, stray_origins: 0, nothing_known: { questions: 1 } },
  });
  expect(server.embedCalls.flatMap(({ input }) => input).filter((text) => text.startsWith("search_query: "))).not.toHaveLength(0);
  const missed = report.notes.map((note) => note.split(" ")[0]);
  expect(missed.every((id) => ids.includes(id ?? ""))).toBe(true);
  expect(lines).toContain("words: 8 questions");
});
