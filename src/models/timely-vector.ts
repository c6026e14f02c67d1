import type { Logger } from "../observability/logger.ts";
import type { Later } from "../text/later.ts";
import { orAborted } from "../text/time-limit.ts";
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
      const late = new AbortController();
      using _timer = later(deadlineMs, () => late.abort());
      try {
        return await orAborted(() => asked.vector, AbortSignal.any([signal, late.signal]));
      } catch {
        overdue.add(asked);
        void asked.vector.then(() => overdue.delete(asked));
        return undefined;
      }
    },
    [Symbol.dispose]: () => closing.abort(),
  };
}
