import type { z } from "zod";
import { baseUrl } from "../text/base-url.ts";
import { secret, text, url, yesNo } from "./option-values.ts";

const modelName = () => text("the name of a model: 1 to 200 characters", 1, 200);

/** Which models outside the house may be asked, when, and what they may be sent. */
export const cloudOptions = {
  cloud_enabled: yesNo().default(false),
  cloud_fallback: yesNo().default(false),
  cloud_first: yesNo().default(false),
  // true sends, false keeps it at home
  cloud_llm_send_profile: yesNo().default(false),
  cloud_llm_send_ha_state: yesNo().default(false),
  openai_api_key: secret().optional(),
  openai_base_url: url().optional(),
  openai_model: modelName().optional(),
  gemini_api_key: secret().optional(),
  gemini_model: modelName().optional(),
};

type CloudOptions = Readonly<z.output<z.ZodObject<typeof cloudOptions>>>;

export function toCloudOptions(options: CloudOptions) {
  return {
    cloudEnabled: options.cloud_enabled,
    cloudFallback: options.cloud_fallback,
    cloudFirst: options.cloud_first,
    cloudPolicy: { sendProfile: options.cloud_llm_send_profile, sendHomeState: options.cloud_llm_send_ha_state },
    openaiBaseUrl: options.openai_base_url && baseUrl(options.openai_base_url),
    openaiModel: options.openai_model,
    geminiModel: options.gemini_model,
  };
}

/** What is wrong between these options. */
export function cloudContradictions(given: Readonly<Record<string, unknown>>): string[] {
  const has = (name: string) => given[name] !== undefined;
  const on = given["cloud_enabled"] === true;
  const problems = ["cloud_fallback", "cloud_first"].flatMap((name) =>
    given[name] === true && !on ? [`${name}: it is switched on, but cloud_enabled is not`] : [],
  );
  if (!on) return problems;
  const needs = (wanted: string, because: string) => {
    if (!has(wanted)) problems.push(`${wanted}: nothing was given; it is needed because the cloud is switched on and ${because} is given`);
  };
  const openai = has("openai_api_key") || has("openai_base_url");
  if (openai) needs("openai_model", "openai_api_key or openai_base_url");
  if (has("gemini_api_key")) needs("gemini_model", "gemini_api_key");
  if (!openai && !has("gemini_api_key")) {
    problems.push("cloud_enabled: it is switched on, but none of openai_api_key, openai_base_url and gemini_api_key is given");
  }
  return problems;
}
