import { sectionOf } from "../src/agent/prompt/context.ts";
import { createKnowledgeProvider } from "../src/agent/prompt/context-sources.ts";
import { createTokenEstimate } from "../src/agent/prompt/token-estimate.ts";
import { createBudget } from "../src/agent/prompt-budget.ts";
import type { TurnInput } from "../src/agent/state.ts";
import type { ReadablePassage } from "../src/knowledge/retrieval-for-person.ts";
import type { KnowledgeCase, Place } from "./knowledge-case.ts";
import { createDice } from "./knowledge-dice.ts";
import { type KnowledgeOutcome, knowledgeFigures } from "./knowledge-figures.ts";
import { knownHome } from "./knowledge-home.ts";
import { INJECTED, someManuals } from "./knowledge-manuals.ts";
import { knownPast } from "./knowledge-past.ts";
import { questionsAbout } from "./knowledge-questions.ts";
import { type KnowledgeWorld, openKnowledge } from "./knowledge-world.ts";
import { type Figures, type Suite, type SuiteOptions, type SuiteReport, selectCases } from "./suite.ts";

const ENTITIES = 2_000;
const SEED = 1;
const FOUND = 5;
/** The window of the default model. */
const NUM_CTX = 8_192;
const MODEL = "none";

/** Questions about a generated home and its owner's manuals: is the passage that holds the answer among those that the service finds? */
export const knowledge: Suite = {
  about: "questions to the passages that hold their answers, over a generated home of 2,000 entities (--seed N; needs no data)",
  needsNoData: true,
  async run({ seed = SEED, embedding, onCase, ...choice }: SuiteOptions): Promise<SuiteReport> {
    const dice = createDice(seed);
    const home = knownHome(dice, ENTITIES);
    const { pasts, cases: ofPast } = knownPast(home, dice);
    const manuals = someManuals(dice);
    const ofManuals = manuals.flatMap(({ cases }) => cases);
    const cases = selectCases(questionsAbout(home, [...ofPast, ...ofManuals], dice), ({ id }) => id, choice);
    const figures: Record<string, Figures> = {};
    const notes: string[] = [];
    for (const [way, model] of [["words", undefined] as const, ...(embedding ? [["words_and_meaning", embedding] as const] : [])]) {
      await using world = await openKnowledge({ home, pasts, documents: manuals, embedding: model });
      onCase(`${way}: the home is known`);
      const outcomes: KnowledgeOutcome[] = [];
      for (const one of cases) {
        const outcome = await answer(one, world);
        outcomes.push(outcome);
        if (!outcome.isFound && one.expected.length > 0) notes.push(explain(way, outcome));
      }
      onCase(`${way}: ${outcomes.length} questions`);
      figures[way] = knowledgeFigures(outcomes);
    }
    return { cases: cases.length, figures, notes };
  },
};

/** Asks as the tool does for an owner, and where a fact is known as the assembler does. */
async function answer(one: KnowledgeCase, { retrieval }: KnowledgeWorld): Promise<KnowledgeOutcome> {
  const { signal } = new AbortController();
  const passages = await retrieval.search(one.question, { role: "owner", limit: FOUND, signal });
  const first = passages.findIndex((passage) => one.expected.flat().some((place) => stands(passage, place)));
  return {
    case: one,
    passages,
    isFound: one.expected.every((places) => passages.some((passage) => places.some((place) => stands(passage, place)))),
    rank: first < 0 ? undefined : first + 1,
    isInContext: one.fact === undefined ? undefined : (await contextFor(one.question, retrieval)).includes(one.fact),
    strayOrigins: passages.filter(({ text, origin }) => text.includes(INJECTED) && origin !== "document").length,
  };
}

/** What the prompt's slot for knowledge holds: what nothing else has left of the window does not come to it here. */
async function contextFor(question: string, retrieval: KnowledgeWorld["retrieval"]): Promise<string> {
  const turn: TurnInput = {
    ...{ turnId: "1", sessionId: "1", channel: "eval", text: question, origin: "person", personId: "1", personName: "", role: "owner" },
    ...{ language: "en", isPrivate: true, replyText: undefined, replyOrigin: "home" },
  };
  const { slot, heading, collect } = createKnowledgeProvider({ retrieve: retrieval.search });
  const items = await collect(turn, new AbortController().signal);
  const estimate = createTokenEstimate();
  const room = createBudget(NUM_CTX, { limit: NUM_CTX, message: 0 }).room(slot);
  return sectionOf([{ slot, heading, items, outcome: "in_time" }], slot, { room, count: (text) => estimate.text(MODEL, text) }).text;
}

function stands(passage: ReadablePassage, { source, place, text }: Place): boolean {
  return passage.source === source && passage.place.startsWith(place) && (text === undefined || passage.text.includes(text));
}

function explain(way: string, { case: { id, question, expected }, passages }: KnowledgeOutcome): string {
  const wanted = expected.map((places) => places.map(({ source, place }) => `${source} ${place}`).join(" or "));
  const found = passages.map(({ source, place }) => `${source} ${place}`);
  return [`${id} (${way}): "${question}"`, `  wanted: ${wanted.join(", ")}`, `  found:  ${found.join(", ") || "nothing"}`].join("\n");
}
