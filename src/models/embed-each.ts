import type { EmbeddingKind, Embeddings } from "./embeddings.ts";
import { ModelError } from "./models.ts";

/** What every embedding model takes: if this fails too, it is the model that is out of order. */
const PROBE = "home";

/**
 * One vector a text, in their order, asked for together; where the model refuses that, one by one, so that one text does not hold up the
 * others. A text that it does not take has the empty vector. Throws ModelError, or the signal's reason when that was aborted.
 */
export async function embedEach(
  texts: readonly string[],
  kind: EmbeddingKind,
  { embeddings, ...options }: { readonly embeddings: Pick<Embeddings, "embed">; readonly signal: AbortSignal; readonly timeoutMs?: number },
): Promise<readonly Float32Array[]> {
  const ask = async (some: readonly string[]): Promise<readonly Float32Array[]> => {
    const vectors = await embeddings.embed(some, kind, options);
    options.signal.throwIfAborted();
    return vectors;
  };
  try {
    return await ask(texts);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await ask([PROBE]);
  }
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    const [vector = new Float32Array()] = await ask([text]).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      return [];
    });
    vectors.push(vector);
  }
  return vectors;
}

/** The server is there: it may be this text that it does not take (Ollama answers 500 where a vector comes out as NaN). */
function isRefusal(error: unknown): boolean {
  return error instanceof ModelError && (error.problem.kind === "context_too_small" || error.problem.kind === "failed");
}
