import { type CloudEgress, createCloudProvider } from "./cloud.ts";
import { createEmbeddings, type Embeddings } from "./embeddings.ts";
import { createGeminiProvider } from "./gemini.ts";
import { createHomeFetch } from "./home-fetch.ts";
import { type AnswerLimits, answerLimits, type ModelProvider } from "./models.ts";
import { createOllamaProvider } from "./ollama.ts";
import { createOpenAiProvider } from "./openai.ts";

export interface ProviderOptions {
  /** What the server of the model at home speaks. */
  readonly modelProvider: "ollama" | "openai_compatible";
  readonly ollamaUrl: string;
  readonly ollamaModel: string;
  readonly numCtx?: number | undefined;
  readonly keepAlive?: string | number | undefined;
  readonly embeddingModel: string;
  /** Models outside the house may be asked at all; without one of the next two none is. */
  readonly cloudEnabled: boolean;
  /** They are asked when the one at home does not answer. */
  readonly cloudFallback: boolean;
  /** They are asked first; what may not leave is for the one at home. */
  readonly cloudFirst: boolean;
  readonly openaiBaseUrl?: string | undefined;
  readonly openaiModel?: string | undefined;
  /** The owner says that the server of `openaiBaseUrl` stands in the home. */
  readonly openaiBaseUrlAtHome: boolean;
  readonly geminiModel?: string | undefined;
  readonly turnTimeoutSeconds: number;
}

interface ProviderSecrets {
  reveal(name: "openai_api_key" | "gemini_api_key"): string | undefined;
}

interface CloudGate {
  readonly egress: CloudEgress;
  readonly clock: () => number;
  readonly onKept?: Parameters<typeof createCloudProvider>[0]["onKept"];
}

/** The models in the order in which they are asked. Those outside the house are behind a gate of their own, and only there if the person allowed them. */
export function createProviders(options: ProviderOptions, secrets: ProviderSecrets, gate: CloudGate): ModelProvider[] {
  const { ollamaUrl, ollamaModel, numCtx, keepAlive, cloudFirst, turnTimeoutSeconds } = options;
  const limits = answerLimits(turnTimeoutSeconds);
  const server = openAiAtHome(options, secrets);
  const atHome = server
    ? createOpenAiProvider({ ...server, limits, atHome: { fetch: createHomeFetch(), numCtx } })
    : createOllamaProvider({ url: ollamaUrl, model: ollamaModel, numCtx, keepAlive, limits });
  const outside = cloudIsUsed(options)
    ? cloudModels(options, secrets, limits).map((provider) => createCloudProvider({ ...gate, provider }))
    : [];
  return cloudFirst ? [...outside, atHome] : [atHome, ...outside];
}

/** The embedding model, on the same server as the model at home; cloud models make no vectors. */
export function createHomeEmbeddings(options: ProviderOptions, secrets: ProviderSecrets): Embeddings {
  const { ollamaUrl, embeddingModel: model, keepAlive } = options;
  const server = openAiAtHome(options, secrets);
  return server
    ? createEmbeddings({ url: server.url, model, openAi: { fetch: createHomeFetch(), apiKey: server.apiKey } })
    : createEmbeddings({ url: ollamaUrl, model, keepAlive });
}

/** The OpenAI-compatible server that stands in the home, by the owner's word; each connection is checked besides. Any other is a cloud model. */
function openAiAtHome(
  { modelProvider, openaiBaseUrlAtHome, openaiBaseUrl: url, openaiModel: model }: ProviderOptions,
  secrets: ProviderSecrets,
): { readonly url: string; readonly model: string; readonly apiKey: string | undefined } | undefined {
  if (modelProvider !== "openai_compatible" || !openaiBaseUrlAtHome || !url || !model) return undefined;
  return { url, model, apiKey: secrets.reveal("openai_api_key") };
}

/** Whether anything may ever leave for a model outside. */
export function cloudIsUsed({
  cloudEnabled,
  cloudFallback,
  cloudFirst,
}: Pick<ProviderOptions, "cloudEnabled" | "cloudFallback" | "cloudFirst">): boolean {
  return cloudEnabled && (cloudFallback || cloudFirst);
}

function cloudModels(options: ProviderOptions, secrets: ProviderSecrets, limits: AnswerLimits): readonly ModelProvider[] {
  const { openaiBaseUrl, openaiModel, geminiModel } = options;
  const openaiKey = secrets.reveal("openai_api_key");
  const geminiKey = secrets.reveal("gemini_api_key");
  return [
    ...(openaiModel && (openaiKey || openaiBaseUrl) && !openAiAtHome(options, secrets)
      ? [createOpenAiProvider({ model: openaiModel, url: openaiBaseUrl, apiKey: openaiKey, limits })]
      : []),
    ...(geminiModel && geminiKey ? [createGeminiProvider({ model: geminiModel, apiKey: geminiKey, limits })] : []),
  ];
}
