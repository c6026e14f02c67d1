import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import { looksLikeQuestion } from "../../languages/asking.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Logger } from "../../observability/logger.ts";
import type { Role } from "../../security/policy/policy-input.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import { isNameLike, type Origin, originOfState } from "../../security/provenance/provenance.ts";
import type { Later } from "../../text/later.ts";
import type { Slot } from "../prompt-budget.ts";
import type { Screen } from "../screen.ts";
import type { TurnInput } from "../state.ts";
import { entityLine, inLine } from "./prompts.ts";

/** Entities put into the prompt because the question may be about them: the index finds twenty on average where a whole kind or floor is meant. */
export const ENTITY_LIMIT = 40;
/** Something always is nearest: more of it only costs tokens. */
const ALIKE_LIMIT = 5;
/** Entities looked at for each of these: some may not be for the person's eyes. */
const LOOKED_AT = 5;

interface EntityProviderDependencies {
  readonly home: Pick<Home, "ready">;
  /** The best first. `sessionId` for searches that know what was spoken of last. */
  readonly find: (text: string, options: { readonly limit: number; readonly sessionId: string }) => readonly Entity[];
  /** What is meant where no word fits: by meaning. The best first. */
  readonly findAlike?:
    | ((text: string, options: { readonly limit: number; readonly signal: AbortSignal }) => Promise<readonly Entity[]>)
    | undefined;
}

/** Things that the question seems to be about, with their states. Names and states of routines are not for everybody, as for the reading tools. */
export function createEntityProvider({ home, find, findAlike }: EntityProviderDependencies): ContextProvider {
  return {
    slot: "entities",
    heading: "Perhaps meant:",
    async collect({ text, role, sessionId }, signal) {
      if (!home.ready) return [];
      const found = find(text, { limit: ENTITY_LIMIT * LOOKED_AT, sessionId });
      const meant = found.length === 0 && findAlike ? await findAlike(text, { limit: ALIKE_LIMIT, signal }) : found;
      return meant
        .filter(({ domain }) => mayRead(domain, role))
        .slice(0, ENTITY_LIMIT)
        .map((entity) => {
          const { state } = entity.state;
          const told = isNameLike(entity.name) ? state : `${entity.name}: ${state}`;
          return { text: entityLine(entity), source: entity.name, origin: told === state ? originOfState(state) : "outside", said: told };
        });
    },
  };
}

/** A passage of what is known about the home or stands in its documents. */
export interface KnownPassage {
  readonly text: string;
  /** What kind of text it is: `document`, `automation`, … */
  readonly source: string;
  /** Where it stands: `boiler.pdf, page 12`. */
  readonly place?: string;
  readonly origin: Origin;
}

/** Gives only what that person may read. The best first. */
export type Retrieve = (
  query: string,
  options: { readonly limit: number; readonly signal: AbortSignal; readonly personId: string; readonly role: Role },
) => Promise<readonly KnownPassage[]>;

/** More are looked up with a tool. */
const PASSAGE_LIMIT = 3;
const LONGEST_PLACE = 120;
const LONGEST_FACT = 300;

/** Knowledge for questions. For what looks like a command nothing is looked up: it costs time and tokens, and the model has a tool for it. */
export function createKnowledgeProvider({ retrieve }: { readonly retrieve: Retrieve }): ContextProvider {
  return {
    slot: "knowledge",
    heading: "Known (say where it stands if you answer from it):",
    async collect({ text, personId, role }, signal) {
      if (!looksLikeQuestion(text)) return [];
      const passages = await retrieve(text, { limit: PASSAGE_LIMIT, signal, personId, role });
      return passages.map(({ text: said, source, place, origin }) => {
        const where = inLine(place ?? source, LONGEST_PLACE);
        return { text: `- ${where}: ${said.trim()}`, source: where, origin, said };
      });
    },
  };
}

const FACT_LIMIT = 12;

interface ProfileProviderDependencies {
  readonly memory: Pick<Memory, "recall">;
  readonly now: () => number;
}

/** What is known about who writes and about the house, as far as the message calls for it; where others read along only what is public. */
export function createProfileProvider({ memory, now }: ProfileProviderDependencies): ContextProvider {
  return {
    slot: "profile",
    heading: "Remembered of the person who writes, or of the house:",
    async collect({ text, personId, role, isPrivate }, signal) {
      const recalled = await memory.recall(text, { personId, role, isPrivate }, { limit: FACT_LIMIT, now: now(), signal });
      return recalled.map(({ fact: { id, scope, key, value, sensitivity, source, origin } }) => {
        const about = scope.kind === "person" ? "" : scope.kind === "house" ? "the house, " : `room ${scope.areaId}, `;
        const line = `- ${about}${inLine(key.replaceAll("_", " "), LONGEST_PLACE)}: ${inLine(value, LONGEST_FACT)} (${source}, ${sensitivity})`;
        // by its number: what is kept of a prompt tells nothing of what may be forgotten
        return { text: line, source: `m${id}`, origin, said: value };
      });
    },
  };
}

/** One fact for the prompt: taken whole or left out. */
export interface ContextItem {
  readonly text: string;
  readonly source: string;
  readonly origin: Origin;
  /** The part of the text that others may have written; the whole text when left out. */
  readonly said?: string;
}

/** Something that knows what a turn may be about. */
export interface ContextProvider {
  readonly slot: Extract<Slot, "profile" | "entities" | "knowledge">;
  readonly heading: string;
  /** The best first. What it rejects with is logged; the turn goes on without. */
  collect(turn: TurnInput, signal: AbortSignal): readonly ContextItem[] | Promise<readonly ContextItem[]>;
}

export interface Collected {
  readonly slot: ContextProvider["slot"];
  readonly heading: string;
  readonly items: readonly ContextItem[];
  readonly outcome: "in_time" | "late" | "failed";
}

/** A person waits: what is not known by then is asked with a tool (the product's bound). */
const DEADLINE_MS = 300;

interface CollectDependencies {
  readonly providers: readonly ContextProvider[];
  readonly screen: Pick<Screen, "text">;
  readonly later: Later;
  readonly logger: Logger;
}

export type ContextCollector = ReturnType<typeof createContextCollector>;

/** Asks all providers side by side; each has until the deadline, and is told to stop then. Rejects only with the signal's reason. */
export function createContextCollector({ providers, screen, later, logger }: CollectDependencies) {
  // what was said stays whole: policy looks for what an action may rest on in all of it
  const screened = (slot: ContextProvider["slot"], item: ContextItem): ContextItem => {
    const { text, source, origin, said = text } = item;
    const kind = slot === "knowledge" && origin === "document" ? "document" : "attribute";
    const read = (some: string) => screen.text(some, { origin, kind, place: slot, source });
    const written = said.trim();
    // the name that we put before it stays, whatever is cut
    const at = written === "" ? -1 : text.lastIndexOf(written);
    const shown = at < 0 ? read(text) : text.slice(0, at) + read(written) + text.slice(at + written.length);
    return { ...item, said, text: shown };
  };
  const ask = async (provider: ContextProvider, turn: TurnInput, stopped: AbortSignal): Promise<Collected> => {
    const { slot, heading } = provider;
    const deadline = new AbortController();
    const signal = AbortSignal.any([stopped, deadline.signal]);
    const late = Promise.withResolvers<"late">();
    signal.addEventListener("abort", () => late.resolve("late"), { once: true });
    using _timer = later(DEADLINE_MS, () => deadline.abort());
    const asked = (async () => provider.collect(turn, signal))().catch((error: unknown) => {
      if (!signal.aborted) logger.warn({ err: error, slot }, "a provider of context failed");
      return "failed" as const;
    });
    const result = await Promise.race([asked, late.promise]);
    stopped.throwIfAborted();
    if (typeof result === "string") return { slot, heading, items: [], outcome: result };
    return { slot, heading, items: result.map((item) => screened(slot, item)), outcome: "in_time" };
  };
  return (turn: TurnInput, signal: AbortSignal): Promise<readonly Collected[]> =>
    Promise.all(providers.map((provider) => ask(provider, turn, signal)));
}
