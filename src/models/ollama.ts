import type { BaseMessage } from "@langchain/core/messages";
import type { ChatGenerationChunk } from "@langchain/core/outputs";
import { ChatOllama, type ChatOllamaInput } from "@langchain/ollama";
import { timeLimit } from "../text/time-limit.ts";
import { readAnswer } from "./answer.ts";
import { openAiTool, plainSchema, withNamedToolResults } from "./messages.ts";
import type { ModelProblem, ModelReply, ModelRequest } from "./models.ts";
import { errorIn, ModelHttpError, problemOf } from "./problems.ts";
import { ANSWER_LIMITS, type AnswerLimits, CHECK_TIMEOUT_MS, type ModelOrigin, type ModelProvider } from "./provider.ts";

type Fetch = typeof globalThis.fetch;
type StreamOptions = ChatOllama["ParsedCallOptions"];

/** ChatOllama whose calls end when told to. The library's ignores the signal between chunks and aborts all calls of a client at once. */
export class AbortableChatOllama extends ChatOllama {
  readonly #fields: ChatOllamaInput;
  readonly #fetch: Fetch;

  constructor(fields: ChatOllamaInput & { fetch: Fetch }) {
    super(fields);
    this.#fields = fields;
    this.#fetch = fields.fetch;
  }

  /** Makes an overlong prompt an error; otherwise Ollama drops the oldest text silently. Measured on 0.17.4; unknown fields are ignored. */
  override invocationParams(options?: this["ParsedCallOptions"]) {
    return { ...super.invocationParams(options), truncate: false, shift: false };
  }

  override async *_streamResponseChunks(messages: BaseMessage[], options: StreamOptions): AsyncGenerator<ChatGenerationChunk> {
    const gone = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, gone.signal]) : gone.signal;
    const fetchUntil: Fetch = (url, init) =>
      this.#fetch(url, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal });
    const call = new OneCall({ ...this.#fields, fetch: fetchUntil }, this.invocationParams(options));
    try {
      yield* call.chunks(withNamedToolResults(messages), options);
      options.signal?.throwIfAborted();
    } finally {
      // A reader that stopped early would leave the server generating.
      gone.abort();
    }
  }
}

class OneCall extends ChatOllama {
  readonly #params: ReturnType<ChatOllama["invocationParams"]>;

  constructor(fields: ChatOllamaInput, params: ReturnType<ChatOllama["invocationParams"]>) {
    super(fields);
    this.#params = params;
  }

  override invocationParams() {
    return this.#params;
  }

  chunks(messages: BaseMessage[], options: StreamOptions): AsyncGenerator<ChatGenerationChunk> {
    return super._streamResponseChunks(messages, options);
  }
}

interface OllamaOptions {
  readonly url: string;
  readonly model: string;
  readonly numCtx?: number | undefined;
  readonly keepAlive?: string | number | undefined;
  readonly think?: boolean | undefined;
  readonly limits?: AnswerLimits;
}

/** A model on an Ollama server. */
export class OllamaProvider implements ModelProvider {
  readonly model: string;
  readonly #name: string;
  readonly #origin: ModelOrigin;
  readonly #limits: AnswerLimits;
  readonly #chat: AbortableChatOllama;

  constructor({ url, model, numCtx, keepAlive, think, limits = ANSWER_LIMITS }: OllamaOptions) {
    this.model = `ollama/${model}`;
    this.#name = model;
    this.#origin = { provider: "ollama", model: this.model, url, numCtx };
    this.#limits = limits;
    this.#chat = new AbortableChatOllama({
      model,
      baseUrl: url,
      maxRetries: 0,
      fetch: this.#fetch,
      ...(numCtx !== undefined && { numCtx }),
      ...(keepAlive !== undefined && { keepAlive }),
      ...(think !== undefined && { think }),
    });
  }

  invoke(request: ModelRequest): Promise<ModelReply> {
    return readAnswer({
      request,
      origin: this.#origin,
      limits: this.#limits,
      open: (signal) =>
        this.#chat.stream([...request.messages], {
          signal,
          tools: request.tools.map(openAiTool),
          ...(request.answerSchema && { format: plainSchema(request.answerSchema) }),
        }),
    });
  }

  /** One request says all: no server, no such model, or a model without tools. */
  async check(signal: AbortSignal): Promise<ModelProblem | undefined> {
    using inTime = timeLimit(CHECK_TIMEOUT_MS, signal);
    try {
      const response = await this.#fetch(`${this.#origin.url}/api/show`, {
        method: "POST",
        body: JSON.stringify({ model: this.#name }),
        signal: inTime.signal,
      });
      const { capabilities }: { capabilities?: unknown } = Object(await response.json());
      // Old servers tell no capabilities: then the first request shows it.
      return Array.isArray(capabilities) && !capabilities.includes("tools") ? { kind: "no_tools", model: this.model } : undefined;
    } catch (error) {
      signal.throwIfAborted();
      return problemOf(error, this.#origin);
    }
  }

  /** Takes only what is Ollama's: the library prints everything else to the console. */
  readonly #fetch: Fetch = async (url, init) => {
    // Node's own limits (300 s to the headers and between two pieces) lie behind ours.
    const response = await fetch(url, init);
    const type = response.headers.get("content-type") ?? "";
    if (response.ok && !type.includes("html")) return response;
    throw new ModelHttpError(response.status, errorIn(await response.text()));
  };
}
