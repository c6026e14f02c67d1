import { z } from "zod";
import { readData } from "../../languages/data.ts";
import type { Logger } from "../../observability/logger.ts";
import { folded } from "../../text/fold.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { domainOf, type Entity } from "./home.ts";
import type { EntityState } from "./states.ts";
import { readTexts } from "./translations.ts";

/** Home Assistant answers within milliseconds once it has read a language's files, which takes it about a second. */
const LOAD_TIMEOUT_MS = 3_000;

/** What Home Assistant calls states and kinds of entities, in the languages that were read; each is read once. */
export function createStateWords({
  connection,
  logger,
}: {
  readonly connection: Pick<HomeConnection, "connected" | "command">;
  readonly logger: Logger;
}) {
  const languages = new Map<string, ReadonlyMap<string, string>>();
  const known = new Map<string, Map<string, Set<string>>>();

  let version = 0;

  async function read(language: string, signal: AbortSignal): Promise<void> {
    const texts = await readTexts(connection, { language, category: "entity_component" }, { signal, timeoutMs: LOAD_TIMEOUT_MS });
    languages.set(language, new Map(texts));
    known.clear();
    version += 1;
  }

  /** The texts of a kind, by what follows `component.<domain>.entity_component.<class>.`. */
  function textsOf(domain: string, deviceClass: string | undefined): Map<string, Set<string>> {
    const key = `${domain}.${deviceClass ?? "_"}`;
    const before = known.get(key);
    if (before) return before;
    const found = new Map<string, Set<string>>();
    for (const kind of new Set(["_", deviceClass ?? "_"])) {
      const start = `component.${domain}.entity_component.${kind}.`;
      for (const texts of languages.values()) {
        for (const [path, text] of texts) {
          if (!path.startsWith(start)) continue;
          const rest = path.slice(start.length);
          found.set(rest, (found.get(rest) ?? new Set()).add(folded(text)));
        }
      }
    }
    known.set(key, found);
    return found;
  }

  return {
    /** Changes with the words that are known. */
    get version(): number {
      return version;
    },
    /** Reads the languages that were not read yet. Resolves also when Home Assistant does not answer: then there are fewer words. */
    async load(wanted: readonly string[], signal: AbortSignal): Promise<void> {
      const missing = [...new Set(wanted)].filter((language) => language !== "" && !languages.has(language));
      if (missing.length === 0 || !connection.connected) return;
      const answers = await Promise.allSettled(missing.map((language) => read(language, signal)));
      signal.throwIfAborted();
      for (const answer of answers) if (answer.status === "rejected") logger.warn({ err: answer.reason }, "words for states were not read");
    },
    /** What a state is called in a language, as Home Assistant writes it; undefined where it has no word, or the language was not read. */
    called({ domain, deviceClass }: Pick<Entity, "domain" | "deviceClass">, state: string, language: string): string | undefined {
      const texts = languages.get(language);
      return [deviceClass ?? "_", "_"]
        .map((kind) => texts?.get(`component.${domain}.entity_component.${kind}.state.${state}`))
        .find(Boolean);
    },
    /** The states that entities of this kind are known to have, each with all that it is called, folded. */
    statesOf(entity: Pick<Entity, "domain" | "deviceClass">): ReadonlyMap<string, readonly string[]> {
      const { domain, deviceClass } = entity;
      const states = new Map<string, Set<string>>();
      const add = (state: string, word: string) => states.set(state, (states.get(state) ?? new Set()).add(word));
      for (const [path, words] of textsOf(domain, deviceClass)) {
        const [, state] = /^state\.([^.]+)$/.exec(path) ?? [];
        if (state !== undefined) for (const word of words) add(state, word);
      }
      const isBinary = domain === "binary_sensor";
      // the words of its class say what a sensor's "on" means
      if (isBinary && deviceClass !== undefined) for (const word of ["on", "off"]) states.set(word, new Set(wordsOfClass(entity, word)));
      for (const state of [...states.keys(), ...(isBinary ? ["on", "off"] : [])]) {
        add(state, folded(state.replaceAll("_", " ")));
        add(state, folded(stateWord(entity, state)));
      }
      return new Map([...states].map(([state, words]) => [state, [...words].filter((word) => word !== "")]));
    },
    /** What the entity's kind is called, folded: "window" and "fenster". */
    kindNames({ domain, deviceClass }: Pick<Entity, "domain" | "deviceClass">): readonly string[] {
      const names = textsOf(domain, deviceClass).get("name") ?? new Set<string>();
      return [...names, folded((deviceClass ?? domain).replaceAll("_", " "))];
    },
  };

  function wordsOfClass({ domain, deviceClass }: Pick<Entity, "domain" | "deviceClass">, state: string): readonly string[] {
    const path = `component.${domain}.entity_component.${deviceClass}.state.${state}`;
    return [...languages.values()].flatMap((texts) => folded(texts.get(path) ?? ""));
  }
}

export type StateWords = ReturnType<typeof createStateWords>;

const WORDS = new Map(Object.entries(readData("shared/states.yaml", z.record(z.string(), z.tuple([z.string(), z.string()])), "binary")));

/** What a state is called for this kind of thing, in English: "detected" for `on` of a motion sensor; of other things the state as it is. */
export function stateWord({ domain, deviceClass = "" }: { domain: string; deviceClass: string | undefined }, state: string): string {
  const [on, off] = (domain === "binary_sensor" && WORDS.get(deviceClass)) || [];
  return (state === "on" ? on : state === "off" ? off : undefined) ?? state;
}

export function isKnown(state: string | undefined): state is string {
  return state !== undefined && state !== "unavailable" && state !== "unknown";
}

/** Whether an entity does not tell its state. */
export function isAway({ state: { state } }: Pick<Entity, "state">): boolean {
  return !isKnown(state);
}

/** Domains whose state tells in which way they are on (a player plays, heating heats), each with the states in which it is off. */
const OFF_STATES: ReadonlyMap<string, readonly string[]> = new Map([
  ["media_player", ["off", "standby"]],
  ["climate", ["off"]],
  ["water_heater", ["off"]],
]);

/** The states that are "off" where every other one is "on"; undefined where "on" is a state of its own. */
export function offStates(domain: string): readonly string[] | undefined {
  return OFF_STATES.get(domain);
}

/** Whether the entity is on, and its state tells how. */
export function isOnByMode(entity: Pick<Entity, "domain" | "state">): boolean {
  return OFF_STATES.has(entity.domain) && entity.state.state !== "on" && isInState(entity.state, "on");
}

/** Whether an entity is in a state that was asked for: a player that plays is on. */
export function isInState({ entityId, state }: Pick<EntityState, "entityId" | "state">, asked: string): boolean {
  if (state === asked || state === "on" || state === "off" || (asked !== "on" && asked !== "off")) return state === asked;
  return OFF_STATES.get(domainOf(entityId))?.includes(state) === (asked === "off");
}
