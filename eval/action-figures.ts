import type { Judgement } from "./judge.ts";
import { type Figures, mean, share } from "./suite.ts";

/** What came of one case. */
export interface ActionOutcome {
  readonly id: string;
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
 * Shares of all cases: `right`, `wrong_change` and `no_change` add up to 1; `wrong_entity` is the part of `wrong_change` where something
 * changed that the case is not about. Means a case: `prompt_tokens` (of those that asked a model), `seconds`.
 * `recogniser`: `answered` is the share of cases that it took, `right` the share of those that came out right.
 */
export function actionFigures(outcomes: readonly ActionOutcome[]): Figures {
  const count = (test: (outcome: ActionOutcome) => boolean) => outcomes.filter(test).length;
  const of = (outcome: Judgement["outcome"]) =>
    share(
      count(({ judgement }) => judgement.outcome === outcome),
      outcomes.length,
    );
  const recognised = outcomes.filter(({ by }) => by === "recogniser");
  const recognisedRight = recognised.filter(({ judgement }) => judgement.outcome === "right");
  return {
    right: of("right"),
    wrong_change: of("wrong_change"),
    no_change: of("no_change"),
    wrong_entity: share(
      count(({ judgement }) => judgement.wrongEntities.length > 0),
      outcomes.length,
    ),
    prompt_tokens: mean(outcomes.map(({ promptTokens }) => promptTokens)),
    seconds: mean(outcomes.map(({ seconds }) => seconds)),
    recogniser: { answered: share(recognised.length, outcomes.length), right: share(recognisedRight.length, recognised.length) },
  };
}
