import { readAnswer } from "./answer.ts";
import { openAiTool, plainSchema } from "./messages.ts";
import { ANSWER_LIMITS, type AnswerLimits, type ModelOrigin, type ModelProvider } from "./models.ts";

/** Always named: without it the library takes one from the environment, or sends key and conversation to a gateway. */
const OPENAI_URL = "https://api.openai.com/v1";

interface OpenAiOptions {
  readonly model: string;
  /** Of any server that speaks OpenAI's chat completions; OpenAI's own when left out. */
  readonly url?: string | undefined;
  /** Servers at home need none. */
  readonly apiKey?: string | undefined;
  readonly limits?: AnswerLimits;
}

/** A model behind OpenAI's chat completions. The library is loaded by the first request (20 MB that most homes never need). */
export function createOpenAiProvider({ model, url = OPENAI_URL, apiKey, limits = ANSWER_LIMITS }: OpenAiOptions): ModelProvider {
  const origin: ModelOrigin = { provider: "openai", model: `openai/${model}`, url };
  return {
    model: origin.model,
    invoke: (request) =>
      readAnswer({
        request,
        origin,
        limits,
        async open(signal) {
          const { ChatOpenAICompletions } = await import("@langchain/openai");
          const chat = new ChatOpenAICompletions({
            // The library judges a model by its name and then writes `developer` and other words that many servers refuse.
            model: "chat",
            modelKwargs: { model },
            apiKey: apiKey ?? "none",
            configuration: { baseURL: url, organization: null, project: null, logLevel: "off", fetch: lookedAt(request.beforeSend) },
            maxRetries: 0,
            timeout: limits.totalMs,
            streaming: true,
          });
          const { answerSchema } = request;
          return chat.stream([...request.messages], {
            signal,
            tools: request.tools.map(openAiTool),
            ...(answerSchema && {
              response_format: {
                type: "json_schema" as const,
                json_schema: { name: "answer", schema: plainSchema(answerSchema), strict: true },
              },
            }),
          });
        },
      }),
  };
}

/** The client's own requests, each shown before it leaves. */
function lookedAt(beforeSend: ((body: string) => void) | undefined): typeof globalThis.fetch {
  return (url, init) => {
    const { body } = init ?? {};
    if (typeof body !== "string") throw new TypeError("a request to a model has a text for its body");
    beforeSend?.(body);
    return fetch(url, init);
  };
}
