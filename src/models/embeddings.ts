import { z } from "zod";
import { readJson } from "../text/json.ts";
import { timeLimit } from "../text/time-limit.ts";
import { type Fetch, fetchKept } from "./home-fetch.ts";
import type { ModelOrigin } from "./models.ts";
import { ModelError, type ModelProblem } from "./models.ts";
import { authorization, localModel } from "./openai.ts";
import { errorIn, ModelHttpError, problemOf } from "./problems.ts";

/** What a text is for: models that know the difference find better by it. */
export type EmbeddingKind = "document" | "query";

export interface EmbeddingStatus {
  readonly model: string;
  /** Numbers in a vector, as the first answer told; undefined before it. */
  readonly dimensions: number | undefined;
  /** What stood against the latest request; undefined after one that was answered, and before the first. */
  readonly problem: ModelProblem | undefined;
}

/** Turns texts into vectors that are near each other where the texts mean the same. */
export interface Embeddings {
  readonly model: string;
  /** One vector of length 1 a text, in order; overlong texts count by their beginning. Throws ModelError, or the signal's reason. */
  embed(
    texts: readonly string[],
    kind: EmbeddingKind,
    options: { readonly signal: AbortSignal; readonly timeoutMs?: number },
  ): Promise<readonly Float32Array[]>;
  status(): EmbeddingStatus;
}

export interface EmbeddingOptions {
  readonly url: string;
  readonly model: string;
  /** For an OpenAI-compatible server at home, what reaches nothing else; without it the server is Ollama. */
  readonly openAi?: { readonly fetch: Fetch; readonly apiKey?: string | undefined } | undefined;
  /** How long Ollama keeps it loaded; undefined: its own five minutes. */
  readonly keepAlive?: string | number | undefined;
  readonly timeoutMs?: number;
}

/** A server that has to unload a large model first needs up to a minute for the first request. */
const TIMEOUT_MS = 120_000;
/** Texts of one request: more gain nothing and hold up the chat's model longer. */
const BATCH = 16;
/** About 1,000 tokens of a European language: half of what nomic-embed-text reads. */
const MOST_CHARACTERS = 4_000;
/** How often an overlong text is halved: 4,000 characters to 500, which every model reads. */
const MOST_HALVINGS = 3;

/** Words that the models' makers want in front of texts, by a part of the model's name. */
const PREFIXES: readonly { readonly name: RegExp; readonly document: string; readonly query: string }[] = [
  { name: /nomic-embed/i, document: "search_document: ", query: "search_query: " },
  { name: /embeddinggemma/i, document: "title: none | text: ", query: "task: search result | query: " },
  { name: /(^|[/-])e5(-|$)/i, document: "passage: ", query: "query: " },
  { name: /mxbai-embed|snowflake-arctic-embed(:|$)/i, document: "", query: "Represent this sentence for searching relevant passages: " },
];
const NO_PREFIX = { document: "", query: "" };

/** How a server is asked for vectors, and how it answers. */
interface EmbeddingWire {
  readonly origin: ModelOrigin;
  post(input: readonly string[], signal: AbortSignal): Promise<Response>;
  readonly rows: (body: unknown) => readonly (readonly number[])[] | undefined;
}

/** `POST /api/embed`, Ollama 0.2 and later. */
function ollamaWire({ url, model, keepAlive }: EmbeddingOptions): EmbeddingWire {
  return {
    origin: { provider: "ollama", model: `ollama/${model}`, url },
    post(input, signal) {
      const body = { model, input, truncate: true, ...(keepAlive !== undefined && { keep_alive: keepAlive }) };
      return fetchKept(`${url}/api/embed`, { method: "POST", body: JSON.stringify(body), signal });
    },
    rows: (body) => ollamaAnswer.safeParse(body).data?.embeddings,
  };
}

/** OpenAI's `POST /v1/embeddings`. */
function openAiWire({ url, model }: EmbeddingOptions, { fetch, apiKey }: NonNullable<EmbeddingOptions["openAi"]>): EmbeddingWire {
  return {
    origin: { provider: "local", model: localModel(model), url },
    post: (input, signal) =>
      fetch(`${url}/embeddings`, {
        method: "POST",
        headers: { "content-type": "application/json", ...authorization(apiKey) },
        body: JSON.stringify({ model, input, encoding_format: "float" }),
        signal,
      }),
    rows: (body) =>
      openAiAnswer
        .safeParse(body)
        .data?.data.toSorted((one, other) => one.index - other.index)
        .map(({ embedding }) => embedding),
  };
}

/** llama-server without `--embeddings` answers 501, others with 404 or 405, or that the model does not support it. */
function makesNoEmbeddings(error: unknown): boolean {
  return error instanceof ModelHttpError && ([404, 405, 501].includes(error.status) || /not support.{0,20}embedding/i.test(error.message));
}

/** An embedding model on the server of the model at home. Building it asks nothing. */
export function createEmbeddings(options: EmbeddingOptions): Embeddings {
  const { model, openAi, timeoutMs = TIMEOUT_MS } = options;
  const { origin, post, rows } = openAi ? openAiWire(options, openAi) : ollamaWire(options);
  const prefixes = PREFIXES.find(({ name }) => name.test(model)) ?? NO_PREFIX;
  let dimensions: number | undefined;
  let problem: ModelProblem | undefined;

  /** Some versions refuse an overlong text although they were told to cut it: then it is cut here. */
  async function ask(
    input: readonly string[],
    limit: { readonly signal: AbortSignal; readonly ms: number },
    halvings = 0,
  ): Promise<readonly Float32Array[]> {
    using inTime = timeLimit(limit.ms, limit.signal);
    try {
      const response = await post(input, inTime.signal);
      const text = await response.text();
      if (!response.ok) throw new ModelHttpError(response.status, errorIn(text));
      return vectorsIn(rows(readJson(text)) ?? [], input.length);
    } catch (error) {
      limit.signal.throwIfAborted();
      const found: ModelProblem = inTime.signal.aborted
        ? { kind: "timeout", model: origin.model, seconds: Math.round(limit.ms / 1_000) }
        : openAi && makesNoEmbeddings(error)
          ? { kind: "no_embeddings", model: origin.model }
          : problemOf(error, origin);
      if (found.kind !== "context_too_small" || halvings >= MOST_HALVINGS) throw new ModelError(found, { cause: error });
    }
    const longest = Math.ceil(MOST_CHARACTERS / 2 ** (halvings + 1));
    return ask(
      input.map((text) => text.slice(0, longest)),
      limit,
      halvings + 1,
    );
  }

  return {
    model: origin.model,
    async embed(texts, kind, { signal, timeoutMs: ms = timeoutMs }) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += BATCH) {
        const batch = texts.slice(from, from + BATCH).map((text) => (prefixes[kind] + text).slice(0, MOST_CHARACTERS));
        try {
          vectors.push(...(await ask(batch, { signal, ms })));
          problem = undefined;
        } catch (error) {
          if (error instanceof ModelError) problem = error.problem;
          throw error;
        }
      }
      dimensions = vectors[0]?.length ?? dimensions;
      return vectors;
    },
    status: () => ({ model: origin.model, dimensions, problem }),
  };
}

/** A vector has a thousand numbers: a schema for each of them would make as many objects. */
const row = z.custom<readonly number[]>((value) => Array.isArray(value) && value.length > 0 && value.every(Number.isFinite));
const ollamaAnswer = z.object({ embeddings: z.array(row) });
const openAiAnswer = z.object({ data: z.array(z.object({ index: z.number(), embedding: row })) });

/** Throws ModelHttpError for an answer that does not hold so many vectors of one length. */
function vectorsIn(rows: readonly (readonly number[])[], count: number): readonly Float32Array[] {
  const vectors = rows.flatMap((row) => unitVector(row) ?? []);
  if (vectors.length !== count || vectors.some(({ length }) => length !== vectors[0]?.length)) {
    throw new ModelHttpError(200, "no vectors in the answer");
  }
  return vectors;
}

/** The vector with length 1, so that distances are comparable whatever the server does; undefined for what is none. */
function unitVector(row: readonly number[]): Float32Array | undefined {
  const length = Math.hypot(...row);
  return length === 0 ? undefined : Float32Array.from(row, (number) => number / length);
}

/** What every embedding model takes: if this fails too, it is the model that is out of order. */
const PROBE = "home";

/** One vector a text, in order. If the model refuses, texts are asked one by one; a refused one has no vector (length 0). Throws like `embed`. */
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
