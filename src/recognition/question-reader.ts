import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import type { Placed } from "../entity-search/entity-placing.ts";
import { type IntentReading, NO_MATCH } from "../homeassistant/recogniser/intents.ts";
import type { StateQuestion } from "../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import { isRoutine } from "../security/policy/read-access.ts";
import { isOfEverything, type Measured, rankOfState, STATES, type StateMeaning } from "./meanings.ts";
import { firstReading, readWith } from "./readings.ts";
import type { Groups, Spoken } from "./spoken.ts";

/** A person who asked about one thing wants no page of others. */
const MOST_ANSWERED = 6;
const MOST_LISTED = 40;
/** A battery that has no more percent than this is low (the product's bound). */
const LOW_BATTERY = 20;
/** What is never an answer to "what is": it has no value, or says nothing without more words than a state has. */
const WORDLESS: ReadonlySet<string> = new Set(
  "button input_button event image update media_player weather todo calendar conversation tts stt".split(" "),
);

interface Asked {
  readonly phrase: string;
  readonly rankOf: (entity: Entity) => number | undefined;
  readonly needsThing: boolean;
  readonly spoken: Spoken;
}

/** Reads a question about states with the templates of its language. What is not told by states alone is none of its business. */
export function createQuestionReader({
  index,
  home,
}: {
  readonly index: Pick<EntityIndexSearch, "place">;
  readonly home: Pick<Home, "exposed">;
}) {
  function place({ phrase, rankOf, needsThing, spoken }: Asked): Placed {
    const { text, number, plurals, except } = spoken.phrase(phrase);
    // nobody asks about all of a place at once
    if (number === "everything" || except.length > 0) return { outcome: "none" };
    return index.place(text, { ...wordsOf(spoken), rankOf, plurals, number, needsThing });
  }

  function isSo(meaning: StateMeaning, phrase: string, spoken: Spoken): IntentReading {
    const placed = place({ phrase, rankOf: (entity) => rankOfState(meaning, entity), needsThing: true, spoken });
    if (placed.outcome === "none") return NO_MATCH;
    // which of them was asked nobody knows: each tells of itself
    if (placed.outcome === "several") return asked([values(placed.entities)]);
    const entities = placed.isPlural ? allOf(meaning, phrase, spoken) : placed.entities;
    if (entities.length > MOST_LISTED) return NO_MATCH;
    return asked(byState(meaning, entities).map(({ state, of }) => ({ ...values(of), state })));
  }

  /** Things of every kind that are called so: windows are covers and sensors. */
  function allOf(meaning: StateMeaning, phrase: string, spoken: Spoken): readonly Entity[] {
    const { text, plurals, except } = spoken.phrase(phrase);
    const found = new Set<Entity>();
    for (let rank = 0; rank < STATES[meaning].length && except.length === 0; rank += 1) {
      const rankOf = (entity: Entity) => (rankOfState(meaning, entity) === rank ? 0 : undefined);
      const placed = index.place(text, { ...wordsOf(spoken), rankOf, plurals, number: "all", needsThing: true });
      if (placed.outcome === "sure") for (const entity of placed.entities) found.add(entity);
    }
    return [...found];
  }

  function whichAre(meaning: StateMeaning, phrase: string, spoken: Spoken): IntentReading {
    const entities = allOf(meaning, phrase, spoken);
    if (entities.length === 0) return NO_MATCH;
    if (meaning === "low") return low(entities);
    const groups = byState(meaning, entities).filter(({ state }) => state !== undefined);
    const matching = groups.filter(({ state, of }) => of.some((entity) => entity.state.state === state));
    const told = matching.length > 0 ? matching : groups.slice(0, 1);
    // what is neither so nor the opposite ("jammed"), or cannot be reached, is no "none of them"
    const odd = entities.filter(isOdd);
    return asked([
      ...told
        .map(({ state, of }) => ({ ...values(of.filter((entity) => !isOdd(entity))), state, named: false }))
        .filter(({ entityIds }) => entityIds.length > 0),
      ...(odd.length > 0 ? [values(odd)] : []),
    ]);
  }

  function measured(what: Measured, phrase: string, spoken: Spoken): IntentReading {
    const { rankOf, attribute } = MEASURED[what];
    const called = new Map(spoken.called).set(what, new Set([`sensor.${what}`]));
    const placed = place({ phrase, rankOf, needsThing: false, spoken: { ...spoken, called } });
    if (placed.outcome === "none" || placed.entities.length > MOST_ANSWERED) return NO_MATCH;
    const groups = Map.groupBy(placed.entities, ({ domain }) => attribute[domain]);
    return asked([...groups].map(([name, entities]) => ({ ...values(entities), attribute: name })));
  }

  function readValue(phrase: string, spoken: Spoken): IntentReading {
    // a thing is meant before what measures something of it
    const rankOf = ({ domain }: Entity) => (isRoutine(domain) || WORDLESS.has(domain) ? undefined : domain.endsWith("sensor") ? 1 : 0);
    const placed = place({ phrase, rankOf, needsThing: true, spoken });
    if (placed.outcome === "none" || placed.entities.length > MOST_ANSWERED) return NO_MATCH;
    const kinds = new Set(placed.entities.map(({ domain, deviceClass }) => `${domain} ${deviceClass}`));
    return kinds.size === 1 ? asked([values(placed.entities)]) : NO_MATCH;
  }

  /** Of all there is of the home that `counts` and can be so. */
  function ofAll(asks: "all" | "any", meaning: StateMeaning, counts: (entity: Entity) => boolean): IntentReading {
    return whether(
      asks,
      meaning,
      home.exposed().filter((entity) => rankOfState(meaning, entity) !== undefined && counts(entity)),
    );
  }

  /** Of all that a phrase in the plural stands for. */
  function ofPhrase(meaning: StateMeaning, phrase: string, spoken: Spoken): IntentReading {
    const { number, plurals } = spoken.phrase(phrase);
    const isAll = number === "all" || number === "both";
    if (!isAll && !((plurals.size > 0 || spoken.isPlural) && RESTING.has(meaning))) return NO_MATCH;
    const entities = allOf(meaning, phrase, spoken);
    return isAll || entities.length > 1 ? whether("all", meaning, entities) : NO_MATCH;
  }

  /** Reads by templates with a state. */
  function readingStates(text: string, spoken: Spoken) {
    return (regexes: readonly RegExp[], read: (meaning: StateMeaning, phrase: string) => IntentReading) => () =>
      readWith(regexes, text, ({ state = "", what, where }) => {
        const meaning = spoken.state(state);
        return meaning ? read(meaning, [what, where].filter(Boolean).join(" ")) : NO_MATCH;
      });
  }

  /** Whether all or any are so: never told by those alone that are. */
  function universal(sentence: string, spoken: Spoken): IntentReading {
    const withState = readingStates(spoken.bare(sentence, { isQuestion: true }), spoken);
    return firstReading([
      withState(spoken.everybodyIs, (meaning) => ofAll("all", meaning, ({ domain }) => domain === "person")),
      withState(spoken.everythingIs, (meaning) => ofAll("all", meaning, isOfEverything)),
      withState(spoken.anythingIs, (meaning) => ofAll("any", meaning, isOfEverything)),
      withState(spoken.anyIs, (meaning, phrase) => whether("any", meaning, allOf(meaning, phrase, spoken))),
      withState(spoken.yesOrNo, (meaning, phrase) => ofPhrase(meaning, phrase, spoken)),
    ]);
  }

  function read(sentence: string, spoken: Spoken): IntentReading {
    const text = spoken.bare(sentence, { isQuestion: true });
    const withState = readingStates(text, spoken);
    const about = (regexes: readonly RegExp[], read: (what: string) => IntentReading) => () =>
      readWith(regexes, text, ({ what = "" }) => read(what));
    const person = ({ domain }: Entity) => (domain === "person" ? 0 : domain === "device_tracker" ? 1 : undefined);
    return firstReading([
      withState(spoken.who, (meaning) => whoIs(meaning, spoken)),
      withState(spoken.which, (meaning, phrase) => whichAre(meaning, phrase, spoken)),
      withState(spoken.yesOrNo, (meaning, phrase) => isSo(meaning, phrase, spoken)),
      ...spoken.measured.map(([kind, regexes]) => about(regexes, (what) => measured(kind, what, spoken))),
      about(spoken.where, (what) => located(place({ phrase: what, rankOf: person, needsThing: true, spoken }))),
      about(spoken.value, (what) => readValue(what, spoken)),
    ]);
  }

  return { read, universal };

  function whoIs(meaning: StateMeaning, spoken: Spoken): IntentReading {
    const state = STATES[meaning].find(({ domains }) => domains.includes("person"))?.state;
    if (state === undefined) return NO_MATCH;
    const isPerson = ({ domain }: Entity) => (domain === "person" ? 0 : undefined);
    const placed = index.place("", { ...wordsOf(spoken), rankOf: isPerson, plurals: new Set(), number: "all", needsThing: false });
    return placed.outcome === "sure" ? asked([{ ...values(placed.entities), state, named: false }]) : NO_MATCH;
  }
}

/** States that one asks about to hear that nothing is otherwise; of the others one wants to hear which are so. */
const RESTING: ReadonlySet<StateMeaning> = new Set(["closed", "locked", "off", "home", "docked", "dry"]);

function whether(asks: "all" | "any", meaning: StateMeaning, entities: readonly Entity[]): IntentReading {
  const told = entities.filter((entity) => stateIn(meaning, entity) !== undefined);
  if (told.length === 0) return NO_MATCH;
  const states = Object.fromEntries(told.map((entity) => [entity.entityId, stateIn(meaning, entity) ?? ""]));
  return asked([{ ...values(told), named: false, whether: asks, states }]);
}

/** The language's words for a phrase. The answer names what it tells of, so a part of a name is enough. */
function wordsOf({ fillers, prepositions, doubtful, called }: Spoken) {
  return { fillers, prepositions, doubtful, called, isTold: () => true, forgivesSlips: true };
}

/** States of doors and locks that are neither one thing nor the other, and those of what cannot tell. */
const ODD: ReadonlySet<string> = new Set(["unavailable", "unknown", "jammed", "opening", "closing", "locking", "unlocking"]);

function isOdd({ domain, state }: Entity): boolean {
  return ODD.has(state.state) || (domain === "lock" && state.state === "open");
}

/** What measures it: things whose state it is, then things with an attribute of it. */
const MEASURED: Readonly<Record<Measured, { readonly rankOf: (entity: Entity) => number | undefined; readonly attribute: Groups }>> = {
  temperature: { rankOf: measuring("temperature", "climate"), attribute: { climate: "current_temperature" } },
  humidity: { rankOf: measuring("humidity", "humidifier"), attribute: { humidifier: "current_humidity" } },
  battery: { rankOf: measuring("battery"), attribute: {} },
  brightness: { rankOf: measuring("illuminance", "light"), attribute: { light: "brightness" } },
  volume: { rankOf: measuring("sound_pressure", "media_player"), attribute: { media_player: "volume_level" } },
};

function measuring(deviceClass: string, domain?: string) {
  return (entity: Entity): number | undefined => {
    if (entity.domain === "sensor" && entity.deviceClass === deviceClass) return 0;
    return entity.domain === domain ? 1 : undefined;
  };
}

function asked(questions: readonly StateQuestion[]): IntentReading {
  if (questions.length === 0) return NO_MATCH;
  return { ok: true, intent: "HassGetState", parts: questions.map((question) => ({ kind: "question", question })) };
}

function values(entities: readonly Entity[]): StateQuestion {
  return { entityIds: entities.map(({ entityId }) => entityId), state: undefined, named: true, attribute: undefined };
}

function located(placed: Placed): IntentReading {
  return placed.outcome === "sure" ? asked([values(placed.entities)]) : NO_MATCH;
}

/** The state that an entity would be in if it were so; undefined where only its value can tell. */
function stateIn(meaning: StateMeaning, entity: Entity): string | undefined {
  return STATES[meaning][rankOfState(meaning, entity) ?? -1]?.state;
}

function byState(meaning: StateMeaning, entities: readonly Entity[]) {
  return [...Map.groupBy(entities, (entity) => stateIn(meaning, entity))].map(([state, of]) => ({ state, of }));
}

/** Batteries that are low, or that none is. */
function low(entities: readonly Entity[]): IntentReading {
  const measuring = entities.filter(({ domain }) => domain === "sensor");
  const telling = entities.filter(({ domain, state }) => domain === "binary_sensor" && (state.state === "on" || measuring.length === 0));
  return asked([
    ...(measuring.length > 0 ? [{ ...values(measuring), named: false, atMost: LOW_BATTERY }] : []),
    ...(telling.length > 0 ? [{ ...values(telling), state: "on", named: false }] : []),
  ]);
}
