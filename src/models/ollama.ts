import { ChatOllama, type ChatOllamaInput } from "@langchain/ollama";
import { timeLimit } from "../text/time-limit.ts";
import { readAnswer } from "./answer.ts";
import { type Fetch, fetchKept } from "./home-fetch.ts";
import { openAiTool, plainSchema, withNamedToolResults, withPicture } from "./messages.ts";
import type { ModelProblem, ModelReply, ModelRequest } from "./models.ts";
import { ANSWER_LIMITS, type AnswerLimits, CHECK_TIMEOUT_MS, type ModelOrigin, type ModelProvider } from "./models.ts";
import { errorIn, ModelHttpError, problemOf } from "./problems.ts";

/** Makes an overlong prompt an error; otherwise Ollama drops the oldest text silently. Measured on 0.17.4; unknown fields are ignored. */
class UncutChatOllama extends ChatOllama {
  override invocationParams(options?: this["ParsedCallOptions"]) {
    return { ...super.invocationParams(options), truncate: false, shift: false };
  }
}

interface OllamaOptions {
  readonly url: string;
  readonly model: string;
  readonly numCtx?: number | undefined;
  readonly keepAlive?: string | number | undefined;
  readonly limits?: AnswerLimits;
}

/** A model on an Ollama server. */
export class OllamaProvider implements ModelProvider {
  readonly model: string;
  readonly #name: string;
  readonly #origin: ModelOrigin;
  readonly #limits: AnswerLimits;
  readonly #fields: ChatOllamaInput;

  constructor({ url, model, numCtx, keepAlive, limits = ANSWER_LIMITS }: OllamaOptions) {
    this.model = `ollama/${model}`;
    this.#name = model;
    this.#origin = { provider: "ollama", model: this.model, url, numCtx };
    this.#limits = limits;
    this.#fields = {
      model,
      baseUrl: url,
      maxRetries: 0,
      ...(numCtx !== undefined && { numCtx }),
      ...(keepAlive !== undefined && { keepAlive }),
    };
  }

  invoke(request: ModelRequest): Promise<ModelReply> {
    return readAnswer({
      request,
      origin: this.#origin,
      limits: this.#limits,
      open: (signal) => {
        // a client for each request: the library's ignores the signal between chunks, and aborts all its calls at once
        const chat = new UncutChatOllama({ ...this.#fields, fetch: (url, init) => this.#fetch(url, { ...init, signal }) });
        return chat.stream(withNamedToolResults(withPicture(request.messages, request.picture)), {
          signal,
          tools: request.tools.map(openAiTool),
          ...(request.answerSchema && { format: plainSchema(request.answerSchema) }),
        });
      },
    });
  }

  /** One request says all: no server, no such model, or a model without tools. */
  async check(signal: AbortSignal): Promise<ModelProblem | undefined> {
    try {
      // Old servers tell no capabilities: then the first request shows it.
      return (await this.#capabilities(signal))?.includes("tools") === false ? { kind: "no_tools", model: this.model } : undefined;
    } catch (error) {
      signal.throwIfAborted();
      return problemOf(error, this.#origin);
    }
  }

  async sees(signal: AbortSignal): Promise<boolean> {
    const capabilities = await this.#capabilities(signal).catch(() => undefined);
    signal.throwIfAborted();
    return capabilities?.includes("vision") ?? false;
  }

  /** Undefined where the server tells none. */
  async #capabilities(signal: AbortSignal): Promise<readonly unknown[] | undefined> {
    using inTime = timeLimit(CHECK_TIMEOUT_MS, signal);
    const response = await this.#fetch(`${this.#origin.url}/api/show`, {
      method: "POST",
      body: JSON.stringify({ model: this.#name }),
      signal: inTime.signal,
    });
    const { capabilities }: { capabilities?: unknown } = Object(await response.json());
    return Array.isArray(capabilities) ? capabilities : undefined;
  }

  /** Takes only what is Ollama's: the library prints everything else to the console. */
  readonly #fetch: Fetch = async (url, init) => {
    // Node's own limits (300 s to the headers and between two pieces) lie behind ours.
    const response = await fetchKept(url, init);
    const type = response.headers.get("content-type") ?? "";
    if (response.ok && !type.includes("html")) return response;
    throw new ModelHttpError(response.status, errorIn(await response.text()));
  };
}
