import type { ServiceCall } from "../homeassistant/services.ts";
import type { ToolDeclaration } from "../models/models.ts";
import type { Origin } from "../security/origin.ts";
import type { Role } from "../security/policy-input.ts";

/*
 * The port to the tools. They stand on this folder's own floor, so that neither imports the other: `tools/tool.ts` declares the same
 * interfaces by the same names, and app.ts hands the tools in.
 */

/** What a tool answers: data for the model; without `origin` it is the home's own. `outside`: the texts in it that others may have written. */
export type ToolAnswer = { readonly ok: boolean; readonly origin?: Origin; readonly outside?: readonly string[] } & Readonly<
  Record<string, unknown>
>;

/** A tool that only reads; never rejects but for the signal. */
export interface ReadTool extends ToolDeclaration {
  readonly kind: "read";
  call(args: unknown, caller: { readonly personId: string; readonly role: Role }, signal: AbortSignal): Promise<ToolAnswer>;
}

/** A tool that says what it would do: the gate decides. */
export interface ActTool extends ToolDeclaration {
  readonly kind: "act";
  propose(args: unknown): { readonly ok: true; readonly call: ServiceCall } | { readonly ok: false; readonly result: ToolAnswer };
}

export type Tool = ReadTool | ActTool;
