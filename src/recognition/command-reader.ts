import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import { ONE_OF_MANY } from "../entity-search/entity-placing.ts";
import { unitsOf as unitsIn } from "../entity-search/entity-text.ts";
import { choicesOf } from "../homeassistant/recogniser/choices.ts";
import { type IntentReading, NO_MATCH, readIntent } from "../homeassistant/recogniser/intents.ts";
import {
  HINTED,
  LIST_CHANGES,
  type ListChange,
  OPERATIONS,
  type Operation,
  type OperationMeaning,
  SETTINGS,
  type Setting,
  STEPS,
  WHITE,
} from "../homeassistant/recogniser/operations.ts";
import type { MatcherHint, RecognisedPart } from "../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import type { StateWords } from "../homeassistant/registry/state-words.ts";
import { createPhrasePlacing, type Phrasing, severalOf, type WantedPhrase } from "./phrase-placing.ts";
import { firstReading, type Groups, phraseOf, type Quantity, readNamed, readWith, type Spoken } from "./spoken.ts";
import { createUniversalSets } from "./universal-set.ts";

interface CommandReaderDependencies {
  readonly words: Pick<StateWords, "statesOf">;
  readonly index: Pick<EntityIndexSearch, "place" | "namedKinds">;
  readonly home: Pick<Home, "find" | "exposed">;
}

type Values = Readonly<Record<string, unknown>>;

/** An intent for an entity, with its slots; of what fits as well, the lower rank is meant. */
interface Call {
  readonly rank?: number;
  readonly intent: string;
  readonly values: Values;
}

interface Meant extends Omit<WantedPhrase, "rankOf"> {
  /** Undefined for what is never meant. */
  readonly callFor: (entity: Entity) => Call | undefined;
  /** True if a kind and a place do not name it: scripts, buttons. */
  readonly needsName?: (entity: Entity, hasPlace: boolean) => boolean;
}

/** Stands for what is chosen where templates have a number. */
const CHOSEN = "1";
/** Slots of the matcher that say which thing is meant. */
const PLACED_SLOTS: ReadonlySet<string> = new Set(["name", "area", "floor"]);
/** Doors and valves let in whoever comes: no slip is forgiven. */
const OPENING: ReadonlySet<Operation> = new Set(["open", "raise", "unlock"]);
const KEYS: ReadonlySet<Operation> = new Set(["lock", "unlock"]);
/** "Clean the robot" does not send it out. */
const CHORES: ReadonlySet<Operation> = new Set(["clean", "mow"]);
const STEPPED: ReadonlySet<string> = new Set(["fan", "humidifier"]);
const LEAST_WITHOUT_UNIT = 10;
/** Of a share; a temperature has the bounds that the thing itself tells. */
const MOST_PERCENT = 100;

/** Reads a command with the templates of its language. Every word must have its place; `several` if one of a few entities is meant. */
export function createCommandReader({ index, home, words }: CommandReaderDependencies) {
  const sets = createUniversalSets({ index, home });
  const place = createPhrasePlacing(index);

  function act(sentence: string, what: string, meant: Meant, spoken: Phrasing): IntentReading {
    const { callFor, needsName } = meant;
    const rankOf = (entity: Entity) => {
      const call = callFor(entity);
      return call && (call.rank ?? 0);
    };
    const placed = place(what, { ...meant, rankOf }, spoken);
    if (placed.outcome === "none") return NO_MATCH;
    if (placed.outcome === "several") {
      const able = placed.entities.filter((entity) => callsFor([entity], callFor, home).ok);
      return severalOf(sentence, what, able, spoken);
    }
    const isNameless = !placed.isByName && placed.entities.some((entity) => needsName?.(entity, placed.hasPlace));
    return isNameless ? NO_MATCH : callsFor(placed.entities, callFor, home);
  }

  /** With the size of a step: "2 degrees warmer", "the volume up by 10". */
  function operate(
    operation: Operation,
    sentence: string,
    what: string,
    spoken: Spoken,
    size?: Quantity,
    meaning = OPERATIONS[operation],
  ): IntentReading {
    const { intents, place = false, in: inState, tells = [], notClasses = [], otherwise, values = {}, ...scope } = meaning;
    const by = size && typeof values["step"] === "number" ? values["step"] * size.value : undefined;
    if (size && by === undefined) return NO_MATCH;
    const isSaid = what.trim() !== "";
    const meant: Meant = {
      ...scope,
      callFor: (entity) => {
        const { domain, deviceClass = "", state } = entity;
        const call = callIn(intents, entity, by === undefined ? values : { by, volume_step: by });
        const isSized = !size || fitsUnit(size, SETTINGS[domain], domain);
        if (!call || !isSized || notClasses.includes(deviceClass)) return undefined;
        // who pauses means what plays; something else only if it is named
        if (inState === undefined || state.state === inState) return call;
        return isSaid ? { ...call, rank: call.rank + intents.length } : undefined;
      },
      needsThing: !place && isSaid,
      isTold: ({ domain }) => tells.includes(domain),
      needsName: ({ domain }, hasPlace) => ONE_OF_MANY.has(domain) || (CHORES.has(operation) && isSaid && !hasPlace),
      isAllOff: operation === "off",
      forgivesSlips: !OPENING.has(operation),
      mayBeNearby: operation === "water",
    };
    const isDoor = (KEYS.has(operation) || operation === "close") && sets.gateway(what, spoken) !== undefined;
    // its lock is not the one beside it
    if (KEYS.has(operation) && isDoor) return NO_MATCH;
    const reading = act(sentence, what, meant, spoken);
    if (operation === "close" && reading.ok && !isDoor) return withOpen(reading, what, spoken);
    return otherwise && reading === NO_MATCH ? operate(operation, sentence, what, spoken, size, otherwise) : reading;
  }

  /** What shall be closed, with what of it is open and only a person can close. */
  function withOpen(reading: Extract<IntentReading, { ok: true }>, what: string, spoken: Spoken): IntentReading {
    const { entities, isKind } = sets.ofPhrase("closed", what, spoken);
    const open = entities.filter(({ domain, state }) => isKind && domain === "binary_sensor" && state.state === "on");
    if (open.length === 0) return reading;
    const question = { entityIds: open.map(({ entityId }) => entityId), state: "on", named: false, attribute: undefined };
    return { ...reading, parts: [...reading.parts, { kind: "question", question }] };
  }

  function set(sentence: string, groups: Groups, spoken: Spoken): IntentReading {
    const what = phraseOf(groups);
    const color = spoken.color(groups["color"] ?? "");
    const number = spoken.quantity(groups["number"] ?? "");
    const property = spoken.property(groups["property"] ?? "");
    const callFor = ({ domain, state: { state, attributes } }: Entity): Call | undefined => {
      if (color !== undefined) return domain === "light" ? { intent: "HassLightSet", values: { color } } : undefined;
      const isWhite = number?.unit === "kelvin" && [attributes["supported_color_modes"]].flat().includes("color_temp");
      const setting = isWhite ? WHITE : Object.hasOwn(SETTINGS, domain) ? SETTINGS[domain] : undefined;
      if (!number || !setting || (property ?? setting.property) !== setting.property || !fitsUnit(number, setting, domain))
        return undefined;
      // "the radio to 98" is a station, and the volume is that of what plays
      const isMeant = domain !== "media_player" || ((property ?? number.unit) !== undefined && (what !== "" || state === "playing"));
      return isMeant ? { intent: setting.intent, values: { [setting.slot]: number.value } } : undefined;
    };
    // a property, and a colour, say the kind as well as a name does
    const needsThing = color === undefined && property === undefined;
    const isCareful = ({ domain }: Entity) => domain === "climate" && unitsIn(what).length > 0;
    return act(sentence, what, { callFor, needsThing, isCareful }, spoken);
  }

  /** "Set the house mode to night": what a thing lists, where a number could stand. */
  function choose(sentence: string, text: string, spoken: Spoken): IntentReading {
    const naming = { templates: spoken.settings, slot: "number", by: CHOSEN, entities: () => home.exposed() };
    return readNamed(text, { ...naming, namesOf: (entity) => choicesOf(entity, words) }, (groups, calls) => {
      const callFor = (entity: Entity) => (calls.has(entity) ? { intent: "Choose", values: { ...calls.get(entity) } } : undefined);
      const meant = { callFor, needsThing: true, isTold: () => true };
      return groups["property"] === undefined ? act(sentence, phraseOf(groups), meant, spoken) : NO_MATCH;
    });
  }

  function changeList(change: ListChange, sentence: string, { item = "", what = "" }: Groups, spoken: Spoken): IntentReading {
    if (!spoken.isItem(item)) return NO_MATCH;
    const isAdded = change === "add";
    const call = { intent: LIST_CHANGES[change], values: { item: isAdded ? item : spoken.unprefixed(item) } };
    const callFor = ({ domain }: Entity) => (domain === "todo" ? call : undefined);
    // whichever list it stands on
    const isAny = !isAdded && what === "";
    const meant = { callFor, needsThing: isAdded, isTold: () => true, ...(isAny && { everything: ["todo"], isWhole: true }) };
    const reading = act(sentence, what, meant, spoken);
    return reading.ok && isAny ? { ...reading, parts: reading.parts.map((part) => ({ ...part, ifListed: true })) } : reading;
  }

  /** Places what the matcher named the intent of, where only the thing or its place is missing. */
  function hinted(sentence: string, hint: MatcherHint, spoken: Phrasing): IntentReading {
    const { intent, values, unplaced } = hint;
    const intents = Object.hasOwn(HINTED, intent) ? HINTED[intent] : undefined;
    if (!intents || Object.keys(unplaced).some((slot) => !PLACED_SLOTS.has(slot))) return NO_MATCH;
    const { name, area, floor, domain, device_class, ...rest } = values;
    const { name: what = "", area: where = "", floor: storey = "" } = unplaced;
    const phrase = [what, where, storey, name, area, floor].filter((text) => typeof text === "string" && text !== "").join(" ");
    const isOfKind = (entity: Entity) =>
      (domain === undefined || domain === entity.domain) && (device_class === undefined || device_class === entity.deviceClass);
    const isGuess = isGuessed(hint);
    const meant: Meant = {
      callFor: (entity) => (isOfKind(entity) ? callIn(intents, entity, rest) : undefined),
      needsThing: isGuess,
      needsWholeName: isGuess && spoken.phrase(phrase).plurals.size === 0,
      isAllOff: intent === "HassTurnOff",
      isTold: () => !isGuess,
    };
    return act(sentence, phrase, meant, spoken);
  }

  function read(sentence: string, spoken: Spoken): IntentReading {
    const text = spoken.bare(sentence);
    const asks = spoken.asks(sentence);
    const commands = asks ? spoken.commands.filter(([operation]) => OPERATIONS[operation].isAsked) : spoken.commands;
    const fitting = (regexes: readonly RegExp[], read: (groups: Groups) => IntentReading) => () => readWith(regexes, text, read);
    const { rest, size } = spoken.stepOf(text);
    const operated = (operation: Operation, size?: Quantity) => (groups: Groups) => {
      const property = spoken.property(groups["property"] ?? "");
      const meant = groups["property"] === undefined ? operation : property && STEPS[property]?.[operation];
      return meant ? operate(meant, sentence, phraseOf(groups), spoken, size) : NO_MATCH;
    };
    return firstReading([
      ...(asks ? [] : [fitting(spoken.settings, (groups) => set(sentence, groups, spoken))]),
      ...(size && !asks ? commands : []).map(
        ([operation, regexes]) =>
          () =>
            readWith(regexes, rest, operated(operation, size)),
      ),
      ...commands.map(([operation, regexes]) => fitting(regexes, operated(operation))),
      ...(asks ? [] : [() => choose(sentence, text, spoken)]),
      ...(asks ? [] : spoken.lists).map(([change, regexes]) => fitting(regexes, (groups) => changeList(change, sentence, groups, spoken))),
    ]);
  }

  return { read, hinted };
}

/** The matcher has one intent for turning on, opening and locking: without a kind its verb is a guess. */
export function isGuessed({ intent, values }: MatcherHint): boolean {
  return values["domain"] === undefined && (intent === "HassTurnOn" || intent === "HassTurnOff" || intent === "HassToggle");
}

function callIn(intents: OperationMeaning["intents"], { domain }: Entity, values: Values): Required<Call> | undefined {
  const rank = intents.findIndex((intent) => Object.hasOwn(intent, domain));
  const intent = intents[rank]?.[domain];
  return intent === undefined ? undefined : { rank, intent, values };
}

function fitsUnit({ value, unit }: Quantity, setting: Setting | undefined, domain: string): boolean {
  const wanted = setting?.unit;
  if (wanted === undefined || (unit !== undefined && unit !== wanted)) return false;
  if (wanted !== "percent") return true;
  // "fan speed 2" is a step, not 2 %
  if (unit === undefined && STEPPED.has(domain) && value < LEAST_WITHOUT_UNIT) return false;
  return Number.isInteger(value) && value >= 0 && value <= MOST_PERCENT;
}

/** Service calls for things that were placed, by the intents that are meant for each kind of them. */
function callsFor(entities: readonly Entity[], callFor: Meant["callFor"], home: Pick<Home, "find">): IntentReading {
  const parts: RecognisedPart[] = [];
  let last = "";
  for (const group of Map.groupBy(entities, (entity) => JSON.stringify([entity.domain, callFor(entity)])).values()) {
    const [first] = group;
    const call = first && callFor(first);
    if (!call) return NO_MATCH;
    const named = group.length === 1 ? { name: first.name } : { domain: first.domain };
    const targets = group.map(({ entityId }) => entityId);
    const reading = readIntent({ intent: call.intent, values: { ...call.values, ...named }, targets }, home);
    if (!reading.ok) return reading;
    last = reading.intent;
    parts.push(...reading.parts);
  }
  return parts.length === 0 ? NO_MATCH : { ok: true, intent: last, parts };
}
