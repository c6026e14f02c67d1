import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { Home } from "../../homeassistant/registry/home.ts";
import { mayTeach } from "../../memory/learning/learner-rules.ts";
import { type Origin, worstOrigin } from "../../security/provenance/provenance.ts";
import { withoutSecrets } from "../../security/redaction/secret-fields.ts";
import type { Interaction, ToolRecord } from "../../storage/turns/interaction-log.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import { ACTING_TOOL } from "../prompt/prompt-window.ts";
import type { StepResult, TurnStateValues } from "../state.ts";

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
    path,
    model,
    tokens,
    context,
    toolsUsed,
    tools: toolRecordsOf(messages),
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

/** Calls kept of a turn: two for each round that it may have. */
const MOST_CALLS = 16;
/** Characters of arguments and of a result: a page shows no more, and the log is kept for a month. */
const LONGEST = 2_000;

/** The tools that the model of a run called, in their order, with what it was answered. */
function toolRecordsOf(messages: readonly BaseMessage[]): readonly ToolRecord[] {
  const answers = new Map(
    messages.filter((message) => ToolMessage.isInstance(message)).map((message) => [message.tool_call_id, message.text] as const),
  );
  return messages
    .flatMap((message) => (AIMessage.isInstance(message) ? (message.tool_calls ?? []) : []))
    .slice(0, MOST_CALLS)
    .map(({ id = "", name, args }) => {
      const result = answers.get(id) ?? "";
      return { name, arguments: shortened(JSON.stringify(withoutSecrets(args))), result: shortened(result), ok: isOk(result) };
    });
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function isOk(result: string): boolean {
  try {
    const answer: unknown = JSON.parse(result);
    return typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === true;
  } catch {
    return false;
  }
}
