import { type CloudEgress, createCloudProvider } from "./cloud.ts";
import { createGeminiProvider } from "./gemini.ts";
import { type AnswerLimits, answerLimits, type ModelProvider } from "./models.ts";
import { OllamaProvider } from "./ollama.ts";
import { createOpenAiProvider } from "./openai.ts";

export interface ProviderOptions {
  readonly ollamaUrl: string;
  readonly ollamaModel: string;
  readonly numCtx?: number | undefined;
  readonly keepAlive?: string | number | undefined;
  /** Models outside the house may be asked at all; without one of the next two none is. */
  readonly cloudEnabled: boolean;
  /** They are asked when the one at home does not answer. */
  readonly cloudFallback: boolean;
  /** They are asked first; what may not leave is for the one at home. */
  readonly cloudFirst: boolean;
  readonly openaiBaseUrl?: string | undefined;
  readonly openaiModel?: string | undefined;
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
  const atHome = new OllamaProvider({ url: ollamaUrl, model: ollamaModel, numCtx, keepAlive, limits });
  const outside = cloudIsUsed(options)
    ? cloudModels(options, secrets, limits).map((provider) => createCloudProvider({ ...gate, provider }))
    : [];
  return cloudFirst ? [...outside, atHome] : [atHome, ...outside];
}

/** Whether anything may ever leave for a model outside. */
export function cloudIsUsed({
  cloudEnabled,
  cloudFallback,
  cloudFirst,
}: Pick<ProviderOptions, "cloudEnabled" | "cloudFallback" | "cloudFirst">): boolean {
  return cloudEnabled && (cloudFallback || cloudFirst);
}

function cloudModels(
  { openaiBaseUrl, openaiModel, geminiModel }: ProviderOptions,
  secrets: ProviderSecrets,
  limits: AnswerLimits,
): readonly ModelProvider[] {
  const openaiKey = secrets.reveal("openai_api_key");
  const geminiKey = secrets.reveal("gemini_api_key");
  return [
    ...(openaiModel && (openaiKey || openaiBaseUrl)
      ? [createOpenAiProvider({ model: openaiModel, url: openaiBaseUrl, apiKey: openaiKey, limits })]
      : []),
    ...(geminiModel && geminiKey ? [createGeminiProvider({ model: geminiModel, apiKey: geminiKey, limits })] : []),
  ];
}
