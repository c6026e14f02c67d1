import { HumanMessage } from "@langchain/core/messages";
import type { ModelRequest, ToolDeclaration } from "../../src/models/models.ts";
import { ModelError, type ModelProblem } from "../../src/models/models.ts";

export const lightSet: ToolDeclaration = {
  name: "light_set",
  description: "Turn a light on or off",
  parameters: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { room: { type: "string" }, state: { type: "string", enum: ["on", "off"] } },
    required: ["room", "state"],
  },
};

/** An answer as an object. */
export const answerSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: {
    rooms: { type: "array", items: { type: "object", properties: { name: { type: "string" } }, additionalProperties: false } },
  },
  required: ["rooms"],
  additionalProperties: false,
};

/** "turn on the kitchen light" without tools, with whatever the test changes. */
export function aRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return { messages: [new HumanMessage("turn on the kitchen light")], tools: [], signal: new AbortController().signal, ...changes };
}

/** The problem that a promise rejects with; fails the test when it rejects with anything else or not at all. */
export async function problemFrom(promise: Promise<unknown>): Promise<ModelProblem> {
  const outcome = await promise.catch((error: unknown) => error);
  if (outcome instanceof ModelError) return outcome.problem;
  throw new Error("expected a ModelError", { cause: outcome });
}
