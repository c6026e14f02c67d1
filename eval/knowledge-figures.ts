import type { ReadablePassage } from "../src/knowledge/retrieval-for-person.ts";
import type { KnowledgeCase } from "./knowledge-case.ts";
import { type Figures, mean, share } from "./suite.ts";

/** What was found for one question. */
export interface KnowledgeOutcome {
  readonly case: KnowledgeCase;
  /** The best first, five at most. */
  readonly passages: readonly Pick<ReadablePassage, "source" | "place">[];
  /** Whether everything that it needs is among them. */
  readonly isFound: boolean;
  /** Of the first of them that is needed, from 1. */
  readonly rank: number | undefined;
  /** Whether the fact stands in what the prompt is given; undefined where no words hold it. */
  readonly isInContext: boolean | undefined;
  /** Passages that somebody has meddled with and that do not count as a document's. */
  readonly strayOrigins: number;
}

/**
 * Shares of the questions that have an answer: `found_at_5` (all of it among five passages), `found_at_1` (the first passage is part of it), `mrr`
 * (the mean of 1 / the place of the first part), `answer_in_context` of those whose fact has words; the same by kind. `nothing_known`: passages that a
 * question without an answer brings. `stray_origins` must be 0.
 */
export function knowledgeFigures(outcomes: readonly KnowledgeOutcome[]): Figures {
  const answered = outcomes.filter(({ case: { expected } }) => expected.length > 0);
  const unknown = outcomes.filter(({ case: { expected } }) => expected.length === 0);
  const kinds = Map.groupBy(answered, (outcome) => outcome.case.kind);
  return {
    questions: answered.length,
    ...shares(answered),
    stray_origins: outcomes.reduce((sum, { strayOrigins }) => sum + strayOrigins, 0),
    by_kind: Object.fromEntries([...kinds].map(([kind, some]) => [kind, { questions: some.length, ...shares(some) }])),
    nothing_known: { questions: unknown.length, passages: mean(unknown.map(({ passages }) => passages.length)) },
  };
}

function shares(outcomes: readonly KnowledgeOutcome[]) {
  const withFact = outcomes.filter(({ isInContext }) => isInContext !== undefined);
  return {
    found_at_5: share(outcomes.filter(({ isFound }) => isFound).length, outcomes.length),
    found_at_1: share(outcomes.filter(({ rank }) => rank === 1).length, outcomes.length),
    mrr: mean(outcomes.map(({ rank }) => (rank === undefined ? 0 : 1 / rank))),
    answer_in_context: share(withFact.filter(({ isInContext }) => isInContext).length, withFact.length),
  };
}
