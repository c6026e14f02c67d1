import type { ServiceCall } from "../homeassistant/services.ts";
import type { ToolDeclaration } from "../models/models.ts";
import type { Role } from "../security/policy.ts";

/** What a tool answers: data for the model. */
export type ToolAnswer = { readonly ok: boolean } & Readonly<Record<string, unknown>>;

/** A tool that only reads; never rejects but for the signal. */
export interface ReadingTool extends ToolDeclaration {
  readonly kind: "read";
  call(args: unknown, caller: { readonly personId: string; readonly role: Role }, signal: AbortSignal): Promise<ToolAnswer>;
}

/** A tool that says what it would do: the gate decides. */
export interface ActingTool extends ToolDeclaration {
  readonly kind: "act";
  propose(args: unknown): { readonly ok: true; readonly call: ServiceCall } | { readonly ok: false; readonly result: ToolAnswer };
}

/** What the agent needs of the tools; the tools themselves are on its own floor and are handed in. */
export type AgentTool = ReadingTool | ActingTool;
