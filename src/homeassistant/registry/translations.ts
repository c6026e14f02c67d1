import type { Logger } from "../../observability/logger.ts";
import { isRecord } from "../../text/is-record.ts";
import type { CommandOptions, HomeConnection } from "../connection/connection.ts";
import { Refresher } from "../connection/refresher.ts";
import type { Home } from "./home.ts";

export interface TranslationsOptions {
  readonly connection: Pick<HomeConnection, "command" | "onConnected" | "onDisconnected">;
  readonly home: Pick<Home, "ready" | "whenReady" | "info">;
  /** Domains whose names are wanted even if the home has loaded none of them. */
  readonly always: readonly string[];
  /** Domains of all services, those of integrations without entities too. */
  readonly serviceDomains: () => Iterable<string>;
  readonly logger: Logger;
}

/** Home Assistant's own texts about kinds of entities. */
export interface Translations {
  /** BCP 47; empty before they were read for the first time. */
  readonly language: string;
  /** Domains of entities that the home has loaded. */
  readonly loaded: ReadonlySet<string>;
  /** By key, `component.<domain>.<title | entity_component | services>…`: the actions' texts of loaded domains and of services. Never blank. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A language is changed by hand. */
const DEBOUNCE_MS = 100;

/**
 * Home Assistant's texts in the home's language, read at each login and when the language has changed. Until then the last ones
 * are told.
 */
export class HomeTranslations implements Disposable {
  readonly #connection: TranslationsOptions["connection"];
  readonly #home: TranslationsOptions["home"];
  readonly #always: readonly string[];
  readonly #serviceDomains: TranslationsOptions["serviceDomains"];
  readonly #refresher: Refresher;
  readonly #held = new DisposableStack();
  #session = new AbortController();
  #read: Translations = { language: "", loaded: new Set(), texts: new Map() };

  constructor({ connection, home, always, serviceDomains, logger }: TranslationsOptions) {
    this.#connection = connection;
    this.#home = home;
    this.#always = always;
    this.#serviceDomains = serviceDomains;
    const read = async (signal: AbortSignal) => {
      this.#read = await this.#readAll(signal);
    };
    this.#refresher = new Refresher({ what: "words", debounceMs: DEBOUNCE_MS, logger, read });
  }

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

  /** What is made of the texts: the same object until others were read. */
  derived<Made>(make: (translations: Translations) => Made): () => Made {
    let kept: { readonly from: Translations; readonly made: Made } | undefined;
    return () => {
      const from = this.#now();
      if (kept?.from !== from) kept = { from, made: make(from) };
      return kept.made;
    };
  }

  [Symbol.dispose](): void {
    this.#session.abort();
    this.#held.dispose();
  }

  #now(): Translations {
    const { language } = this.#read;
    if (this.#home.ready && language !== "" && language !== this.#home.info.language) this.#refresher.request();
    return this.#read;
  }

  async #keepFresh(signal: AbortSignal): Promise<void> {
    await this.#home.whenReady(signal).catch(() => {});
    await this.#refresher.keepFresh(signal, () => {});
  }

  async #readAll(signal: AbortSignal): Promise<Translations> {
    const { language } = this.#home.info;
    const read = (category: string, integration?: readonly string[]) =>
      readTexts(this.#connection, { language, category, ...(integration && { integration }) }, { signal });
    // only entity domains have this category: it tells whose titles and actions to ask for
    const components = await read("entity_component");
    const loaded = new Set(components.map(([key]) => domainOf(key)));
    const missing = this.#always.filter((domain) => !loaded.has(domain));
    const others = await Promise.all([
      ...(missing.length > 0 ? [read("entity_component", missing)] : []),
      read("title", [...loaded, ...missing]),
      read("services", [...new Set([...loaded, ...this.#serviceDomains()])]),
    ]);
    return { language, loaded, texts: new Map([components, ...others].flat()) };
  }
}

/** The domain that a text is about. */
export function domainOf(key: string): string {
  return key.split(".")[1] ?? "";
}

/** Home Assistant's texts of a category by key, without blank ones; of all integrations if none are named. */
export async function readTexts(
  connection: Pick<HomeConnection, "command">,
  wanted: { readonly language: string; readonly category: string; readonly integration?: readonly string[] },
  options: CommandOptions,
): Promise<readonly (readonly [string, string])[]> {
  const answer = await connection.command<unknown>({ type: "frontend/get_translations", ...wanted }, options);
  const resources = isRecord(answer) ? answer["resources"] : undefined;
  return Object.entries(isRecord(resources) ? resources : {}).flatMap(([key, value]) => {
    const text = typeof value === "string" ? value.trim() : "";
    return text === "" ? [] : [[key, text] as const];
  });
}
