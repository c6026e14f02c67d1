import type { FurnishedEntity } from "../src/simulated-home/furnishing.ts";
import type { ModelCall, ScriptedAnswer } from "../tests/fakes/model-server.ts";

/** One message that asks for something that needs a yes. Each has a chat and locks of its own, so that answers and actions can be counted. */
export interface FaultTurn {
  readonly chatId: number;
  readonly messageId: number;
  readonly names: readonly string[];
  readonly entityIds: readonly string[];
  /** What the person presses. */
  readonly choice: "yes" | "cancel";
  /** How long the person reads the question, ms. */
  readonly readsMs: number;
  /** When the person first pressed, ms since the epoch. */
  pressedAt: number | undefined;
  /** Messages with the question that the person has seen. */
  readonly questions: Set<number>;
}

export type PlannedTurn = Pick<FaultTurn, "names" | "entityIds" | "choice" | "readsMs"> & { readonly text: string };

const FIRST_NUMBER = 1001;
/** One turn in so many is cancelled: its action must never be done. */
const CANCELLED = 1 / 6;
const LONGEST_READ_MS = 120;
/** A model takes a moment. */
const MODEL_MS = 25;

/** So many locks, each with a name that no other name begins with. */
export function cabins(count: number): readonly FurnishedEntity[] {
  return Array.from({ length: count }, (_, index) => {
    const number = FIRST_NUMBER + index;
    return { entity_id: `lock.cabin_${number}`, name: `Cabin ${number}`, area: "Garden" };
  });
}

/** Plans turns: a third each of what the matcher knows, of what only the model understands, and of two actions under one question. */
export function createTurnPlan(random: () => number): () => PlannedTurn {
  let next = FIRST_NUMBER;
  const kinds = [
    { text: ([name]: readonly string[]) => `unlock ${name}`, locks: 1 },
    { text: ([name]: readonly string[]) => `I would like to get into ${name}`, locks: 1 },
    { text: (names: readonly string[]) => `we want to get into ${names.join(" and ")}`, locks: 2 },
  ];
  return () => {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? { text: String, locks: 0 };
    const numbers = Array.from({ length: kind.locks }, () => next++);
    const names = numbers.map((number) => `Cabin ${number}`);
    return {
      text: kind.text(names),
      names,
      entityIds: numbers.map((number) => `lock.cabin_${number}`),
      choice: random() < CANCELLED ? "cancel" : "yes",
      readsMs: random() * LONGEST_READ_MS,
    };
  };
}

/** The model of these turns: unlocks every cabin that it is asked for, then says a word. */
export function modelOfTurns({ messages }: ModelCall): ScriptedAnswer {
  const last = messages.at(-1);
  if (last?.role === "tool") return { delayMs: MODEL_MS, text: "Have a look." };
  const asked = last?.content.split("\n\n").at(-1) ?? "";
  const toolCalls = [...asked.matchAll(/Cabin (\d+)/g)].map(([, number]) => ({
    name: "call_ha_service",
    args: { when: "now", service: "lock.unlock", entity_id: [`lock.cabin_${number}`] },
  }));
  return toolCalls.length > 0 ? { delayMs: MODEL_MS, toolCalls } : { delayMs: MODEL_MS, text: "I did not understand that." };
}
