import type { Slot } from "./context-budget.ts";

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

/** The record in lines for a person who wants to know why the assistant knew something or not. */
export function describeContext({ model, window, tokens, milliseconds, slots }: ContextRecord): string {
  const head = `${tokens} of ${window} tokens for ${model}, assembled in ${milliseconds.toFixed(1)} ms`;
  const lines = slots.map(({ slot, room, used, put, left, trouble }) => {
    const parts = [
      `${slot}: ${used} of ${room} tokens`,
      ...(put.length > 0 ? [`with ${put.join(", ")}`] : []),
      ...(left.length > 0 ? [`without ${left.join(", ")}`] : []),
      ...(trouble ? [trouble] : []),
    ];
    return parts.join("; ");
  });
  return [head, ...lines].join("\n");
}
