import { z } from "zod";
import { SLOTS, type Slot } from "./context-budget.ts";

/** What one slot of a prompt held: names of things and places, never their contents. */
export interface SlotRecord {
  readonly slot: Slot;
  /** Tokens that it might use. */
  readonly room: number;
  /** Tokens that it used, as estimated. */
  readonly used: number;
  readonly put: readonly string[];
  readonly left: readonly string[];
  /** Why it holds less than it might. */
  readonly trouble?: "late" | "failed";
}

/** What went into a turn's first prompt, what was left out, and what it cost. */
export interface ContextRecord {
  /** The model that the tokens were counted for. */
  readonly model: string;
  readonly window: number;
  /** Tokens of the whole prompt, as estimated. */
  readonly tokens: number;
  /** ms of assembling it. */
  readonly milliseconds: number;
  readonly slots: readonly SlotRecord[];
}

/** Names kept for each slot; of more only the number is told. */
const MOST_NAMES = 20;

/** A list of names that stays small; the rest is counted. */
export function boundedNames(names: readonly string[]): readonly string[] {
  return names.length <= MOST_NAMES ? names : [...names.slice(0, MOST_NAMES), `and ${names.length - MOST_NAMES} more`];
}

/** What the log keeps, which an older version may have written in another form. */
const form = z.object({
  model: z.string(),
  window: z.number(),
  tokens: z.number(),
  milliseconds: z.number(),
  slots: z.array(
    z.object({
      slot: z.enum(SLOTS),
      room: z.number(),
      used: z.number(),
      put: z.array(z.string()),
      left: z.array(z.string()),
      trouble: z.enum(["late", "failed"]).exactOptional(),
    }),
  ),
});

/** The record as it was stored; undefined if it has another form. */
export function readContextRecord(stored: unknown): ContextRecord | undefined {
  return form.safeParse(stored).data;
}
