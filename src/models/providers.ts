import { createGeminiProvider } from "./gemini.ts";
import { OllamaProvider } from "./ollama.ts";
import { createOpenAiProvider } from "./openai.ts";
import type { ModelProvider } from "./provider.ts";

/** The options that choose the models; a Config is one. */
export interface ProviderOptions {
  readonly ollamaUrl: string;
  readonly ollamaModel: string;
  readonly numCtx?: number | undefined;
  readonly keepAlive?: string | number | undefined;
  readonly cloudEnabled: boolean;
  readonly openaiBaseUrl?: string | undefined;
  readonly openaiModel?: string | undefined;
  readonly geminiModel?: string | undefined;
}

interface ProviderSecrets {
  reveal(name: "openai_api_key" | "gemini_api_key"): string | undefined;
}

/** The models in the order in which they are asked: the one at home first, those of the cloud only if the person allowed them. */
export function createProviders(options: ProviderOptions, secrets: ProviderSecrets): ModelProvider[] {
  const { ollamaUrl, ollamaModel, numCtx, keepAlive, cloudEnabled, openaiBaseUrl, openaiModel, geminiModel } = options;
  const providers: ModelProvider[] = [new OllamaProvider({ url: ollamaUrl, model: ollamaModel, numCtx, keepAlive })];
  if (!cloudEnabled) return providers;
  const openaiKey = secrets.reveal("openai_api_key");
  const geminiKey = secrets.reveal("gemini_api_key");
  if (openaiModel && (openaiKey || openaiBaseUrl)) {
    providers.push(createOpenAiProvider({ model: openaiModel, url: openaiBaseUrl, apiKey: openaiKey }));
  }
  if (geminiModel && geminiKey) providers.push(createGeminiProvider({ model: geminiModel, apiKey: geminiKey }));
  return providers;
}
