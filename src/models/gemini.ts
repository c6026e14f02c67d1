import type { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { readAnswer } from "./answer.ts";
import { openAiTool, plainSchema, withOneSystemMessage } from "./messages.ts";
import { ANSWER_LIMITS, type AnswerLimits, type ModelOrigin, type ModelProvider } from "./models.ts";

const GEMINI_URL = "https://generativelanguage.googleapis.com";

/** Gemini 3 wants these back with its own tool calls. */
const SIGNATURES = "__gemini_function_call_thought_signatures__";

interface GeminiOptions {
  readonly model: string;
  readonly apiKey: string;
  readonly url?: string;
  readonly limits?: AnswerLimits;
}

/** A Gemini model. Always streamed: the library's whole answers ignore the signal. The library is loaded by the first request. */
export function createGeminiProvider({ model, apiKey, url = GEMINI_URL, limits = ANSWER_LIMITS }: GeminiOptions): ModelProvider {
  const origin: ModelOrigin = { provider: "gemini", model: `gemini/${model}`, url };
  return {
    model: origin.model,
    invoke: (request) =>
      readAnswer({
        request,
        origin,
        limits,
        kept: [SIGNATURES],
        async open(signal) {
          const { ChatGoogleGenerativeAI } = await import("@langchain/google-genai");
          const chat = new ChatGoogleGenerativeAI({ model, apiKey, baseUrl: url, maxRetries: 0, streaming: true });
          watchRequests(Reflect.get(chat, "client"), request.beforeSend);
          return chat.stream(withOneSystemMessage(request.messages), {
            signal,
            tools: request.tools.map(openAiTool),
            ...(request.answerSchema && { responseSchema: geminiSchema(request.answerSchema) }),
          });
        },
      }),
  };
}

/** Gemini refuses a schema with words that it does not know. */
function geminiSchema(schema: Readonly<Record<string, unknown>>): ChatGoogleGenerativeAI["ParsedCallOptions"]["responseSchema"] {
  return JSON.parse(JSON.stringify(plainSchema(schema), (key, value) => (key === "additionalProperties" ? undefined : value)));
}

interface ClientFields {
  readonly generationConfig?: unknown;
  readonly safetySettings?: unknown;
  readonly tools?: unknown;
  readonly toolConfig?: unknown;
  readonly systemInstruction?: unknown;
}

interface StreamingClient extends ClientFields {
  generateContentStream(...args: unknown[]): Promise<{ readonly response: Promise<unknown> }>;
}

/** Shows each request before it leaves: the client takes no `fetch`. A stream's second promise would end the process when it breaks off. */
function watchRequests(client: StreamingClient, beforeSend: ((body: string) => void) | undefined): void {
  const generate = client.generateContentStream.bind(client);
  client.generateContentStream = async (...args) => {
    const { generationConfig, safetySettings, tools, toolConfig, systemInstruction } = client;
    beforeSend?.(JSON.stringify({ generationConfig, safetySettings, tools, toolConfig, systemInstruction, ...Object(args[0]) }));
    const result = await generate(...args);
    result.response.catch(() => undefined);
    return result;
  };
}
