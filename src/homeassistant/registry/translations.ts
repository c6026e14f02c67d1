import type { Logger } from "../../observability/logger.ts";
import type { Effect, EffectWords } from "../../security/effects/effect.ts";
import { isRecord } from "../../text/is-record.ts";
import { orAborted } from "../../text/time-limit.ts";
import type { CommandOptions, HomeConnection } from "../connection/connection.ts";
import { createRefresher, eachSession } from "../connection/pacing.ts";
import type { Home } from "./home.ts";

export interface TranslationsOptions {
  readonly connection: Pick<HomeConnection, "command" | "onConnected" | "onDisconnected">;
  readonly home: Pick<Home, "ready" | "whenReady" | "info">;
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

/** Home Assistant's texts in the home's language, read at each login and when the language has changed; until then the last ones. */
export function createTranslations({ connection, home, serviceDomains, logger }: TranslationsOptions) {
  let known: Translations = { language: "", loaded: new Set(), texts: new Map() };
  const held = new DisposableStack();
  const tried = Promise.withResolvers<void>();
  let isTried = false;
  const read = async (signal: AbortSignal) => {
    try {
      known = await readAll(signal);
    } finally {
      isTried = true;
      tried.resolve();
    }
  };
  const refresher = createRefresher({ what: "words", logger, read });

  return {
    start(): void {
      const keepFresh = async (signal: AbortSignal) => {
        await home.whenReady(signal).catch(() => {});
        await refresher.keepFresh(signal);
      };
      held.use(eachSession(connection, keepFresh));
    },

    /** What is made of the texts: the same object until others were read. */
    derived<Made>(make: (translations: Translations) => Made): () => Made {
      let kept: { readonly from: Translations; readonly made: Made } | undefined;
      return () => {
        if (home.ready && known.language !== "" && known.language !== home.info.language) refresher.request();
        if (kept?.from !== known) kept = { from: known, made: make(known) };
        return kept.made;
      };
    },

    /** True once they were read, or could not be: they are read again then, and nobody waits for that. */
    get ready(): boolean {
      return isTried;
    },
    async whenReady(signal: AbortSignal): Promise<void> {
      if (!isTried) await orAborted(() => tried.promise, signal);
    },

    [Symbol.dispose]: () => held.dispose(),
  };

  async function readAll(signal: AbortSignal): Promise<Translations> {
    const { language } = home.info;
    const ask = (category: string, integration?: readonly string[]) =>
      readTexts(connection, { language, category, ...(integration && { integration }) }, { signal });
    // only entity domains have this category: it tells whose titles and actions to ask for
    const components = await ask("entity_component");
    const loaded = new Set(components.map(([key]) => domainOf(key)));
    const missing = EFFECT_DOMAINS.filter((domain) => !loaded.has(domain));
    const others = await Promise.all([
      ...(missing.length > 0 ? [ask("entity_component", missing)] : []),
      ask("title", [...loaded, ...missing]),
      ask("services", [...new Set([...loaded, ...serviceDomains()])]),
    ]);
    return { language, loaded, texts: new Map([components, ...others].flat()) };
  }
}

/** The domain that a text is about. */
function domainOf(key: string): string {
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

/** Home Assistant's own words for kinds of things, of the domains that the home has loaded. */
export function domainWordsIn({ language, loaded, texts }: Translations): DomainWords {
  const domains = new Map<string, { names: string[]; classes: Record<string, string>; deeds: string[] }>();
  for (const [key, text] of texts) {
    const domain = domainOf(key);
    if (!loaded.has(domain)) continue;
    const found = domains.get(domain) ?? { names: [], classes: {}, deeds: [] };
    domains.set(domain, found);
    const [category, kind = "", ...rest] = key.split(".").slice(2);
    const path = rest.join(".");
    if (category === "title") found.names.push(text);
    else if (category === "services") {
      if (path === "name") found.deeds.push(text);
    } else if (category !== "entity_component") continue;
    else if (path === "name" && kind === "_") found.names.push(text);
    else if (path === "name") found.classes[kind] = text;
    else if (/^(?:state\.[^.]+|state_attributes\.[^.]+\.(?:name|state\.[^.]+))$/.test(path)) found.deeds.push(text);
  }
  return { language, domains };
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

/** A home without locks may have a switch that is named as one: these domains' names are asked for in every home. */
const EFFECT_DOMAINS: readonly string[] = [...Object.keys(DOMAIN_EFFECTS), "cover"];

/** What dangerous things are called in the home's language, in lower case, with their effect: a switch may be named "Garagentor". */
export function effectWordsIn({ texts }: Pick<Translations, "texts">): EffectWords {
  return new Map(
    [...texts].flatMap(([key, name]) => {
      const effect = effectOf(key);
      return effect ? [[name.toLowerCase(), effect] as const] : [];
    }),
  );
}

function effectOf(key: string): Effect | undefined {
  const domain = domainOf(key);
  const path = key.split(".").slice(2).join(".");
  if (domain === "cover") return ENTRY_CLASSES.some((name) => path === `entity_component.${name}.name`) ? "open-entry" : undefined;
  return path === "title" || path === "entity_component._.name" ? DOMAIN_EFFECTS[domain] : undefined;
}
