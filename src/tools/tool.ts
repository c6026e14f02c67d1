import { z } from "zod";
import type { TurnInput } from "../agent/state.ts";
import { type ActTool, HOME_AWAY, type Proposal, type ReadTool, type ToolAnswer, type ToolCaller } from "../agent/toolbox.ts";
import { HomeUnreachableError, OutcomeUnknownError } from "../homeassistant/connection/errors.ts";
import type { ServiceCall } from "../homeassistant/services/services.ts";
import { orAborted, timeLimit } from "../text/time-limit.ts";

/** Longest time a reading tool may take (a person waits for the answer, and a turn may read several times). */
const TOOL_TIMEOUT_MS = 30_000;

/** A reading tool: arguments checked by `schema`, every failure turned into data. */
export function defineReadTool<Schema extends z.ZodObject>(
  name: string,
  description: string,
  schema: Schema,
  run: (args: z.infer<Schema>, caller: ToolCaller, signal: AbortSignal) => Promise<ToolAnswer> | ToolAnswer,
  timeoutMs = TOOL_TIMEOUT_MS,
): ReadTool {
  return {
    kind: "read",
    name,
    description,
    parameters: parametersOf(schema),
    async call(args, caller, signal) {
      const parsed = schema.safeParse(args);
      if (!parsed.success) return invalidArguments(parsed.error);
      using inTime = timeLimit(timeoutMs, signal);
      try {
        return await orAborted(async () => run(parsed.data, caller, inTime.signal), inTime.signal);
      } catch (error) {
        signal.throwIfAborted();
        return failureOf(error);
      }
    },
  };
}

/** Why nothing could be read, and what to do about it. */
export function failureOf(error: unknown): ToolAnswer {
  if (error instanceof HomeUnreachableError) return HOME_AWAY;
  if (error instanceof OutcomeUnknownError || (error instanceof DOMException && error.name === "TimeoutError")) {
    return { ok: false, error: "timeout", message: "Home Assistant did not answer in time. Say so; do not try it again in this turn." };
  }
  return { ok: false, error: "failed", message: error instanceof Error ? error.message : String(error) };
}

export function defineActTool<Schema extends z.ZodObject>(
  name: string,
  description: string,
  schema: Schema,
  propose: (args: z.infer<Schema>) => ServiceCall,
): ActTool & { propose(args: unknown): Proposal } {
  return {
    kind: "act",
    name,
    description,
    parameters: parametersOf(schema),
    propose(args) {
      const parsed = schema.safeParse(args);
      return parsed.success ? { ok: true, call: propose(parsed.data) } : { ok: false, result: invalidArguments(parsed.error) };
    },
  };
}

/** A tool whose proposal is worked out first: `work` reads the home, and every failure is turned into data. */
export function defineProposingTool<Schema extends z.ZodObject>(
  name: string,
  description: string,
  schema: Schema,
  work: (args: z.infer<Schema>, turn: TurnInput, signal: AbortSignal) => Promise<Proposal>,
): ActTool {
  return {
    kind: "act",
    name,
    description,
    parameters: parametersOf(schema),
    async propose(args, turn, signal) {
      const parsed = schema.safeParse(args);
      if (!parsed.success) return { ok: false, result: invalidArguments(parsed.error) };
      try {
        return await work(parsed.data, turn, signal);
      } catch (error) {
        signal.throwIfAborted();
        return { ok: false, result: failureOf(error) };
      }
    },
  };
}

/** Bounds that a call is held to when it comes: no model needs to read them in every prompt. */
const UNTOLD = [
  "$schema",
  "additionalProperties",
  "default",
  "maxLength",
  "minLength",
  "maxItems",
  "maximum",
  "minimum",
  "pattern",
] as const;

function parametersOf(schema: z.ZodObject): Record<string, unknown> {
  const override = ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    for (const key of UNTOLD) delete jsonSchema[key];
    if (Object.keys(jsonSchema.properties ?? { any: true }).length === 0) delete jsonSchema.properties;
  };
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: "input", override });
  return parameters;
}

/** What is wrong with arguments, as whoever called a tool is told. */
export function invalidArguments(error: z.ZodError): ToolAnswer {
  return {
    ok: false,
    error: "invalid_arguments",
    problems: error.issues.map((issue) => `${issue.path.join(".") || "arguments"}: ${issue.message}`),
  };
}
