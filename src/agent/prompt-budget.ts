import { z } from "zod";

/** Parts of a prompt that have a budget, in the order in which they are filled. */
export const SLOTS = ["system", "tools", "profile", "conversation", "entities", "knowledge"] as const;
export type Slot = (typeof SLOTS)[number];

/** Tokens of the window that budgets and bounds of prompts are given for; in another one they grow or shrink with it. */
export const WINDOW = 8_192;
/** The product's shares of that window: 6,000 tokens in all. The rest is for the turn's own course and the answer. */
const SHARES: Readonly<Record<Slot, number>> = {
  system: 800,
  tools: 1_200,
  profile: 400,
  conversation: 2_000,
  entities: 800,
  knowledge: 800,
};
/** Of the window for the answer, whatever the tools have said before it: 1,024 of 8,192 tokens. */
const ANSWER_SHARE = 1 / 8;
/** Of its share, what a part gets of what is looked up though a long message or many tools have taken it: earlier turns give way first. */
const FLOOR_SHARE = 1 / 2;

function slotBudget(slot: Slot, numCtx: number): number {
  return Math.floor((SHARES[slot] * numCtx) / WINDOW);
}

/** Tokens that a prompt may have in all, also late in a turn. */
export function promptLimit(numCtx: number): number {
  return Math.floor(numCtx * (1 - ANSWER_SHARE));
}

/** Tokens that a slot gets of what is looked up for it, as long as the window has them at all. */
export function slotFloor(slot: Slot, numCtx: number): number {
  return Math.floor(slotBudget(slot, numCtx) * FLOOR_SHARE);
}

export interface Budget {
  /** Tokens that the slot may use now: its own and what earlier slots left, at least what is kept for it, at most `most`. */
  room(slot: Slot): number;
  /** Tokens of the limit that nobody has used and that are kept for no other slot. */
  most(slot: Slot): number;
  /** Keeps tokens for a slot that is filled later, as far as the limit has them: to be said the most important first. */
  keep(slot: Slot, tokens: number): void;
  /** Says what the slot has used; only slots after it are touched by that. */
  settle(slot: Slot, used: number): void;
}

/** `limit` for all slots; `message` of it for the person's message. What a slot leaves goes to the next, but for system and tools. */
export function createBudget(numCtx: number, { limit, message }: { readonly limit: number; readonly message: number }): Budget {
  const kept = new Map<Slot, number>();
  let left = 0;
  let spent = message;
  const most = (slot: Slot): number => {
    let others = 0;
    for (const [other, tokens] of kept) if (other !== slot) others += tokens;
    return Math.max(0, limit - spent - others);
  };
  const due = (slot: Slot): number => {
    const own = slotBudget(slot, numCtx);
    if (slot !== "profile") return own + left;
    // what is known of a person is short and stands nowhere else: what system and tools took too much is paid by things and knowledge first
    const others = slotBudget("entities", numCtx) + slotBudget("knowledge", numCtx);
    return own + Math.min(0, left + others);
  };
  return {
    room: (slot) => Math.min(most(slot) + (slot === "conversation" ? message : 0), Math.max(due(slot), kept.get(slot) ?? 0, 0)),
    most,
    keep: (slot, tokens) => void kept.set(slot, Math.min(tokens, most(slot))),
    settle(slot, used) {
      kept.delete(slot);
      spent += slot === "conversation" ? used - message : used;
      const rest = slotBudget(slot, numCtx) + left - used;
      left = slot === "system" || slot === "tools" ? Math.min(0, rest) : rest;
    },
  };
}

/** What one slot of a prompt held: names of things and places, never their contents. */
export interface SlotRecord {
  readonly slot: Slot;
  readonly room: number;
  readonly used: number;
  readonly put: readonly string[];
  readonly left: readonly string[];
  /** Why it holds less than it might. */
  readonly trouble?: "late" | "failed";
}

/** What went into a turn's first prompt, what was left out, and what it cost. */
export interface ContextRecord {
  readonly model: string;
  readonly window: number;
  readonly tokens: number;
  readonly milliseconds: number;
  readonly slots: readonly SlotRecord[];
}

/** Names kept for each slot; of more only the number is told. */
const MOST_NAMES = 20;

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
