import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import { homeTime } from "../homeassistant/home-time.ts";
import { type IntentReading, NO_MATCH } from "../homeassistant/recogniser/intents.ts";
import { rankOfState, type StateMeaning, stateAsked } from "../homeassistant/recogniser/meant-states.ts";
import type { About, Reading } from "../homeassistant/recogniser/readings.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import type { SaidDays } from "../languages/said-days.ts";
import { isRoutine } from "../security/policy/read-access.ts";
import { firstReading, type Groups, placeAsked, readWith, type Spoken } from "./spoken.ts";

/** More of them are no answer to one question. */
const MOST_READ = 6;
/** What is asked of the past: "on Friday" is the last one. */
const PAST: ReadonlySet<About> = new Set(["measured", "highest", "lowest", "energy"]);

/** What is told with its day: "when did Ben leave today?" */
const OF_NOW: ReadonlySet<About> = new Set(["since", "last", "left", "came", "cause", "event"]);

/** What is asked of entities that have the state which is said. */
const OF_STATES: ReadonlySet<About> = new Set(["since", "last", "left", "came", "cause"]);

/** A rank behind all others. */
const LAST = Number.MAX_SAFE_INTEGER;

type Rank = (entity: Entity) => number | undefined;

interface ReadingReaderDependencies {
  readonly index: Pick<EntityIndexSearch, "place">;
  readonly home: Pick<Home, "info">;
  /** ms since the epoch */
  readonly now: () => number;
}

/** Reads questions that forecasts, calendars, lists, statistics or the recorder answer: what is asked, of which days and which entities. */
export function createReadingReader({ index, home, now }: ReadingReaderDependencies) {
  /** All there are where none is said, if they are few. */
  function place(phrase: string, spoken: Spoken, rankOf: Rank, needsThing = false): readonly Entity[] {
    const placed = placeAsked(index, phrase, { rankOf, needsThing, ...(phrase === "" && { number: "all" }) }, spoken);
    return placed.outcome === "none" || placed.entities.length > MOST_READ ? [] : placed.entities;
  }

  /** What it is asked of; undefined where the tool knows it. */
  function askedOf(about: About, what: string, meaning: StateMeaning | undefined, spoken: Spoken): readonly Entity[] | undefined {
    if (OF_STATES.has(about)) {
      // what is called so, and whose state says something else, comes last: a lock is no door that opens
      const isCalledSo = ({ domain }: Entity) => about === "last" && UNTOLD.has(domain);
      return place(what, spoken, (entity) => meaning && (rankOfState(meaning, entity) ?? (isCalledSo(entity) ? LAST : undefined)));
    }
    const rankOf = RANKS[about];
    // "on tonight" names no list
    return rankOf && (about !== "energy" || what !== "") ? place(what, spoken, rankOf, rankOf === ofLists && what !== "") : undefined;
  }

  /** Which routines there are, or have to do with something. */
  function routines({ routines: said = "", what = "" }: Groups, spoken: Spoken): IntentReading {
    const all = { about: "routines", domain: spoken.routines(said), entityIds: [] } as const;
    if (what === "") return reads(all);
    const placed = placeAsked(index, what, { rankOf: ({ domain }) => (isRoutine(domain) ? undefined : 0), number: "all" }, spoken);
    if (placed.outcome !== "sure") return NO_MATCH;
    return reads({ ...all, item: spoken.unprefixed(what), entityIds: placed.entities.map(({ entityId }) => entityId) });
  }

  function of(said: About, groups: Groups, days: Reading["days"], spoken: Spoken): IntentReading {
    if (said === "routines") return routines(groups, spoken);
    const { what = "", item: named, state = "", became = "" } = groups;
    if (named !== undefined && !spoken.isItem(named)) return NO_MATCH;
    const isAhead = PAST.has(said) && days !== undefined && days.from > now();
    // what is measured then a forecast alone can tell
    if (isAhead && (said === "energy" || what !== "")) return NO_MATCH;
    const about = isAhead ? "warmth" : said;
    const item = about === "item" ? spoken.unprefixed(named ?? "") : named;
    const meaning = about === "left" || about === "came" ? "home" : (spoken.became(became) ?? spoken.state(state));
    const entities = askedOf(about, what, meaning, spoken);
    if (entities?.length === 0) return NO_MATCH;
    const states = Object.fromEntries(entities?.map((entity) => [entity.entityId, meaning && stateAsked(meaning, entity)]) ?? []);
    const entityIds = entities?.map(({ entityId }) => entityId) ?? [];
    return reads({ about, days, item, entityIds, states });
  }

  function daysIn(text: string, spoken: Spoken, isPast: boolean): SaidDays | undefined {
    return spoken.days?.read(text, { now: now(), time: homeTime(home.info.timeZone), isPast });
  }

  function read(sentence: string, spoken: Spoken, { isWeatherNow } = { isWeatherNow: false }): IntentReading {
    const text = spoken.bare(sentence, { isQuestion: true });
    const marked = spoken.days?.marked(text) ?? text;
    const readAs = (about: About) => (groups: Groups) => {
      const isDated = groups["when"] !== undefined;
      if (!isDated && marked !== text && !OF_NOW.has(about)) return NO_MATCH;
      return of(about, groups, isDated ? daysIn(text, spoken, PAST.has(about)) : undefined, spoken);
    };
    return firstReading(
      spoken.readings.flatMap(([about, templates]) =>
        (about === "now") === isWeatherNow ? [() => readWith(templates, marked, readAs(about))] : [],
      ),
    );
  }

  /** A question about the weather in whatever words; what it is like now, a sensor of the house may know better. */
  function weather(sentence: string, spoken: Spoken): IntentReading {
    const text = spoken.bare(sentence, { isQuestion: true });
    const days = daysIn(text, spoken, false);
    const rest = spoken.days?.without(text) ?? text;
    const about = spoken.weather(rest);
    // "it is too hot" is said of the room; "tell me when it rains" is no question
    const isOpen = about === undefined || (about === "warmth" && !days) || rest.search(spoken.conditions) >= 0;
    return isOpen ? NO_MATCH : of(about, {}, days, spoken);
  }

  return { read, weather };
}

function reads(reading: Reading): IntentReading {
  return { ok: true, intent: reading.about, parts: [{ kind: "reading", reading }] };
}

/** What may be called so, while its state says something else than what is asked. */
const UNTOLD: ReadonlySet<string> = new Set(["lock", "cover", "binary_sensor", "switch", "light"]);

const recorded =
  (kind: string): Rank =>
  ({ domain, deviceClass, state }) =>
    domain === "sensor" && deviceClass === kind && state.attributes["state_class"] !== undefined ? 0 : undefined;
const ofLists: Rank = ({ domain }) => (domain === "todo" ? 0 : undefined);
const ofWarmth = recorded("temperature");

/** What each is asked of. */
const RANKS: Readonly<Partial<Record<About, Rank>>> = {
  ...{ items: ofLists, count: ofLists, item: ofLists },
  ...{ measured: ofWarmth, highest: ofWarmth, lowest: ofWarmth, energy: recorded("energy") },
};
