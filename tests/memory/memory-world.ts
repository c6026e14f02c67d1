import { onTestFinished } from "vitest";
import type { ProposedFact } from "../../src/memory/facts/fact.ts";
import { createFactVectors, NO_VECTORS } from "../../src/memory/facts/fact-vectors.ts";
import { createMemory } from "../../src/memory/memory.ts";
import type { Embeddings } from "../../src/models/embeddings.ts";
import { createIdleGate } from "../../src/models/idle-gate.ts";
import { createTimelyVectors } from "../../src/models/timely-vector.ts";
import { createLogger } from "../../src/observability/logger.ts";
import type { Fact } from "../../src/storage/facts/fact-row.ts";
import { createFactStore } from "../../src/storage/facts/facts.ts";
import type { Later } from "../../src/text/later.ts";
import { timersByHand } from "../agent/later.ts";
import { memoryDatabase } from "../fakes/memory-database.ts";
import { wordVector } from "../fakes/word-vectors.ts";

/** Any time: 2027-01-15. */
export const NOW = 1_800_000_000_000;
export const DAY = 86_400_000;

export const anna = { personId: "anna", role: "owner", isPrivate: true } as const;
export const ben = { personId: "ben", role: "adult", isPrivate: true } as const;
export const gus = { personId: "gus", role: "guest", isPrivate: true } as const;

/** Something Anna said of herself; each is of a message of its own. */
let messages = 0;
export function said(key: string, value: string, more: Partial<ProposedFact> = {}): ProposedFact {
  messages += 1;
  return {
    scope: { kind: "person", personId: "anna" },
    evidence: [{ kind: "turn", turnId: `turn-${messages}` }],
    ...{ key, value, category: "preference", source: "told", origin: "person", confidence: 0.9, language: "en", toldBy: "anna" },
    ...more,
  };
}

export const observed = (key: string, value: string, more: Partial<ProposedFact> = {}): ProposedFact =>
  said(key, value, {
    ...{ source: "observed", origin: "home", category: "habit", confidence: 0.6, toldBy: undefined },
    evidence: [{ kind: "events", entityId: "climate.bedroom", days: ["2027-01-10", "2027-01-11"], note: "set by hand" }],
    ...more,
  });

/** Enough for a few batches, each a turn of the event loop or two. */
const IDLE_STEPS = 50;

/** The model's idle time begins at once. */
const atOnce: Later = (_, run) => {
  const timer = setImmediate(run);
  return { [Symbol.dispose]: () => clearImmediate(timer) };
};

/** Vectors by common words, at once. */
export const wordEmbeddings: Pick<Embeddings, "model" | "embed"> = {
  model: "words",
  embed: async (texts) => texts.map((text) => Float32Array.from(wordVector(text))),
};

/** Memory over a real store; what begins to wait is in `asked`. */
export function memoryWorld({ limit = 1_000, embeddings }: { limit?: number; embeddings?: Pick<Embeddings, "model" | "embed"> } = {}) {
  const database = memoryDatabase();
  onTestFinished(() => database[Symbol.dispose]());
  const store = createFactStore({ database });
  const logger = createLogger({ level: "error" });
  const gate = createIdleGate({ clock: () => NOW, later: atOnce });
  const timers = timersByHand();
  const { later } = timers;
  const vectors = embeddings
    ? createFactVectors({ store, vectors: createTimelyVectors({ embeddings, later, logger }), idle: gate, later, logger })
    : NO_VECTORS;
  const asked: { readonly fact: Fact; readonly contradicts: Fact | undefined }[] = [];
  const memory = createMemory({
    store,
    vectors,
    limit,
    isStranger: (personId) => personId === "zoe",
    onWaiting: (fact, contradicts) => void asked.push({ fact, contradicts }),
  });
  /** Keys and values that Anna would be told. */
  const known = (asker: Parameters<typeof memory.visibleTo>[0] = anna, now = NOW) =>
    memory.visibleTo(asker, now).map(({ key, value }) => `${key}: ${value}`);
  const recalls = async (query: string, asker: Parameters<typeof memory.recall>[1] = anna) => {
    const found = await memory.recall(query, asker, { limit: 10, now: NOW, signal: new AbortController().signal });
    return found.map(({ fact }) => `${fact.key}: ${fact.value}`);
  };
  /** What the model's idle time is for is done. */
  const idle = async () => {
    for (let step = 0; step < IDLE_STEPS; step += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { database, store, memory, vectors, gate, timers, asked, known, recalls, idle };
}
