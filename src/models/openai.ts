import { z } from "zod";
import { readJson } from "../text/json.ts";
import { timeLimit } from "../text/time-limit.ts";
import { readAnswer } from "./answer.ts";
import type { Fetch } from "./home-fetch.ts";
import { openAiTool, plainSchema, withPicture } from "./messages.ts";
import { ANSWER_LIMITS, type AnswerLimits, CHECK_TIMEOUT_MS, type ModelOrigin, type ModelProblem, type ModelProvider } from "./models.ts";
import { errorIn, ModelHttpError, notOffered, problemOf, refusesUsage } from "./problems.ts";

/** Always named: without it the library takes one from the environment, or sends key and conversation to a gateway. */
const OPENAI_URL = "https://api.openai.com/v1";

interface OpenAiOptions {
  readonly model: string;
  /** Of any server that speaks OpenAI's chat completions; OpenAI's own when left out. */
  readonly url?: string | undefined;
  /** Many servers of one's own need none. */
  readonly apiKey?: string | undefined;
  readonly limits?: AnswerLimits;
  /** For a server at home: what reaches nothing else, and the window that prompts are made for. */
  readonly atHome?: { readonly fetch: Fetch; readonly numCtx?: number | undefined } | undefined;
}

/** A model behind OpenAI's chat completions. The library is loaded by the first request (20 MB that most homes never need). */
export function createOpenAiProvider({ model, url = OPENAI_URL, apiKey, limits = ANSWER_LIMITS, atHome }: OpenAiOptions): ModelProvider {
  // answers of a model at home are never taken for a cloud model's: its name says which it is
  const origin: ModelOrigin = atHome
    ? { provider: "local", model: localModel(model), url, numCtx: atHome.numCtx }
    : { provider: "openai", model: `openai/${model}`, url };
  let countsTokens = true;
  return {
    model: origin.model,
    ...(atHome && {
      check: (signal: AbortSignal) => check(signal, { origin, name: model, apiKey, fetch: atHome.fetch }),
      sees: (signal: AbortSignal) => sees(signal, { origin, name: model, apiKey, fetch: atHome.fetch }),
    }),
    invoke: (request) =>
      readAnswer({
        request,
        origin,
        limits,
        async open(signal) {
          const { ChatOpenAICompletions } = await import("@langchain/openai");
          const { answerSchema, beforeSend } = request;
          const configuration = {
            ...{ baseURL: url, organization: null, project: null, logLevel: "off" as const },
            fetch: lookedAt(beforeSend, atHome?.fetch),
          };
          const ask = (streamUsage: boolean) => {
            const chat = new ChatOpenAICompletions({
              // The library judges a model by its name and then writes `developer` and other words that many servers refuse.
              model: "chat",
              modelKwargs: { model },
              apiKey: apiKey ?? NO_KEY,
              configuration,
              maxRetries: 0,
              timeout: limits.totalMs,
              streaming: true,
              streamUsage,
            });
            return chat.stream([...withPicture(request.messages, request.picture)], {
              signal,
              tools: request.tools.map(openAiTool),
              ...(answerSchema && {
                response_format: {
                  type: "json_schema" as const,
                  json_schema: { name: "answer", schema: plainSchema(answerSchema), strict: true },
                },
              }),
            });
          };
          try {
            return await ask(countsTokens);
          } catch (error) {
            // what leaves the house leaves once
            if (!atHome || !countsTokens || !refusesUsage(error)) throw error;
            const stream = await ask(false);
            countsTokens = false;
            return stream;
          }
        },
      }),
  };
}

/** Servers without a key take any. */
const NO_KEY = "none";

/** A model of an OpenAI-compatible server at home, as it is called everywhere. */
export function localModel(name: string): string {
  return `local/${name}`;
}

export function authorization(apiKey: string | undefined): Record<string, string> {
  return { authorization: `Bearer ${apiKey ?? NO_KEY}` };
}

/** Tokens that a model takes in: vLLM tells them as `max_model_len`, llama-server as `meta.n_ctx`, others not at all. */
const tokens = z.number().int().positive().optional().catch(undefined);
const offeredModel = z.object({
  id: z.string(),
  owned_by: z.string().optional().catch(undefined),
  max_model_len: tokens,
  meta: z.object({ n_ctx: tokens }).optional().catch(undefined),
});
const offered = z.object({ data: z.array(offeredModel) });

interface Checked {
  readonly origin: ModelOrigin;
  readonly name: string;
  readonly apiKey: string | undefined;
  readonly fetch: Fetch;
}

/** The list of models says whether the server is there, whether it has this one, and often how large its window is. */
async function check(signal: AbortSignal, { origin, name, apiKey, fetch }: Checked): Promise<ModelProblem | undefined> {
  try {
    const models = offered.safeParse(await listed(signal, { origin, apiKey, fetch })).data?.data;
    // Ollama's list has tags; llama-server answers with its one model whatever it is called
    const found =
      models?.find(({ id }) => id === name || id === `${name}:latest`) ?? models?.find(({ owned_by }) => owned_by === "llamacpp");
    if (!found) return notOffered(origin);
    const window = found.max_model_len ?? found.meta?.n_ctx;
    const { model, numCtx } = origin;
    return window !== undefined && numCtx !== undefined && window < numCtx ? { kind: "window_smaller", model, window, numCtx } : undefined;
  } catch (error) {
    signal.throwIfAborted();
    return problemOf(error, origin);
  }
}

/** The list of models as the server tells it. */
async function listed(signal: AbortSignal, { origin, apiKey, fetch }: Omit<Checked, "name">): Promise<unknown> {
  using inTime = timeLimit(CHECK_TIMEOUT_MS, signal);
  const response = await fetch(`${origin.url}/models`, { headers: authorization(apiKey), signal: inTime.signal });
  const text = await response.text();
  if (!response.ok) throw new ModelHttpError(response.status, errorIn(text));
  return readJson(text);
}

/** Of these servers llama-server alone tells whether its model sees, beside the list. */
const capable = z.object({ models: z.array(z.object({ capabilities: z.array(z.string()).catch([]) })) });

async function sees(signal: AbortSignal, checked: Checked): Promise<boolean> {
  const told = await listed(signal, checked).catch(() => undefined);
  signal.throwIfAborted();
  return capable.safeParse(told).data?.models.some(({ capabilities }) => capabilities.includes("multimodal")) ?? false;
}

/** The client's own requests, each shown before it leaves. */
function lookedAt(beforeSend: ((body: string) => void) | undefined, send: Fetch = (url, init) => fetch(url, init)): Fetch {
  return (url, init) => {
    const { body } = init ?? {};
    if (typeof body !== "string") throw new TypeError("a request to a model has a text for its body");
    beforeSend?.(body);
    return send(url, init);
  };
}
