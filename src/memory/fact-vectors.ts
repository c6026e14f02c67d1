import type { Later } from "../later.ts";
import type { Embeddings } from "../models/embeddings.ts";
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
  /** Requests that were not answered in time and still run: a busy model is not asked again. */
  let overdue = 0;
  let filling = false;

  async function vectorOf(text: string, kind: "query" | "document", signal: AbortSignal): Promise<FactVector | undefined> {
    if (!embeddings || overdue > 0 || signal.aborted) return undefined;
    const { model } = embeddings;
    const late = Promise.withResolvers<"late">();
    const stop = () => late.resolve("late");
    using _timer = later(DEADLINE_MS, stop);
    signal.addEventListener("abort", stop, { once: true });
    const asked = embeddings.embed([text], kind, { signal: closing, timeoutMs: REQUEST_TIMEOUT_MS }).then(
      ([vector]) => vector && { model, vector },
      (error: unknown) => {
        logger.debug({ err: error }, "a fact or a question about facts got no vector");
        return undefined;
      },
    );
    try {
      const first = await Promise.race([asked, late.promise]);
      if (first !== "late") return first;
      overdue++;
      void asked.then(() => overdue--);
      return undefined;
    } finally {
      signal.removeEventListener("abort", stop);
    }
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
