import type { SyncIndexer } from "../../homeassistant/mqtt/sync-run.ts";
import type { KnowledgeStore } from "../../storage/knowledge/knowledge.ts";
import type { Documents } from "../documents/documents.ts";
import type { Indexer } from "./indexer.ts";

/**
 * Reads everything again for a person who asked for it. It failed if a source could not be read; documents that had to be left out are told
 * beside. Without vectors knowledge is found by words, so that is no failure.
 */
export function createSyncIndexer({
  indexer,
  store,
  documents,
}: {
  readonly indexer: Pick<Indexer, "request" | "status" | "onProgress">;
  readonly store: Pick<KnowledgeStore, "counts">;
  readonly documents: Pick<Documents, "problems">;
}): SyncIndexer {
  return {
    async run(_reason, { onProgress, signal }) {
      using _listening = indexer.onProgress((progress) => {
        if (progress) onProgress({ phase: progress.source ?? progress.phase, done: progress.done, total: progress.total });
      });
      await endOf(indexer.request(), signal);
      const failed = indexer.status().sources.flatMap(({ source, problem }) => (problem === undefined ? [] : [`${source}: ${problem}`]));
      const leftOut = documents.problems().map(({ file, why }) => `${file}: ${why}`);
      return { ok: failed.length === 0, counts: store.counts().sources, problems: [...failed, ...leftOut] };
    },
  };
}

/** The work goes on when nobody waits for it any more: then this rejects with the signal's reason. */
async function endOf(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([work, promise]);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
