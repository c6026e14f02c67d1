import { isRecord } from "../is-record.ts";
import type { Logger } from "../observability/logger.ts";
import type { Effect, EffectWords } from "../security/effect.ts";
import type { HomeConnection } from "./connection.ts";
import type { Home } from "./home.ts";
import { Refresher } from "./refresher.ts";

export interface EffectWordsOptions {
  readonly connection: Pick<HomeConnection, "command" | "onConnected" | "onDisconnected">;
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
/** A language is changed by hand. */
const DEBOUNCE_MS = 100;

/**
 * What dangerous things are called in the home's language, from Home Assistant's own translations: a switch named "Garagentor" is told
 * by them. Read in the background when the home is ready and when its language has changed, again until that succeeds; empty before the
 * first time, and until the next one those that were read last.
 */
export class HomeEffectWords implements Disposable {
  readonly #connection: EffectWordsOptions["connection"];
  readonly #home: EffectWordsOptions["home"];
  readonly #refresher: Refresher;
  readonly #held = new DisposableStack();
  #session = new AbortController();
  #words: EffectWords = new Map();
  #language: string | undefined;

  constructor({ connection, home, logger }: EffectWordsOptions) {
    this.#connection = connection;
    this.#home = home;
    this.#refresher = new Refresher({ what: "words", debounceMs: DEBOUNCE_MS, logger, read: (signal) => this.#read(signal) });
  }

  /** Reads at each login, for integrations come and go with updates. */
  start(): void {
    this.#held.use(this.#connection.onDisconnected(() => this.#session.abort()));
    this.#held.use(
      this.#connection.onConnected(() => {
        this.#session.abort();
        this.#session = new AbortController();
        void this.#keepFresh(this.#session.signal);
      }),
    );
  }

  /** Lower-case names with the effect that they stand for. */
  words(): EffectWords {
    if (this.#home.ready && this.#language !== undefined && this.#language !== this.#home.info.language) this.#refresher.request();
    return this.#words;
  }

  [Symbol.dispose](): void {
    this.#session.abort();
    this.#held.dispose();
  }

  async #keepFresh(signal: AbortSignal): Promise<void> {
    await this.#home.whenReady(signal).catch(() => {});
    await this.#refresher.keepFresh(signal, () => {});
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { language } = this.#home.info;
    const integration = [...Object.keys(DOMAIN_EFFECTS), "cover"];
    const answers = await Promise.all(
      CATEGORIES.map((category) =>
        this.#connection.command<{ readonly resources: unknown }>(
          { type: "frontend/get_translations", language, category, integration },
          { signal },
        ),
      ),
    );
    this.#words = new Map(answers.flatMap(({ resources }) => wordsIn(resources)));
    this.#language = language;
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
