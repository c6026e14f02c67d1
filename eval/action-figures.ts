import type { Judgement } from "./judge.ts";
import { type Figures, mean, share } from "./suite.ts";

/** What came of one case. */
export interface ActionOutcome {
  readonly id: string;
  readonly dataset: string;
  /** Whether the case asks something; the others tell the house what to do. */
  readonly isQuestion: boolean;
  readonly judgement: Judgement;
  /** What took the sentence: the recogniser's hit, or the model (also one that could not be reached). */
  readonly by: "recogniser" | "model";
  /** Tokens of all prompts of the turn; undefined if no model was asked or the server did not tell. */
  readonly promptTokens: number | undefined;
  /** From the sentence to the answer. */
  readonly seconds: number;
  /** Undefined if none came in time. */
  readonly answer: string | undefined;
}

/**
 * Shares of the cases that tell the house what to do: `right`, `wrong_change` and `no_change` add up to 1; `wrong_entity` is the part of
 * `wrong_change` where something changed that the case is not about. Means a case: `prompt_tokens` (of those that asked a model),
 * `seconds`. `right_by_dataset` is `right` of each part of the rows. `questions` has the number of cases that ask and the
 * share whose answer, or change, was right.
 * `recogniser`: `answered` is the share of cases that it took, `right` the share of those that came out right.
 */
export function actionFigures(all: readonly ActionOutcome[]): Figures {
  const outcomes = all.filter(({ isQuestion }) => !isQuestion);
  const questions = all.filter(({ isQuestion }) => isQuestion);
  const count = (test: (outcome: ActionOutcome) => boolean) => outcomes.filter(test).length;
  const of = (outcome: Judgement["outcome"]) =>
    share(
      count(({ judgement }) => judgement.outcome === outcome),
      outcomes.length,
    );
  const right = (some: readonly ActionOutcome[]) =>
    share(some.filter(({ judgement }) => judgement.outcome === "right").length, some.length);
  const datasets = [...Map.groupBy(outcomes, ({ dataset }) => dataset)];
  const recognised = outcomes.filter(({ by }) => by === "recogniser");
  return {
    right: of("right"),
    wrong_change: of("wrong_change"),
    no_change: of("no_change"),
    wrong_entity: share(
      count(({ judgement }) => judgement.wrongEntities.length > 0),
      outcomes.length,
    ),
    right_by_dataset: Object.fromEntries(datasets.map(([name, some]) => [name, right(some)])),
    questions: { cases: questions.length, right: right(questions) },
    prompt_tokens: mean(outcomes.map(({ promptTokens }) => promptTokens)),
    seconds: mean(outcomes.map(({ seconds }) => seconds)),
    recogniser: { answered: share(recognised.length, outcomes.length), right: right(recognised) },
  };
}
