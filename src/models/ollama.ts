import { ChatOllama } from "@langchain/ollama";
import { timeLimit } from "../text/time-limit.ts";
import { readAnswer } from "./answer.ts";
import { type Fetch, fetchKept } from "./home-fetch.ts";
import { openAiTool, plainSchema, withNamedToolResults, withPicture } from "./messages.ts";
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
export function createOllamaProvider({ url, model: name, numCtx, keepAlive, limits = ANSWER_LIMITS }: OllamaOptions) {
  const model = `ollama/${name}`;
  const origin: ModelOrigin = { provider: "ollama", model, url, numCtx };

  /** Undefined where the server tells none. */
  async function capabilities(signal: AbortSignal): Promise<readonly unknown[] | undefined> {
    using inTime = timeLimit(CHECK_TIMEOUT_MS, signal);
    const body = JSON.stringify({ model: name });
    const response = await fetchOllama(`${url}/api/show`, { method: "POST", body, signal: inTime.signal });
    const told: { capabilities?: unknown } = Object(await response.json());
    return Array.isArray(told.capabilities) ? told.capabilities : undefined;
  }

  return {
    model,
    invoke: (request) =>
      readAnswer({
        request,
        origin,
        limits,
        open: (signal) => {
          // a client for each request: the library's ignores the signal between chunks, and aborts all its calls at once
          const chat = new UncutChatOllama({
            ...{ model: name, baseUrl: url, maxRetries: 0, ...(numCtx !== undefined && { numCtx }) },
            ...(keepAlive !== undefined && { keepAlive }),
            fetch: (address, init) => fetchOllama(address, { ...init, signal }),
          });
          return chat.stream(withNamedToolResults(withPicture(request.messages, request.picture)), {
            signal,
            tools: request.tools.map(openAiTool),
            ...(request.answerSchema && { format: plainSchema(request.answerSchema) }),
          });
        },
      }),
    /** One request says all: no server, no such model, or a model without tools. */
    async check(signal) {
      try {
        // Old servers tell no capabilities: then the first request shows it.
        return (await capabilities(signal))?.includes("tools") === false ? { kind: "no_tools", model } : undefined;
      } catch (error) {
        signal.throwIfAborted();
        return problemOf(error, origin);
      }
    },
    async sees(signal) {
      const told = await capabilities(signal).catch(() => undefined);
      signal.throwIfAborted();
      return told?.includes("vision") ?? false;
    },
  } satisfies ModelProvider;
}

/** Takes only what is Ollama's: the library prints everything else to the console. */
const fetchOllama: Fetch = async (url, init) => {
  // Node's own limits (300 s to the headers and between two pieces) lie behind ours.
  const response = await fetchKept(url, init);
  const type = response.headers.get("content-type") ?? "";
  if (response.ok && !type.includes("html")) return response;
  throw new ModelHttpError(response.status, errorIn(await response.text()));
};
