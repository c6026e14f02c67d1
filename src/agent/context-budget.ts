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

/** A slot's budget in a window of `numCtx` tokens, without what others leave to it. */
function slotBudget(slot: Slot, numCtx: number): number {
  return Math.floor((SHARES[slot] * numCtx) / WINDOW);
}

/** Tokens that a prompt may have in all, also late in a turn. */
export function promptLimit(numCtx: number): number {
  return Math.floor(numCtx * (1 - ANSWER_SHARE));
}

export interface Budget {
  /** Tokens that the slot may use now: its own, and what those before it left, or less what they took too much. */
  room(slot: Slot): number;
  /** Says what the slot has used; only slots after it are touched by that. */
  settle(slot: Slot, used: number): void;
}

/**
 * What a slot leaves goes to the next in order: system, tools, profile, conversation, entities, knowledge. What system and tools leave does
 * not: a summary of the home that grows, or an answer of a tool, will need it.
 */
export function createBudget(numCtx: number): Budget {
  let left = 0;
  return {
    room: (slot) => Math.max(0, slotBudget(slot, numCtx) + left),
    settle(slot, used) {
      const rest = slotBudget(slot, numCtx) + left - used;
      left = slot === "system" || slot === "tools" ? Math.min(0, rest) : rest;
    },
  };
}
