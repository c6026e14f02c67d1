import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { Home } from "../../homeassistant/registry/home.ts";
import { mayTeach } from "../../memory/learning/learner-rules.ts";
import { type Origin, worstOrigin } from "../../security/provenance/provenance.ts";
import type { Interaction } from "../../storage/turns/interaction-log.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import { ACTING_TOOL } from "../prompt/prompt-window.ts";
import type { StepResult, TurnStateValues } from "../state.ts";
import { toolRecordsOf } from "../tool-records.ts";

/** A sentence may be about all lights of a large house; a few tell which. */
const MOST_ENTITIES = 50;

/** What the log of interactions keeps of a run, as far as it has come. */
export function interactionOf(
  turn: Pick<TurnRow, "origin" | "text" | "role">,
  run: Partial<TurnStateValues>,
  home: Pick<Home, "find">,
): Interaction {
  const { path = "model", model, tokens, context, results = [], questions = [], messages = [] } = run;
  const entityIds = [...questions.flatMap((question) => question.entityIds), ...messages.flatMap(askedOf), ...results.flatMap(touchedBy)];
  const toolsUsed = [...new Set(results.map((result) => (result.kind === "read" ? result.tool : ACTING_TOOL)))];
  return {
    ...{ path, model, tokens, context, toolsUsed, tools: toolRecordsOf(messages) },
    origin: runOrigin(turn, run),
    learnable: mayTeach({ ...turn, path, toolsUsed }),
    // a model makes ids up
    entitiesMentioned: [...new Set(entityIds)].filter((entityId) => home.find(entityId)).slice(0, MOST_ENTITIES),
  };
}

/** The worst of what a run was given and has read. */
export function runOrigin(
  turn: Pick<TurnRow, "origin">,
  { origin = "person", results = [] }: Partial<Pick<TurnStateValues, "origin" | "results">>,
): Origin {
  return worstOrigin([turn.origin, origin, ...results.flatMap((result) => (result.kind === "read" ? result.origin : []))]);
}

/** Entity ids in the model's own calls. */
function askedOf(message: BaseMessage): readonly string[] {
  if (!AIMessage.isInstance(message)) return [];
  return (message.tool_calls ?? []).flatMap(({ args }) =>
    [args["entity_id"]].flat().filter((entityId): entityId is string => typeof entityId === "string"),
  );
}

function touchedBy(result: StepResult): readonly string[] {
  if (result.kind === "receipt") return result.receipt.targets.map(({ entityId }) => entityId);
  return result.kind === "denied" || result.kind === "declined" ? result.call.entityIds : [];
}
