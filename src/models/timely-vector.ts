import type { Later } from "../later.ts";
import type { Logger } from "../observability/logger.ts";
import type { EmbeddingKind, Embeddings } from "./embeddings.ts";

interface TimelyVectorDependencies {
  /** Undefined: there never is a vector. */
  readonly embeddings: Pick<Embeddings, "embed"> | undefined;
  /** ms that somebody waits for it. */
  readonly deadlineMs: number;
  readonly later: Later;
  /** Ends requests that were left to run, at the service's end. */
  readonly closing: AbortSignal;
  readonly logger: Logger;
}

/** A cold model is loaded within a minute, or not at all. */
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * A text's vector for somebody who waits: undefined when the model fails or does not answer in time, or is still busy with what was not in
 * time before. What is late is left to run, for that is how a cold model is loaded for the next one. Never rejects.
 */
export function createTimelyVector({ embeddings, deadlineMs, later, closing, logger }: TimelyVectorDependencies) {
  /** Requests that were not answered in time and still run. */
  let overdue = 0;
  return async (text: string, kind: EmbeddingKind, signal: AbortSignal): Promise<Float32Array | undefined> => {
    if (!embeddings || overdue > 0 || signal.aborted) return undefined;
    const late = Promise.withResolvers<"late">();
    const stop = () => late.resolve("late");
    using _timer = later(deadlineMs, stop);
    signal.addEventListener("abort", stop, { once: true });
    const asked = embeddings.embed([text], kind, { signal: closing, timeoutMs: REQUEST_TIMEOUT_MS }).then(
      ([vector]) => vector,
      (error: unknown) => {
        logger.debug({ err: error }, "a text got no vector");
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
  };
}
