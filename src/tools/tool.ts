import { z } from "zod";
import type { ServiceCall } from "../homeassistant/services/services.ts";
import type { Role } from "../security/policy/policy-input.ts";
import type { OutsideText } from "../security/provenance/outside-text.ts";
import type { Origin } from "../security/provenance/provenance.ts";

/** Whom a tool works for, where, and what they said. */
export interface ToolCaller {
  readonly personId: string;
  readonly role: Role;
  /** Nobody else reads along. */
  readonly isPrivate: boolean;
  readonly sessionId: string;
  readonly turn: ToolTurn;
}

/** The turn that a tool is called in. */
export interface ToolTurn {
  readonly id: string;
  /** The person's own words. */
  readonly text: string;
  /** Of the text. */
  readonly origin: Origin;
  readonly language: string;
  /** What the turn was given or has read that others may have written. */
  readonly outside: readonly OutsideText[];
}

/** What a tool wrote down about a person or the house, or took out; `value` in the person's words. The person is told of it. */
export interface Noted {
  readonly outcome: "stored" | "known" | "superseded" | "forgotten" | "asked" | "asked-others" | "unlearned";
  readonly key: string;
  readonly value: string;
  /** What it was before. */
  readonly before?: string | undefined;
}

/**
 * What a tool answers: data, never an exception. `ok:false` carries an `error` code and what helps to mend the call; `origin` tells where
 * the data comes from, if not from the home itself, and `outside` what of it others may have written; `noted` what it wrote down; none is shown to the model. The agent declares the same (agent/toolbox.ts): it
 * stands on this folder's own floor, and neither imports the other.
 */
export type ToolAnswer = {
  readonly ok: boolean;
  readonly origin?: Origin;
  readonly outside?: readonly string[];
  readonly noted?: readonly Noted[];
} & Readonly<Record<string, unknown>>;

interface ToolBase {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, flat, as the model gets it. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A tool that changes nothing in the home: several may run side by side. */
export interface ReadTool extends ToolBase {
  readonly kind: "read";
  /** It knows what it needs while Home Assistant is away. */
  readonly withoutHome?: true;
  /** What the call would send out of the house that its person has to allow first: the text, and perhaps another one; none otherwise. */
  leaving?(args: unknown, caller: ToolCaller): readonly LeavingText[];
  call(args: unknown, caller: ToolCaller, signal: AbortSignal): Promise<ToolAnswer>;
}

/** A text that would leave the house, and the call's arguments that send exactly that. */
export interface LeavingText {
  readonly text: string;
  readonly args: unknown;
}

/** A tool that would act: it only says what it would do; the gate decides. */
export interface ActTool extends ToolBase {
  readonly kind: "act";
  propose(args: unknown): { readonly ok: true; readonly call: ServiceCall } | { readonly ok: false; readonly result: ToolAnswer };
}

export type Tool = ReadTool | ActTool;

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
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        return await within(limit, async () => run(parsed.data, caller, limit));
      } catch (error) {
        signal.throwIfAborted();
        return { ok: false, error: "failed", message: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

/** The work's value, or a rejection once the signal aborts, whether or not the work looks at it. */
async function within<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(), stopped.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** A tool that proposes an action. */
export function defineActTool<Schema extends z.ZodObject>(
  name: string,
  description: string,
  schema: Schema,
  propose: (args: z.infer<Schema>) => ServiceCall,
): ActTool {
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

function parametersOf(schema: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: "input" });
  return parameters;
}

function invalidArguments(error: z.ZodError): ToolAnswer {
  return {
    ok: false,
    error: "invalid_arguments",
    problems: error.issues.map((issue) => `${issue.path.join(".") || "arguments"}: ${issue.message}`),
  };
}
