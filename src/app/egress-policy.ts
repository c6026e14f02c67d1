import type { Config } from "../config/config.ts";
import type { LiveHome } from "../homeassistant/live-home.ts";
import { createHomeWords } from "../knowledge/home-words/home-words.ts";
import { createEgressPolicy, type EgressPolicy } from "../security/egress/egress.ts";
import type { HomeWord } from "../security/egress/home-words.ts";
import type { AssistantDatabase } from "../storage/database.ts";
import { createFactStore } from "../storage/facts/facts.ts";

interface SanitizerOptions {
  readonly config: Pick<
    Config,
    "people" | "policy" | "pins" | "sanitizerWords" | "addressLanguages" | "ollamaUrl" | "mqttUrl" | "influxdbUrl" | "searxngUrl"
  >;
  readonly homeAssistantUrl: string;
  readonly home: LiveHome;
  readonly database: AssistantDatabase;
}

/** The words of this home, and what finds them in everything that may leave it. */
export function createHomeEgressPolicy({ config, homeAssistantUrl, home, database }: SanitizerOptions): {
  readonly egressPolicy: EgressPolicy;
  readonly homeWords: () => readonly HomeWord[];
} {
  const { people, sanitizerWords: ownList, addressLanguages: languages } = config;
  const urls = [homeAssistantUrl, config.ollamaUrl, config.mqttUrl, config.influxdbUrl, config.searxngUrl];
  const networkNames = urls.flatMap((url) => (url === undefined ? [] : (URL.parse(url)?.hostname ?? [])));
  const facts = createFactStore({ database });
  const pins = config.policy.pinEffects.flatMap((effect) => config.pins.reveal(effect) ?? []);
  const homeWords = createHomeWords({ home, registries: home.registries, people, facts, ownList, pins, networkNames });
  return { egressPolicy: createEgressPolicy({ homeWords, languages }), homeWords };
}
