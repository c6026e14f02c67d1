import { isRecord } from "../is-record.ts";
import type { Logger } from "../observability/logger.ts";
import type { Effect, EffectWords } from "../security/effects.ts";
import type { HomeConnection } from "./connection.ts";
import type { Home } from "./home.ts";

export interface EffectWordsOptions {
  readonly connection: Pick<HomeConnection, "command" | "onConnected">;
  readonly home: Pick<Home, "ready" | "whenReady" | "info">;
  readonly logger: Logger;
}

/** Home Assistant's names of kinds of entities: `component.<domain>.title`, `component.<domain>.entity_component.<class or _>.name`. */
const DOMAIN_EFFECTS: Readonly<Record<string, Effect>> = {
  lock: "unlock",
  alarm_control_panel: "disarm",
  siren: "siren",
  valve: "valve",
  water_heater: "heat",
  camera: "watch",
  vacuum: "vacuum",
  lawn_mower: "vacuum",
};
/** A cover as such may be a blind: only its classes that people come in by count. */
const ENTRY_CLASSES = ["garage", "gate", "door"];
const CATEGORIES = ["title", "entity_component"] as const;

/**
 * What dangerous things are called in the home's language, from Home Assistant's own translations: a switch named "Garagentor" is told
 * by them. Read in the background when the home is ready and when its language has changed; until then, and if that fails, empty.
 */
export class HomeEffectWords implements Disposable {
  readonly #connection: EffectWordsOptions["connection"];
  readonly #home: EffectWordsOptions["home"];
  readonly #logger: Logger;
  readonly #held = new DisposableStack();
  readonly #stop = new AbortController();
  #words: EffectWords = new Map();
  #language: string | undefined;

  constructor({ connection, home, logger }: EffectWordsOptions) {
    this.#connection = connection;
    this.#home = home;
    this.#logger = logger;
  }

  /** Reads at each login, for integrations come and go with updates. */
  start(): void {
    this.#held.use(
      this.#connection.onConnected(async () => {
        await this.#home.whenReady(this.#stop.signal).catch(() => {});
        if (!this.#stop.signal.aborted) await this.#read();
      }),
    );
  }

  /** Lower-case names with the effect that they stand for. */
  words(): EffectWords {
    if (this.#home.ready && this.#language !== undefined && this.#language !== this.#home.info.language) void this.#read();
    return this.#words;
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    this.#held.dispose();
  }

  async #read(): Promise<void> {
    const { language } = this.#home.info;
    this.#language = language;
    const integration = [...Object.keys(DOMAIN_EFFECTS), "cover"];
    try {
      const answers = await Promise.all(
        CATEGORIES.map((category) =>
          this.#connection.command<{ readonly resources: unknown }>(
            { type: "frontend/get_translations", language, category, integration },
            { signal: this.#stop.signal },
          ),
        ),
      );
      if (this.#language === language) this.#words = new Map(answers.flatMap(({ resources }) => wordsIn(resources)));
    } catch (error) {
      this.#logger.debug({ err: error, language }, "Home Assistant's words for things could not be read");
      if (this.#language === language) this.#words = new Map();
    }
  }
}

function wordsIn(resources: unknown): readonly (readonly [string, Effect])[] {
  if (!isRecord(resources)) return [];
  return Object.entries(resources).flatMap(([key, name]) => {
    const effect = effectOf(key);
    return effect && typeof name === "string" && name.trim() !== "" ? [[name.trim().toLowerCase(), effect] as const] : [];
  });
}

function effectOf(key: string): Effect | undefined {
  const [, domain = "", category, ...rest] = key.split(".");
  const path = [category, ...rest].join(".");
  if (domain === "cover") return ENTRY_CLASSES.some((name) => path === `entity_component.${name}.name`) ? "open-entry" : undefined;
  return path === "title" || path === "entity_component._.name" ? DOMAIN_EFFECTS[domain] : undefined;
}
