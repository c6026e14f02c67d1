import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import { statesSaidOf } from "../homeassistant/recogniser/choices.ts";
import { type IntentReading, NO_MATCH } from "../homeassistant/recogniser/intents.ts";
import { rankOfState, STATES, type StateMeaning, stateAsked } from "../homeassistant/recogniser/meant-states.ts";
import type { StateQuestion } from "../homeassistant/recogniser/recogniser.ts";
import { isRest } from "../homeassistant/registry/at-rest.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import { isOfEverything } from "../homeassistant/registry/openings.ts";
import { isKnown, type StateWords } from "../homeassistant/registry/state-words.ts";
import { isRoutine } from "../security/policy/read-access.ts";
import { isOfDoors, LOW_BATTERY, type Measured, restOf } from "./meanings.ts";
import { firstReading, type Groups, phraseOf, placeAsked, readNamed, readWith, type Spoken } from "./spoken.ts";
import { createUniversalSets, type UniversalSet } from "./universal-set.ts";

/** A person who asked about one thing wants no page of others. */
const MOST_ANSWERED = 6;
const MOST_LISTED = 40;
/** What is never an answer to "what is": it has no value, or says nothing without more words than a state has. */
const WORDLESS: ReadonlySet<string> = new Set(
  "button input_button camera event image update media_player weather todo calendar conversation tts stt".split(" "),
);

/** Of a person who is in no zone. */
const AWAY = "not_home";

type Asks = Exclude<StateQuestion["whether"], undefined>;

const AMBIGUOUS: IntentReading = { ok: false, reason: "ambiguous" };

/** Reads a question about states with the templates of its language. What is not told by states alone is none of its business. */
export function createQuestionReader({
  index,
  home,
  words,
}: {
  readonly index: Pick<EntityIndexSearch, "place" | "namedKinds">;
  readonly home: Pick<Home, "exposed">;
  readonly words: Pick<StateWords, "statesOf">;
}) {
  const sets = createUniversalSets({ index, home });

  function isSo(meaning: StateMeaning, phrase: string, spoken: Spoken, needsThing = true): IntentReading {
    const able = placeAsked(index, phrase, { rankOf: (entity) => rankOfState(meaning, entity), needsThing }, spoken);
    if (able.outcome === "none") return needsThing ? NO_MATCH : undetected(phrase, spoken);
    // what is called so is meant before what only is of its kind; if it has no such state, it tells what it has
    const called = calledSo(phrase, spoken);
    const own = called.filter((entity) => rankOfState(meaning, entity) !== undefined);
    if (called.length > 0 && own.length === 0) return asked(called);
    const placed = own.length > 0 ? ({ ...able, outcome: "sure", isPlural: false, entities: own } as const) : able;
    // which of them was asked nobody knows: each tells of itself
    if (placed.outcome === "several") return asked(placed.entities);
    // a group that is called "Lights" is not all that "the lights" are
    const isAll = placed.isPlural || (placed.isKind && !placed.isNamed && spoken.phrase(phrase).plurals.size > 0);
    const entities = isAll ? sets.ofPhrase(meaning, phrase, spoken).entities : placed.entities;
    if (entities.length > MOST_LISTED) return NO_MATCH;
    return byState(meaning, entities);
  }

  /** Those that a phrase is all of a name of. */
  function calledSo(phrase: string, spoken: Spoken): readonly Entity[] {
    const called = placeAsked(index, phrase, { rankOf: () => 0, needsThing: true }, spoken);
    return called.outcome !== "none" && called.isNamed ? called.entities : [];
  }

  /** Nothing at a place tells of what is asked. */
  function undetected(phrase: string, spoken: Spoken): IntentReading {
    const there = placeAsked(index, phrase, { rankOf: () => 0, number: "all" }, spoken);
    const isPlace = there.outcome === "sure" && there.hasPlace && !there.isByName && !there.isKind;
    return isPlace ? asked([], { named: false }) : NO_MATCH;
  }

  /** What a word for a kind alone is answered over: all that there are, of whatever domain. */
  function ofKind(meaning: StateMeaning, phrase: string, spoken: Spoken): IntentReading {
    if (!isOfDoors(meaning) || calledSo(phrase, spoken).length > 0) return NO_MATCH;
    const door = sets.gateway(phrase, spoken);
    if (door) return byState(meaning, [door]);
    const set = sets.ofPhrase(meaning, phrase, spoken);
    const isOne = set.entities.length + set.untold.length < 2;
    return !set.isKind || isOne ? NO_MATCH : whether(isExpected(meaning) ? "all" : "any", meaning, set);
  }

  function measured(what: Measured, phrase: string, spoken: Spoken): IntentReading {
    const { sensor, attribute } = MEASURED[what];
    const called = new Map(spoken.called).set(what, new Set([`sensor.${what}`]));
    const rankOf = ({ domain, deviceClass }: Entity) =>
      domain === "sensor" && deviceClass === sensor ? 0 : Object.hasOwn(attribute, domain) ? 1 : undefined;
    return told(phrase, { ...spoken, called }, { rankOf }, attribute);
  }

  function told(phrase: string, spoken: Spoken, asks: Parameters<typeof placeAsked>[2], attribute: Groups = {}): IntentReading {
    const placed = placeAsked(index, phrase, asks, spoken);
    const [first, ...more] = placed.outcome === "none" || placed.entities.length > MOST_ANSWERED ? [] : placed.entities;
    const kindOf = ({ domain, deviceClass }: Entity) => attribute[domain] ?? `${domain} ${deviceClass}`;
    if (!first || more.some((entity) => kindOf(entity) !== kindOf(first))) return NO_MATCH;
    return asked([first, ...more], { attribute: attribute[first.domain] });
  }

  /** "Is the washing machine finished?": by a state that the thing has or may have, where templates have one that all may have. */
  function inOwnState(text: string, spoken: Spoken): IntentReading {
    const { yesOrNo, isItSo, who } = spoken.questions;
    const entities = () => home.exposed().filter((entity) => rankOfThing(entity) !== undefined);
    const naming = { templates: [...who, ...yesOrNo, ...isItSo], slot: "state", by: spoken.wordFor("on"), entities };
    return readNamed(text, { ...naming, namesOf: (entity) => statesSaidOf(entity, words) }, (groups, states) => {
      if (groups["what"] === undefined) return personsIn(states);
      const rankOf = (entity: Entity) => (states.has(entity) ? 0 : undefined);
      const placed = placeAsked(index, phraseOf(groups), { rankOf, needsThing: true }, spoken);
      const [only, ...others] = placed.outcome === "none" ? [] : placed.entities;
      return only && others.length === 0 ? asked([only], { state: states.get(only) }) : NO_MATCH;
    });
  }

  /** Who is away, or in a zone that is called so. */
  function personsIn(states: ReadonlyMap<Entity, string>): IntentReading {
    const [meant] = [...states].flatMap(([entity, state]) => (isPerson(entity) ? [state] : []));
    if (meant === undefined) return NO_MATCH;
    const persons = home.exposed().filter(isPerson);
    // who is in a zone is away as well
    const stateOf = ({ state: { state } }: Entity) => (meant === AWAY && state !== "home" && isKnown(state) ? state : meant);
    const each = Object.fromEntries(persons.map((person) => [person.entityId, stateOf(person)]));
    return asked(persons, { named: false, whether: "which", states: each });
  }

  /** Reads by templates with a state. */
  function readingStates(text: string, spoken: Spoken) {
    return (regexes: readonly RegExp[], read: (meaning: StateMeaning, phrase: string) => IntentReading) => () =>
      readWith(regexes, text, (groups) => {
        const meaning = spoken.state(groups["state"] ?? "");
        return meaning ? read(meaning, phraseOf(groups)) : NO_MATCH;
      });
  }

  /** Whether all or any are so, and which: never told by those alone that are. `isOfOne`: nothing hidden is called what a word for one may mean. */
  function universal(sentence: string, spoken: Spoken, { isOfOne }: { readonly isOfOne: boolean }): IntentReading {
    const withState = readingStates(spoken.bare(sentence, { isQuestion: true }), spoken);
    const ofAll = (asks: Asks, meaning: StateMeaning, counts: (entity: Entity) => boolean, where = "") =>
      whether(asks, meaning, sets.ofEverything(meaning, counts, where, spoken));
    const ofSome = (asks: Asks, meaning: StateMeaning, phrase: string) => whether(asks, meaning, sets.ofPhrase(meaning, phrase, spoken));
    // it is one of all, whether its set is known or not
    const known = (reading: IntentReading) => (reading.ok ? reading : AMBIGUOUS);
    return firstReading([
      withState(spoken.questions.everybodyIs, (meaning) => known(ofAll("all", meaning, isPerson))),
      withState(spoken.questions.everythingIs, (meaning) => known(ofAll("all", meaning, isOfEverything))),
      withState(spoken.questions.anythingIs, (meaning, where) => {
        const all = ofAll("any", meaning, isOfEverything, where);
        // a list is no place
        return all.ok || where === "" ? known(all) : all;
      }),
      withState(spoken.questions.anyIs, (meaning, phrase) => known(ofSome("any", meaning, phrase))),
      withState(spoken.questions.counted, (meaning, phrase) => ofSome("count", meaning, phrase)),
      withState(spoken.questions.whatIs, (meaning, where) => ofAll("which", meaning, isOfEverything, where)),
      withState(spoken.questions.which, (meaning, phrase) => ofSome("which", meaning, phrase)),
      withState(spoken.questions.yesOrNo, (meaning, phrase) => {
        const { number, plurals } = spoken.phrase(phrase);
        const isAll = number === "all" || number === "both";
        if (!isAll && !((plurals.size > 0 || spoken.isPlural) && isExpected(meaning)))
          return isOfOne ? ofKind(meaning, phrase, spoken) : NO_MATCH;
        const set = sets.ofPhrase(meaning, phrase, spoken);
        return isAll || set.entities.length + set.untold.length > 1 ? known(whether("all", meaning, set)) : NO_MATCH;
      }),
      withState(isOfOne ? spoken.questions.isItSo : [], (meaning, phrase) => ofKind(meaning, phrase, spoken)),
    ]);
  }

  function read(sentence: string, spoken: Spoken): IntentReading {
    const text = spoken.bare(sentence, { isQuestion: true });
    const withState = readingStates(text, spoken);
    const about = (regexes: readonly RegExp[], read: (what: string) => IntentReading) => () =>
      readWith(regexes, text, ({ what = "" }) => read(what));
    return firstReading([
      withState(spoken.questions.who, (meaning) => whether("which", meaning, sets.ofEverything(meaning, isPerson, "", spoken))),
      withState([...spoken.questions.yesOrNo, ...spoken.questions.isItSo], (meaning, phrase) => isSo(meaning, phrase, spoken)),
      withState(spoken.questions.detected, (meaning, phrase) => isSo(meaning, phrase, spoken, false)),
      ...spoken.measured.map(([kind, regexes]) => about(regexes, (what) => measured(kind, what, spoken))),
      () => inOwnState(text, spoken),
      about(spoken.questions.where, (what) => told(what, spoken, { rankOf: rankOfPerson, needsThing: true })),
      about(spoken.questions.value, (what) => told(what, spoken, { rankOf: rankOfThing, needsThing: true })),
    ]);
  }

  return { read, universal };
}

/** A thing is meant before what measures something of it. */
function rankOfThing({ domain }: Entity): number | undefined {
  return isRoutine(domain) || WORDLESS.has(domain) ? undefined : domain.endsWith("sensor") ? 1 : 0;
}

function isPerson({ domain }: Entity): boolean {
  return domain === "person";
}

function rankOfPerson({ domain }: Entity): number | undefined {
  return domain === "person" ? 0 : domain === "device_tracker" ? 1 : undefined;
}

/** Whether one asks about a state to hear that nothing is otherwise; of the others one wants to hear which are so. */
function isExpected(meaning: StateMeaning): boolean {
  return isRest(meaning) || meaning === "home" || meaning === "docked";
}

function whether(asks: Asks, meaning: StateMeaning, { entities, untold: others }: UniversalSet): IntentReading {
  const untold = others.map(({ entityId }) => entityId);
  // a battery tells how low it is
  if (meaning === "low" && entities.length > 0) return asked(entities, { named: false, atMost: LOW_BATTERY, untold });
  const told = entities.filter((entity) => wordOf(meaning, entity) !== undefined);
  const [first] = told;
  if (!first) return NO_MATCH;
  const each = <Value>(value: (entity: Entity) => Value) => Object.fromEntries(told.map((entity) => [entity.entityId, value(entity)]));
  const hasRest = restOf(meaning, first) !== undefined;
  return asked(told, {
    named: false,
    whether: asks,
    states: each((entity) => wordOf(meaning, entity) ?? ""),
    ...(hasRest && { rest: { isAsked: isRest(meaning), states: each((entity) => restOf(meaning, entity) ?? []) } }),
    untold,
  });
}

/** The state by which an entity tells that it is so. */
function wordOf(meaning: StateMeaning, entity: Entity): string | undefined {
  const rest = restOf(meaning, entity);
  return STATES[meaning][rankOfState(meaning, entity) ?? -1]?.state ?? (rest && (isRest(meaning) ? rest[0] : "on"));
}

/** What measures it: sensors of a class, then things with an attribute of it, by domain. */
const MEASURED: Readonly<Record<Measured, { readonly sensor: string; readonly attribute: Groups }>> = {
  temperature: { sensor: "temperature", attribute: { climate: "current_temperature" } },
  humidity: { sensor: "humidity", attribute: { humidifier: "current_humidity" } },
  battery: { sensor: "battery", attribute: {} },
  brightness: { sensor: "illuminance", attribute: { light: "brightness" } },
  volume: { sensor: "sound_pressure", attribute: { media_player: "volume_level" } },
  power: { sensor: "power", attribute: {} },
  target: { sensor: "", attribute: { climate: "temperature" } },
};

function asked(entities: readonly Entity[], more: Partial<StateQuestion> = {}): IntentReading {
  const entityIds = entities.map(({ entityId }) => entityId);
  const question = { entityIds, state: undefined, named: true, attribute: undefined, ...more };
  return { ok: true, intent: "HassGetState", parts: [{ kind: "question", question }] };
}

function byState(meaning: StateMeaning, entities: readonly Entity[]): IntentReading {
  const groups = Map.groupBy(entities, (entity) => (meaning === "low" ? undefined : stateAsked(meaning, entity)));
  const readings = [...groups].map(([state, of]) => asked(of, { state }));
  const parts = readings.flatMap((reading) => (reading.ok ? reading.parts : []));
  return parts.length === 0 ? NO_MATCH : { ok: true, intent: "HassGetState", parts };
}
