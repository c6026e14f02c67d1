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
  WHITE,
} from "../homeassistant/recogniser/operations.ts";
import type { MatcherHint, RecognisedPart } from "../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import type { StateWords } from "../homeassistant/registry/state-words.ts";
import { createPhrasePlacing, type Phrasing, severalOf, type WantedPhrase } from "./phrase-placing.ts";
import { firstReading, type Groups, namedIn, phraseOf, type Quantity, readWith, type Spoken } from "./spoken.ts";
import { createUniversalSets } from "./universal-set.ts";

interface CommandReaderDependencies {
  readonly words: Pick<StateWords, "statesOf">;
  readonly index: Pick<EntityIndexSearch, "place" | "namedKinds">;
  readonly home: Pick<Home, "find" | "exposed">;
}

interface Meant extends MeantCalls, WantedPhrase {
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
    const placed = place(what, meant, spoken);
    if (placed.outcome === "none") return NO_MATCH;
    if (placed.outcome === "several")
      return severalOf(
        sentence,
        what,
        placed.entities.filter((entity) => callsFor([entity], meant, home).ok),
      );
    const isNameless = !placed.isByName && placed.entities.some((entity) => meant.needsName?.(entity, placed.hasPlace));
    return isNameless ? NO_MATCH : callsFor(placed.entities, meant, home);
  }

  function operate(operation: Operation, sentence: string, what: string, spoken: Spoken, meaning = OPERATIONS[operation]): IntentReading {
    const {
      intents,
      values = {},
      place = false,
      in: inState,
      tells = [],
      notClasses = [],
      everything = [],
      isWhole = false,
      otherwise,
    } = meaning;
    const isSaid = what.trim() !== "";
    const meant: Meant = {
      rankOf: (entity) => {
        const isMeant = entity.deviceClass === undefined || !notClasses.includes(entity.deviceClass);
        const rank = isMeant ? rankOf(intents, entity) : undefined;
        const isIn = inState === undefined || entity.state.state === inState;
        // who pauses means what plays; something else only if it is named
        return rank === undefined || isIn ? rank : isSaid ? rank + intents.length : undefined;
      },
      intentOf: (entity) => intentFor(intents, entity),
      valuesOf: () => values,
      needsThing: !place && isSaid,
      isTold: ({ domain }) => tells.includes(domain),
      needsName: ({ domain }, hasPlace) => ONE_OF_MANY.has(domain) || (CHORES.has(operation) && isSaid && !hasPlace),
      everything,
      isWhole,
      isAllOff: operation === "off",
      forgivesSlips: !OPENING.has(operation),
      mayBeNearby: operation === "water",
    };
    const isDoor = (KEYS.has(operation) || operation === "close") && sets.gateway(what, spoken) !== undefined;
    // its lock is not the one beside it
    if (KEYS.has(operation) && isDoor) return NO_MATCH;
    const reading = act(sentence, what, meant, spoken);
    if (operation === "close" && reading.ok && !isDoor) return withOpen(reading, what, spoken);
    return otherwise && reading === NO_MATCH ? operate(operation, sentence, what, spoken, otherwise) : reading;
  }

  /** A step with its size: "2 degrees warmer", "the volume up by 10". */
  function stepBy(
    operation: Operation,
    sentence: string,
    what: string,
    size: Quantity,
    spoken: Spoken,
    { values = {}, intents, otherwise, ...meaning } = OPERATIONS[operation],
  ): IntentReading {
    if (typeof values["step"] !== "number") return NO_MATCH;
    const by = values["step"] * size.value;
    const fits = (domain: string) => {
      const setting = SETTINGS[domain];
      return setting !== undefined && fitsUnit(size, setting, domain);
    };
    const sized = intents.map((intent) => Object.fromEntries(Object.entries(intent).filter(([domain]) => fits(domain))));
    const reading = operate(operation, sentence, what, spoken, { ...meaning, intents: sized, values: { by, volume_step: by } });
    return otherwise && reading === NO_MATCH ? stepBy(operation, sentence, what, size, spoken, otherwise) : reading;
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
    const { number: spokenNumber, property: spokenProperty, color: spokenColor } = groups;
    const what = phraseOf(groups);
    const color = spokenColor === undefined ? undefined : spoken.color(spokenColor);
    if (color !== undefined) {
      const meant = { rankOf: only("light"), intentOf: () => "HassLightSet", valuesOf: () => ({ color }) };
      return act(sentence, what, meant, spoken);
    }
    const number = spoken.quantity(spokenNumber ?? "");
    const property = spokenProperty === undefined ? undefined : spoken.property(spokenProperty);
    if (!number || (spokenProperty !== undefined && !property)) return NO_MATCH;
    const settingOf = ({ domain, state: { attributes } }: Entity) => {
      const isWhite = number.unit === "kelvin" && [attributes["supported_color_modes"]].flat().includes("color_temp");
      const setting = isWhite ? WHITE : Object.hasOwn(SETTINGS, domain) ? SETTINGS[domain] : undefined;
      // "the radio to 98" is a station
      const isSaid = property === setting?.property || number.unit !== undefined || domain !== "media_player";
      const fits = setting && isSaid && (property === undefined || setting.property === property) && fitsUnit(number, setting, domain);
      return fits ? setting : undefined;
    };
    const isPlaying = ({ domain, state }: Entity) => domain !== "media_player" || what !== "" || state.state === "playing";
    const meant: Meant = {
      rankOf: (entity) => (settingOf(entity) && isPlaying(entity) ? 0 : undefined),
      intentOf: (entity) => settingOf(entity)?.intent,
      valuesOf: (entity) => {
        const slot = settingOf(entity)?.slot;
        return slot === undefined ? undefined : { [slot]: number.value };
      },
      // a property says the kind as well as a name does
      needsThing: property === undefined,
      isCareful: ({ domain }) => domain === "climate" && unitsIn(what).length > 0,
    };
    return act(sentence, what, meant, spoken);
  }

  /** "Set the house mode to night": what a thing lists, where a number could stand. */
  function choose(sentence: string, text: string, spoken: Spoken): IntentReading {
    const isChosen = (groups: Groups = {}) => groups["number"] === CHOSEN && groups["property"] === undefined;
    const named = namedIn(text, {
      by: CHOSEN,
      fits: (numbered) => spoken.settings.some((template) => isChosen(template.exec(numbered)?.groups)),
      entities: () => home.exposed(),
      namesOf: (entity) => choicesOf(entity, words),
    });
    return firstReading(
      [...named].map(([numbered, calls]) => () => {
        const chosen = (entity: Entity) => calls.get(entity);
        const meant: Meant = {
          rankOf: (entity) => (chosen(entity) ? 0 : undefined),
          intentOf: () => "Choose",
          valuesOf: (entity) => chosen(entity) && { ...chosen(entity) },
          needsThing: true,
          isTold: () => true,
        };
        return readWith(spoken.settings, numbered, (groups) =>
          isChosen(groups) ? act(sentence, phraseOf(groups), meant, spoken) : NO_MATCH,
        );
      }),
    );
  }

  function changeList(change: ListChange, sentence: string, { item = "", what = "" }: Groups, spoken: Spoken): IntentReading {
    if (!spoken.isItem(item)) return NO_MATCH;
    const isAdded = change === "add";
    const listed = { item: isAdded ? item : spoken.unprefixed(item) };
    const meant = {
      rankOf: only("todo"),
      intentOf: () => LIST_CHANGES[change],
      valuesOf: () => listed,
      needsThing: isAdded,
      isTold: () => true,
    };
    if (isAdded || what !== "") return act(sentence, what, meant, spoken);
    // whichever list it stands on
    const lists = index.place("", { ...meant, words: spoken, plurals: new Set(), number: "all" });
    const reading = lists.outcome === "sure" ? callsFor(lists.entities, meant, home) : NO_MATCH;
    return reading.ok ? { ...reading, parts: reading.parts.map((part) => ({ ...part, ifListed: true })) } : reading;
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
      rankOf: (entity) => (isOfKind(entity) ? rankOf(intents, entity) : undefined),
      intentOf: (entity) => intentFor(intents, entity),
      valuesOf: () => rest,
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
    const steps = size === undefined || asks ? [] : commands;
    return firstReading([
      ...(asks ? [] : [fitting(spoken.settings, (groups) => set(sentence, groups, spoken))]),
      ...steps.map(
        ([operation, regexes]) =>
          () =>
            readWith(regexes, rest, (groups) => (size ? stepBy(operation, sentence, phraseOf(groups), size, spoken) : NO_MATCH)),
      ),
      ...commands.map(([operation, regexes]) => fitting(regexes, (groups) => operate(operation, sentence, phraseOf(groups), spoken))),
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

function only(meant: string) {
  return ({ domain }: Entity) => (domain === meant ? 0 : undefined);
}

function rankOf(intents: OperationMeaning["intents"], { domain }: Entity): number | undefined {
  const rank = intents.findIndex((intent) => Object.hasOwn(intent, domain));
  return rank === -1 ? undefined : rank;
}

function intentFor(intents: OperationMeaning["intents"], { domain }: Entity): string | undefined {
  return intents.find((intent) => Object.hasOwn(intent, domain))?.[domain];
}

function fitsUnit({ value, unit }: Quantity, { unit: wanted }: Setting, domain: string): boolean {
  if (unit !== undefined && unit !== wanted) return false;
  if (wanted !== "percent") return true;
  // "fan speed 2" is a step, not 2 %
  if (unit === undefined && STEPPED.has(domain) && value < LEAST_WITHOUT_UNIT) return false;
  return Number.isInteger(value) && value >= 0 && value <= MOST_PERCENT;
}

type Values = Readonly<Record<string, unknown>>;

interface MeantCalls {
  readonly intentOf: (entity: Entity) => string | undefined;
  /** Slots of the intent; undefined if the thing cannot be set so. */
  readonly valuesOf?: (entity: Entity) => Values | undefined;
}

/** Service calls for things that were placed, by the intents that are meant for each kind of them. */
function callsFor(entities: readonly Entity[], { intentOf, valuesOf = () => ({}) }: MeantCalls, home: Pick<Home, "find">): IntentReading {
  const groups = Map.groupBy(entities, (entity) => `${intentOf(entity)} ${entity.domain} ${JSON.stringify(valuesOf(entity))}`);
  const parts: RecognisedPart[] = [];
  let intent = "";
  for (const group of groups.values()) {
    const [first] = group;
    const values = first && valuesOf(first);
    if (!first || !values) return NO_MATCH;
    intent = intentOf(first) ?? "";
    const named = group.length === 1 ? { name: first.name } : { domain: first.domain };
    const reading = readIntent({ intent, values: { ...values, ...named }, targets: group.map(({ entityId }) => entityId) }, home);
    if (!reading.ok) return reading;
    parts.push(...reading.parts);
  }
  return parts.length === 0 ? NO_MATCH : { ok: true, intent, parts };
}
