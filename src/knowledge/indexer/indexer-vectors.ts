import { type Embeddings, embedEach } from "../../models/embeddings.ts";
import type { Logger } from "../../observability/logger.ts";
import type { KnowledgeStore } from "../../storage/knowledge/knowledge.ts";

export type VectorMaker = ReturnType<typeof createVectorMaker>;

/** One request of an embedding model: a second on a processor, so that a chat's model is not held up for long. */
const BATCH = 16;
/** More refusals are no faults of passages. */
const MOST_REFUSED = 100;

/** Gives vectors to passages that have none. */
export function createVectorMaker({
  store,
  embeddings,
  logger,
}: {
  readonly store: Pick<KnowledgeStore, "unembedded" | "putVectors" | "counts">;
  readonly embeddings: Pick<Embeddings, "model" | "embed" | "status">;
  readonly logger: Logger;
}) {
  const { model } = embeddings;
  const refused = new Set<number>();

  return {
    model,
    /** Passages that the model does not take; they are found by their words. */
    get refused(): number {
      return refused.size;
    },
    missing(): number {
      const { building, vectors, passages } = store.counts();
      return [building, vectors].find((one) => one?.model === model)?.missing ?? passages;
    },
    /** Does the next few and tells how many had their turn, 0 when none is left. Throws ModelError, VectorError and the signal's reason. */
    async next(signal: AbortSignal): Promise<number> {
      const { dimensions } = embeddings.status();
      const waiting = store.unembedded({ model, dimensions, limit: BATCH + refused.size });
      const batch = waiting.filter(({ id }) => !refused.has(id)).slice(0, BATCH);
      if (batch.length === 0) return 0;
      const texts = batch.map(({ text }) => text);
      const vectors =
        refused.size < MOST_REFUSED
          ? await embedEach(texts, "document", { embeddings, signal })
          : await embeddings.embed(texts, "document", { signal });
      const rows = batch.flatMap(({ id, source, ref }, index) => {
        const vector = vectors[index];
        if (vector && vector.length > 0) return [{ id, vector }];
        refused.add(id);
        logger.debug({ source, ref }, "the embedding model does not take a passage");
        return [];
      });
      const [first] = rows;
      if (first) store.putVectors({ model, dimensions: first.vector.length, rows });
      return batch.length;
    },
  };
}
