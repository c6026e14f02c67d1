import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createFactVectors, NO_VECTORS } from "../src/memory/facts/fact-vectors.ts";
import { createMemory } from "../src/memory/memory.ts";
import type { Embeddings } from "../src/models/embeddings.ts";
import { createTimelyVectors } from "../src/models/timely-vector.ts";
import { createLogger } from "../src/observability/logger.ts";
import { AssistantDatabase } from "../src/storage/database.ts";
import { createFactStore } from "../src/storage/facts/facts.ts";
import { atMost, type Figure, percentile } from "./figure.ts";
import { ClusteredVectors } from "./knowledge-vectors.ts";

const AT = 1_800_000_000_000;
const FACTS = 1_000;
const PEOPLE = 5;
const QUESTIONS = 200;
/** As many as go into a prompt. */
const LIMIT = 12;
const THINGS = ["lamp", "sofa", "kettle", "window", "blanket", "radio", "desk", "chair", "plant", "curtain"];
const LIKES = ["warm", "quiet", "bright", "open", "closed", "early", "late", "blue", "soft", "slow"];

/** Recall at a thousand facts for each of five people: by words alone, and with vectors that are there at once. */
export async function memoryRecall(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "assistant-bench-"));
  try {
    using database = new AssistantDatabase(join(folder, "assistant.db"));
    // nothing is lost here by a power cut
    database.sqlite.pragma("synchronous = OFF");
    const words = await measure(database, undefined);
    const vectors = new ClusteredVectors(0);
    const ready = Array.from({ length: QUESTIONS }, () => vectors.query());
    let asked = 0;
    const next = () => ready[asked++ % QUESTIONS] ?? vectors.query();
    const model = { model: "bench", embed: async (texts: readonly string[]) => texts.map(next) };
    const both = await measure(database, model);
    return [
      atMost(5, { name: `memory_recall_p95_${FACTS}`, value: percentile(words, 0.95), unit: "ms" }),
      atMost(5, { name: `memory_recall_with_vectors_p95_${FACTS}`, value: percentile(both, 0.95), unit: "ms" }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Model = Pick<Embeddings, "model" | "embed"> | undefined;

async function measure(database: AssistantDatabase, embeddings: Model): Promise<readonly number[]> {
  const store = createFactStore({ database });
  const signal = new AbortController().signal;
  const later = () => ({ [Symbol.dispose]() {} });
  const logger = createLogger({ level: "error" });
  const idle = { add: () => ({ wake() {}, settled: async () => {}, [Symbol.asyncDispose]: async () => {} }) };
  const vectors = embeddings
    ? createFactVectors({ store, vectors: createTimelyVectors({ embeddings, later, logger }), idle, later, logger })
    : NO_VECTORS;
  const memory = createMemory({ store, vectors, limit: FACTS, isStranger: () => false });
  if (!embeddings) for (let person = 0; person < PEOPLE; person += 1) await fill(memory, `person-${person}`);
  else for (const fact of store.withoutVector("bench", FACTS * PEOPLE)) store.putVector(fact.id, await firstVector(embeddings, signal));
  const times: number[] = [];
  for (let question = 0; question < QUESTIONS; question += 1) {
    const asker = { personId: `person-${question % PEOPLE}`, role: "owner", isPrivate: true } as const;
    const text = `How ${LIKES[question % 10]} do I like the ${THINGS[(question * 7) % 10]} in room ${question % 40}?`;
    const from = performance.now();
    await memory.recall(text, asker, { limit: LIMIT, now: AT, signal });
    times.push(performance.now() - from);
  }
  return times;
}

async function firstVector(embeddings: NonNullable<Model>, signal: AbortSignal) {
  const [vector = new Float32Array(768)] = await embeddings.embed([""], "document", { signal });
  return { model: embeddings.model, vector };
}

async function fill(memory: ReturnType<typeof createMemory>, personId: string): Promise<void> {
  for (let number = 0; number < FACTS; number += 1) {
    const thing = THINGS[number % 10];
    await memory.learn(
      {
        scope: { kind: "person", personId },
        ...{ category: "preference", source: "told", origin: "person", confidence: 0.9, language: "en", toldBy: personId },
        key: `${thing}_place_${number}`,
        value: `${LIKES[Math.floor(number / 10) % 10]} ${thing} in room ${number % 40}, as in case ${number}`,
        evidence: [{ kind: "turn", turnId: `${personId}-${number}` }],
      },
      AT,
    );
  }
}
