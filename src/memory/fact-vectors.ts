import type { Later } from "../later.ts";
import type { EmbeddingKind, Embeddings } from "../models/embeddings.ts";
import { createTimelyVector } from "../models/timely-vector.ts";
import type { Logger } from "../observability/logger.ts";
import type { Fact } from "../storage/fact.ts";
import type { FactStore, FactVector } from "../storage/facts.ts";

/** Somebody waits for the answer: words find most of it. */
const DEADLINE_MS = 150;
const REQUEST_TIMEOUT_MS = 60_000;
/** Facts that had no vector and get one with a new fact's. */
const BATCH = 16;

interface FactVectorsDependencies {
  readonly store: Pick<FactStore, "withoutVector" | "putVector" | "get">;
  /** Undefined: facts are found by their words. */
  readonly embeddings: Pick<Embeddings, "model" | "embed"> | undefined;
  readonly later: Later;
  /** Ends requests that were left to run, at the service's end. */
  readonly closing: AbortSignal;
  readonly logger: Logger;
}

export type FactVectors = ReturnType<typeof createFactVectors>;

/** Vectors of facts and questions, if they come in time; whoever does not get one goes on without. */
export function createFactVectors({ store, embeddings, later, closing, logger }: FactVectorsDependencies) {
  const timely = createTimelyVector({ embeddings, deadlineMs: DEADLINE_MS, later, closing, logger });
  let filling = false;

  async function vectorOf(text: string, kind: EmbeddingKind, signal: AbortSignal): Promise<FactVector | undefined> {
    const vector = await timely(text, kind, signal);
    return vector && embeddings && { model: embeddings.model, vector };
  }

  async function fill(): Promise<void> {
    if (!embeddings || filling || closing.aborted) return;
    filling = true;
    try {
      const facts = store.withoutVector(embeddings.model, BATCH);
      if (facts.length === 0) return;
      const vectors = await embeddings.embed(facts.map(textOf), "document", { signal: closing, timeoutMs: REQUEST_TIMEOUT_MS });
      for (const [index, vector] of vectors.entries()) {
        const fact = facts[index];
        // it may have been put right meanwhile
        if (fact && !closing.aborted && store.get(fact.id)?.value === fact.value)
          store.putVector(fact.id, { model: embeddings.model, vector });
      }
    } catch (error) {
      logger.debug({ err: error }, "facts got no vectors");
    } finally {
      filling = false;
    }
  }

  return {
    ofQuestion: (text: string, signal: AbortSignal): Promise<FactVector | undefined> => vectorOf(text, "query", signal),
    ofFact: (fact: Pick<Fact, "key" | "value">): Promise<FactVector | undefined> => vectorOf(textOf(fact), "document", closing),
    /** Makes the newest vectors that are missing, beside everything else. */
    fillLater: (): void => void fill(),
  };
}

function textOf({ key, value }: Pick<Fact, "key" | "value">): string {
  return `${key.replaceAll("_", " ")}: ${value}`;
}
