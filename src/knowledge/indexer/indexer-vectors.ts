import type { Embeddings } from "../../models/embeddings.ts";
import { ModelError } from "../../models/models.ts";
import type { Logger } from "../../observability/logger.ts";
import type { KnowledgeStore, Passage } from "../../storage/knowledge/knowledge.ts";

/** Gives vectors to passages that have none. */
export interface VectorMaker {
  readonly model: string;
  /** Passages that the model does not take; they are found by their words. */
  readonly refused: number;
  /** How many passages have no vector of the model yet. */
  missing(): number;
  /** Does the next few and tells how many had their turn, 0 when none is left. Throws ModelError, VectorError and the signal's reason. */
  next(signal: AbortSignal): Promise<number>;
}

interface Row {
  readonly id: number;
  readonly vector: Float32Array;
}

/** One request of an embedding model: a second on a processor, so that a chat's model is not held up for long. */
const BATCH = 16;
/** More refusals are no faults of passages. */
const MOST_REFUSED = 100;
/** What every embedding model takes: if this fails too, it is the model that is out of order. */
const PROBE = "home";

export function createVectorMaker({
  store,
  embeddings,
  logger,
}: {
  readonly store: Pick<KnowledgeStore, "unembedded" | "putVectors" | "counts">;
  readonly embeddings: Pick<Embeddings, "model" | "embed" | "status">;
  readonly logger: Logger;
}): VectorMaker {
  const { model } = embeddings;
  const refused = new Set<number>();

  async function vectorsOf(batch: readonly Passage[], signal: AbortSignal): Promise<readonly Row[]> {
    const texts = batch.map(({ text }) => text);
    const vectors = await embeddings.embed(texts, "document", { signal });
    return batch.flatMap(({ id }, index) => (vectors[index] ? [{ id, vector: vectors[index] }] : []));
  }

  /** A batch that the model refuses is asked for one by one, so that one passage does not hold up the others. */
  async function oneByOne(batch: readonly Passage[], error: unknown, signal: AbortSignal): Promise<readonly Row[]> {
    if (!isRefusal(error) || refused.size >= MOST_REFUSED) throw error;
    await embeddings.embed([PROBE], "document", { signal });
    const rows: Row[] = [];
    for (const passage of batch) {
      try {
        rows.push(...(await vectorsOf([passage], signal)));
      } catch (alone) {
        if (!isRefusal(alone)) throw alone;
        refused.add(passage.id);
        logger.debug({ err: alone, source: passage.source, ref: passage.ref }, "the embedding model does not take a passage");
      }
    }
    return rows;
  }

  return {
    model,
    get refused() {
      return refused.size;
    },
    missing() {
      const { building, vectors, passages } = store.counts();
      return [building, vectors].find((one) => one?.model === model)?.missing ?? passages;
    },
    async next(signal) {
      const { dimensions } = embeddings.status();
      const waiting = store.unembedded({ model, dimensions, limit: BATCH + refused.size });
      const batch = waiting.filter(({ id }) => !refused.has(id)).slice(0, BATCH);
      if (batch.length === 0) return 0;
      const rows = await vectorsOf(batch, signal).catch((error: unknown) => oneByOne(batch, error, signal));
      const [first] = rows;
      if (first) store.putVectors({ model, dimensions: first.vector.length, rows });
      return batch.length;
    },
  };
}

/** The server is there: it may be this text that it does not take (Ollama answers 500 where a vector comes out as NaN). */
function isRefusal(error: unknown): boolean {
  return error instanceof ModelError && (error.problem.kind === "context_too_small" || error.problem.kind === "failed");
}
