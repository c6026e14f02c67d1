import type { Logger } from "../observability/logger.ts";
import type { Later } from "../text/later.ts";
import type { EmbeddingKind, Embeddings } from "./embeddings.ts";

type Embedder = Pick<Embeddings, "model" | "embed">;

/** Vectors for somebody who waits; to be disposed of after everything that asks. */
export interface TimelyVectors<Model extends Embedder = Embedder> extends Disposable {
  readonly embeddings: Model;
  /** Undefined when the model fails, is late or still busy with a late text; what is late still loads the model. Never rejects. */
  of(
    text: string,
    kind: EmbeddingKind,
    options: { readonly signal: AbortSignal; readonly deadlineMs: number },
  ): Promise<Float32Array | undefined>;
}

/** A cold model is loaded within a minute, or not at all. */
const REQUEST_TIMEOUT_MS = 60_000;

interface Asked {
  readonly text: string;
  readonly kind: EmbeddingKind;
  readonly vector: Promise<Float32Array | undefined>;
}

/** One for all who ask about the words of a turn: memory, knowledge and what is like them. */
export function createTimelyVectors<Model extends Embedder>({
  embeddings,
  later,
  logger,
}: {
  readonly embeddings: Model;
  readonly later: Later;
  readonly logger: Logger;
}): TimelyVectors<Model> {
  const closing = new AbortController();
  let latest: Asked | undefined;
  const overdue = new Set<Asked>();

  function ask(text: string, kind: EmbeddingKind): Asked {
    const vector = embeddings.embed([text], kind, { signal: closing.signal, timeoutMs: REQUEST_TIMEOUT_MS }).then(
      ([made]) => made,
      (error: unknown) => {
        // whoever asks next may have more luck
        if (latest === asked) latest = undefined;
        logger.debug({ err: error }, "a text got no vector");
        return undefined;
      },
    );
    const asked: Asked = { text, kind, vector };
    latest = asked;
    return asked;
  }

  return {
    embeddings,
    async of(text, kind, { signal, deadlineMs }) {
      if (overdue.size > 0 || signal.aborted) return undefined;
      const asked = latest?.text === text && latest.kind === kind ? latest : ask(text, kind);
      const late = Promise.withResolvers<"late">();
      const stop = () => late.resolve("late");
      using _timer = later(deadlineMs, stop);
      signal.addEventListener("abort", stop, { once: true });
      try {
        const first = await Promise.race([asked.vector, late.promise]);
        if (first !== "late") return first;
        overdue.add(asked);
        void asked.vector.then(() => overdue.delete(asked));
        return undefined;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
    [Symbol.dispose]: () => closing.abort(),
  };
}
