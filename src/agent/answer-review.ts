import { AIMessage, HumanMessage, type SystemMessage } from "@langchain/core/messages";
import { z } from "zod";
import type { ModelReply, Models } from "../models/models.ts";
import { readJsonWithin } from "../text/json.ts";
import { timeLimit } from "../text/time-limit.ts";
import type { TurnStateValues } from "./state.ts";
import type { Offered } from "./toolbox.ts";

/** Of the turn's own time: who waits for an answer does not wait longer to have it reviewed. */
const REVIEW_TIMEOUT_MS = 10_000;
/** More statements than this are a report, and cost as many tokens again. */
const MOST_STATEMENTS = 40;

export const REVIEW_OPENING = "Review your last answer.";

const TASK = `${REVIEW_OPENING} The person does not see this review. Answer with JSON alone:
{"about_home": true or false, "statements": [{"quote", "kind", "about", "scope", "attribute", "value"}]}
- about_home: whether question and answer are about this home and its people; false for general knowledge, jokes, weather elsewhere, other houses
- quote: a part of the answer, copied letter by letter; list every statement about this home, "Yes." too
- kind: "state" for how something in this home is right now; "done" if you say that you changed something in this turn; "promise" if you say that you will do or remember something later or from now on; "unknown" if you say that you do not know or cannot see something; "other" for all else: questions, offers, conditions, explanations, events of the past, what an automation does
- about: the entity id or name, for several one statement each; with scope "all" or "any" the kind and the place ("windows in the kitchen", "everything")
- scope: "one", "all" or "any"; say "none is open" as all closed
- attribute: the attribute's name in Home Assistant if it is not the state, else ""
- value: the state as Home Assistant writes it in English (on, off, open, closed, locked, unlocked, home, not_home, playing …), or the number with its unit, or the text; "" for the other kinds`;

const statement = z.object({
  quote: z.string(),
  kind: z.enum(["state", "done", "promise", "unknown", "other"]),
  about: z.string(),
  scope: z.enum(["one", "all", "any"]),
  attribute: z.string(),
  value: z.string(),
});
const form = z.object({ about_home: z.boolean(), statements: z.array(statement).max(MOST_STATEMENTS) });
const schema = z.toJSONSchema(form);

export type Statement = z.infer<typeof statement>;

/** What a model says of its own answer; nothing of it is checked. `unusable`: there was no answer of the right form in time. */
export type Review = z.infer<typeof form> | "unusable";

interface ReviewDependencies {
  readonly models: Pick<Models, "invoke">;
  readonly offered: Offered;
  readonly systemPrompt: () => SystemMessage;
}

/** Asks a model at home what its answer states, as a continuation of the turn's own prompt, which its server has cached. */
export function createReview({ models, offered, systemPrompt }: ReviewDependencies) {
  return async (state: TurnStateValues, answer: string, signal: AbortSignal): Promise<Review> => {
    const messages = [systemPrompt(), ...state.messages, new AIMessage(answer), new HumanMessage(TASK)];
    using inTime = timeLimit(REVIEW_TIMEOUT_MS, signal);
    try {
      return readReview(await models.invoke({ messages, tools: offered(state.groups), answerSchema: schema, signal: inTime.signal }));
    } catch {
      // whatever kept it from a review, the answer is checked without one
      signal.throwIfAborted();
      return "unusable";
    }
  };
}

function readReview({ message, truncated }: ModelReply): Review {
  const { text } = message;
  // servers that do not keep a model to the schema put words or a fence around the JSON
  return form.safeParse(truncated ? undefined : readJsonWithin(text)).data ?? "unusable";
}
