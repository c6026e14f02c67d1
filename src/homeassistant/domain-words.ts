import { isRecord } from "../is-record.ts";
import type { Logger } from "../observability/logger.ts";
import type { HomeConnection } from "./connection.ts";
import type { Home } from "./home.ts";

/** What Home Assistant calls a domain in the home's language. */
export interface DomainTexts {
  /** The kind itself: "Light". */
  readonly names: readonly string[];
  /** Its device classes: `garage` → "Garage". */
  readonly classes: Readonly<Record<string, string>>;
  /** What it can be, have or do: names of its states, attributes and actions ("Cleaning", "Volume", "Mute media player"). */
  readonly deeds: readonly string[];
}

/** Texts by domain. `language` is the home's, BCP 47. */
export interface DomainWords {
  readonly language: string;
  readonly domains: ReadonlyMap<string, DomainTexts>;
}

export interface DomainWordsOptions {
  readonly connection: Pick<HomeConnection, "command" | "onConnected">;
  readonly home: Pick<Home, "ready" | "whenReady" | "info">;
  readonly logger: Logger;
}

type Resources = Readonly<Record<string, unknown>>;

/**
 * Home Assistant's own words for kinds of things, in the home's language, over `frontend/get_translations`. Read in the background at
 * each login and when the home's language has changed; until then, and if that fails, there are none.
 */
export class HomeDomainWords implements Disposable {
  readonly #connection: DomainWordsOptions["connection"];
  readonly #home: DomainWordsOptions["home"];
  readonly #logger: Logger;
  readonly #held = new DisposableStack();
  readonly #stop = new AbortController();
  #words: DomainWords = { language: "", domains: new Map() };
  #language: string | undefined;

  constructor({ connection, home, logger }: DomainWordsOptions) {
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

  /** The same object until other words were read. */
  words(): DomainWords {
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
    let words: DomainWords = { language, domains: new Map() };
    try {
      // only entity domains have this category: it tells whose titles and actions to ask for
      const components = await this.#resources(language, "entity_component");
      const integration = [...new Set(Object.keys(components).map(domainOf))];
      const others = await Promise.all(["title", "services"].map((category) => this.#resources(language, category, integration)));
      words = domainWordsIn(language, Object.assign({}, components, ...others));
    } catch (error) {
      this.#logger.debug({ err: error, language }, "Home Assistant's words for kinds of things could not be read");
    }
    if (this.#language === language) this.#words = words;
  }

  async #resources(language: string, category: string, integration?: readonly string[]): Promise<Resources> {
    const answer = await this.#connection.command<{ readonly resources: unknown }>(
      { type: "frontend/get_translations", language, category, ...(integration && { integration }) },
      { signal: this.#stop.signal },
    );
    return isRecord(answer.resources) ? answer.resources : {};
  }
}

/** Sorts `component.<domain>.…` texts of the categories title, entity_component and services; whatever else there is does not count. */
export function domainWordsIn(language: string, resources: Resources): DomainWords {
  const domains = new Map<string, { names: string[]; classes: Record<string, string>; deeds: string[] }>();
  for (const [key, value] of Object.entries(resources)) {
    if (typeof value !== "string" || value.trim() === "") continue;
    const text = value.trim();
    const domain = domainOf(key);
    const texts = domains.get(domain) ?? { names: [], classes: {}, deeds: [] };
    domains.set(domain, texts);
    const [category, kind = "", ...rest] = key.split(".").slice(2);
    const path = rest.join(".");
    if (category === "title") texts.names.push(text);
    else if (category === "services") {
      if (path === "name") texts.deeds.push(text);
    } else if (category !== "entity_component") continue;
    else if (path === "name" && kind === "_") texts.names.push(text);
    else if (path === "name") texts.classes[kind] = text;
    else if (/^(?:state\.[^.]+|state_attributes\.[^.]+\.(?:name|state\.[^.]+))$/.test(path)) texts.deeds.push(text);
  }
  return { language, domains };
}

function domainOf(key: string): string {
  return key.split(".")[1] ?? "";
}
