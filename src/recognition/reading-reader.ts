import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import type { Placed } from "../entity-search/entity-placing.ts";
import { homeTime } from "../homeassistant/home-time.ts";
import { type IntentReading, NO_MATCH } from "../homeassistant/recogniser/intents.ts";
import type { About, Reading } from "../homeassistant/recogniser/readings.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import { rankOfState, type StateMeaning, stateAsked } from "./meanings.ts";
import { firstReading, type Groups, readWith, type Spoken } from "./spoken.ts";

/** More of them are no answer to one question. */
const MOST_READ = 6;
/** What is asked of the past: "on Friday" is the last one. */
const PAST: ReadonlySet<About> = new Set(["measured", "highest", "lowest", "energy"]);

interface ReadingReaderDependencies {
  readonly index: Pick<EntityIndexSearch, "place">;
  readonly home: Pick<Home, "info" | "exposed">;
  /** ms since the epoch */
  readonly now: () => number;
}

/** Reads questions that forecasts, calendars, lists, statistics or the recorder answer: what is asked, of which days and which entities. */
export function createReadingReader({ index, home, now }: ReadingReaderDependencies) {
  function place(phrase: string, spoken: Spoken, rankOf: (entity: Entity) => number | undefined, needsThing = true): readonly Entity[] {
    const { text, number, plurals, except } = spoken.phrase(phrase);
    if (number === "everything" || except.length > 0) return [];
    const wanted = { isTold: () => true, forgivesSlips: true, words: spoken, rankOf, plurals, number, needsThing };
    const placed: Placed = index.place(text, wanted);
    return placed.outcome === "none" || placed.entities.length > MOST_READ ? [] : placed.entities;
  }

  /** Of entities alone; whose states do not tell the meaning, of the one that is called so. */
  function ofStates(about: About, what: string, meaning: StateMeaning, spoken: Spoken): IntentReading {
    const telling = place(what, spoken, (entity) => rankOfState(meaning, entity));
    const entities = telling.length > 0 ? telling : place(what, spoken, ({ domain }) => (UNTOLD.has(domain) ? 0 : undefined));
    const states = Object.fromEntries(entities.map((entity) => [entity.entityId, stateAsked(meaning, entity)]));
    return about === "last" || telling.length > 0 ? reading({ about, entityIds: idsOf(entities), states }) : NO_MATCH;
  }

  function of(about: About, { what = "", item, state = "" }: Groups, days: Reading["days"], spoken: Spoken): IntentReading {
    switch (about) {
      case "since":
      case "last": {
        const meaning = spoken.state(state);
        return meaning ? ofStates(about, what, meaning, spoken) : NO_MATCH;
      }
      case "left":
      case "came": {
        const people = place(what, spoken, ({ domain }) => (domain === "person" ? 0 : domain === "device_tracker" ? 1 : undefined));
        return reading({ about, entityIds: idsOf(people), states: Object.fromEntries(people.map(({ entityId }) => [entityId, "home"])) });
      }
      case "items":
      case "count":
      case "item":
        return reading({ about, item, entityIds: idsOf(lists(what, spoken)) });
      case "measured":
      case "highest":
      case "lowest":
        return reading({ about, days, entityIds: idsOf(measuring("temperature", what, spoken)) });
      case "energy":
        if (what === "") return { ok: true, intent: about, parts: [{ kind: "reading", reading: { about, days, entityIds: [] } }] };
        return reading({ about, days, entityIds: idsOf(measuring("energy", what, spoken)) });
      case "automations":
      case "scenes":
      case "scripts":
        return NO_MATCH;
      default:
        return { ok: true, intent: about, parts: [{ kind: "reading", reading: { about, days, item, entityIds: [] } }] };
    }
  }

  /** Nothing is said of a list where there is one only. */
  function lists(what: string, spoken: Spoken): readonly Entity[] {
    const isList = ({ domain }: Entity) => (domain === "todo" ? 0 : undefined);
    if (what !== "") return place(what, spoken, isList);
    const all = home.exposed().filter((entity) => isList(entity) !== undefined);
    return all.length === 1 ? all : [];
  }

  function measuring(kind: "temperature" | "energy", what: string, spoken: Spoken): readonly Entity[] {
    const called = new Map(spoken.called).set(kind, new Set([`sensor.${kind}`]));
    const rankOf = ({ domain, deviceClass, state }: Entity) =>
      domain === "sensor" && deviceClass === kind && state.attributes["state_class"] !== undefined ? 0 : undefined;
    if (what !== "") return place(what, { ...spoken, called }, rankOf, false);
    const all = home.exposed().filter((entity) => rankOf(entity) !== undefined);
    return all.length > MOST_READ ? [] : all;
  }

  function read(sentence: string, spoken: Spoken): IntentReading {
    const text = spoken.bare(sentence, { isQuestion: true });
    const marked = spoken.days?.marked(text) ?? text;
    return firstReading(
      spoken.readings.map(([about, templates]) => () => {
        const days = spoken.days?.read(text, { now: now(), time: homeTime(home.info.timeZone), isPast: PAST.has(about) });
        return readWith(templates, marked, (groups) => of(about, groups, groups["when"] === undefined ? undefined : days, spoken));
      }),
    );
  }

  return { read };
}

/** What is called so, and whose state says something else than what is asked: a lock is no door that opens. */
const UNTOLD: ReadonlySet<string> = new Set(["lock", "cover", "binary_sensor", "switch", "light"]);

function reading(asked: Reading): IntentReading {
  return asked.entityIds.length === 0 ? NO_MATCH : { ok: true, intent: asked.about, parts: [{ kind: "reading", reading: asked }] };
}

function idsOf(entities: readonly Entity[]): readonly string[] {
  return entities.map(({ entityId }) => entityId);
}
