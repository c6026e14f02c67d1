import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import { ONE_OF_MANY, type PhraseWords, type Placed, type Wanted } from "../entity-search/entity-placing.ts";
import { unitsOf as unitsIn } from "../entity-search/entity-text.ts";
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
import { literally, toPattern } from "../text/pattern.ts";
import { unparted } from "../text/proclitics.ts";
import { firstReading, type Groups, phraseOf, type Quantity, readWith, type Spoken } from "./spoken.ts";
import { createUniversalSets } from "./universal-set.ts";

export type Phrasing = PhraseWords & Pick<Spoken, "phrase" | "halves">;

interface CommandReaderDependencies {
  readonly index: Pick<EntityIndexSearch, "place" | "namedKinds">;
  readonly home: Pick<Home, "find" | "exposed">;
}

interface Meant extends MeantCalls, Omit<Wanted, "words" | "plurals" | "number" | "countsAs"> {
  /** Domains that "everything" stands for. */
  readonly everything?: readonly string[];
  /** True if a plural stands for all that there are. */
  readonly isAllOff?: boolean;
  /** True if a kind and a place do not name it: scripts, buttons. */
  readonly needsName?: (entity: Entity, hasPlace: boolean) => boolean;
}

/** Nobody says more names in one breath, and each is looked for in three ways. */
const MOST_NAMED = 8;
const NOWHERE: Placed = { outcome: "none" };
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
export function createCommandReader({ index, home }: CommandReaderDependencies) {
  const sets = createUniversalSets({ index, home });

  function placeOne(text: string, meant: Meant, spoken: Phrasing): Placed {
    const { text: phrase, number, plurals, except } = spoken.phrase(text);
    const isAny = number === "everything";
    // of the whole house nobody means everything
    if (isAny && phrase.trim() === "") return NOWHERE;
    const rankOf = isAny ? ({ domain }: Entity) => (meant.everything?.includes(domain) ? 0 : undefined) : meant.rankOf;
    const wanted = { isCareful: ({ domain }: Entity) => domain === "lock", forgivesSlips: true, ...meant, words: spoken };
    const needsThing = meant.needsThing === true && !isAny;
    const said = { ...wanted, rankOf, plurals, number: isAny ? "all" : number, needsThing } as const;
    const few = index.place(phrase, said);
    const all = few.outcome === "none" && number === "one" ? index.place(phrase, { ...said, number: "all" }) : NOWHERE;
    // "lights off" leaves none on; of all that "lights on" may be, some are meant
    const isEach = all.outcome === "sure" && meant.isAllOff && plurals.size > 0;
    const placed = isEach ? all : all.outcome === "sure" && all.isKind ? ({ ...all, outcome: "several" } as const) : few;
    if (except.length === 0 || placed.outcome === "none") return placed;
    if (placed.outcome === "several" || !placed.isPlural) return NOWHERE;
    const left = new Set<Entity>();
    const among = (entity: Entity) => (placed.entities.includes(entity) ? 0 : undefined);
    for (const part of except) {
      const { text: some, plurals: several } = spoken.phrase(part);
      // what shall be left out has to be known, and to be one of those that are meant
      const all = { rankOf: among, isCareful: () => false, plurals: several, number: "all", needsThing: false } as const;
      const found = index.place(some, { ...wanted, ...all });
      if (found.outcome !== "sure" || some.trim() === "") return NOWHERE;
      // "all lights except the lamp in the den" may be all of the den's
      if (!placed.hasPlace && unitsIn(some).some((unit) => spoken.prepositions.has(unit))) return NOWHERE;
      for (const entity of found.entities) left.add(entity);
    }
    const entities = placed.entities.filter((entity) => !left.has(entity));
    return entities.length === 0 ? NOWHERE : { ...placed, entities };
  }

  /** One phrase, or several with "and"; of several each has to be sure. "The living room and kitchen lights" are lights both. */
  function placeAll(text: string, meant: Meant, spoken: Phrasing): Placed {
    const whole = placeOne(text, meant, spoken);
    const halves = spoken.halves(text);
    const last = halves.at(-1);
    if (
      whole.outcome !== "none" ||
      halves.length < 2 ||
      halves.length > MOST_NAMED ||
      last === undefined ||
      spoken.phrase(text).except.length > 0
    )
      return whole;
    const heads = last.split(/\s+/).slice(-2);
    const words = (halves[0] ?? "").split(/\s+/);
    // "the lights in the bedroom and the bathroom", "the lights upstairs and downstairs"
    const at = words.findLastIndex((word) => spoken.prepositions.has(word));
    const leads = (at < 0 ? [-1] : [at, at + 1]).map((end) => words.slice(0, end).join(" ")).filter(Boolean);
    const found = halves.map((half, index) => {
      const behind = half === last ? [] : [`${half} ${heads.at(-1)}`, `${half} ${heads.join(" ")}`];
      const tries = [half, ...behind, ...(index > 0 ? leads.map((lead) => `${lead} ${half}`) : [])];
      return tries.map((phrase) => placeOne(phrase, meant, spoken)).find(({ outcome }) => outcome === "sure") ?? NOWHERE;
    });
    const sure = found.filter((placed) => placed.outcome === "sure");
    // "all lights and fans in the bedroom": the place may be said of both
    const isVague = sure.some(({ isByName, hasPlace }) => !isByName && !hasPlace) && sure.some(({ hasPlace }) => hasPlace);
    if (sure.length < halves.length || isVague) return NOWHERE;
    const entities = [...new Set(sure.flatMap((placed) => placed.entities))];
    const hasPlace = sure.every((placed) => placed.hasPlace);
    return { outcome: "sure", entities, isPlural: true, hasPlace, isByName: true, isKind: false, isNamed: false };
  }

  function act(sentence: string, what: string, meant: Meant, spoken: Phrasing): IntentReading {
    const placed = placeAll(what, meant, spoken);
    if (placed.outcome === "none") return NO_MATCH;
    if (placed.outcome === "several") return severalOf(sentence, what, placed.entities, (entity) => callsFor([entity], meant, home).ok);
    const isNameless = !placed.isByName && placed.entities.some((entity) => meant.needsName?.(entity, placed.hasPlace));
    return isNameless ? NO_MATCH : callsFor(placed.entities, meant, home);
  }

  function operate(operation: Operation, sentence: string, what: string, spoken: Spoken, meaning = OPERATIONS[operation]): IntentReading {
    const { intents, values = {}, place = false, in: inState, tells = [], notClasses = [], everything = [], otherwise } = meaning;
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
  function hinted(sentence: string, { intent, values, unplaced }: MatcherHint, spoken: Phrasing): IntentReading {
    const intents = Object.hasOwn(HINTED, intent) ? HINTED[intent] : undefined;
    if (!intents || Object.keys(unplaced).some((slot) => !PLACED_SLOTS.has(slot))) return NO_MATCH;
    const { name, area, floor, domain, device_class, ...rest } = values;
    const { name: what = "", area: where = "", floor: storey = "" } = unplaced;
    const phrase = [what, where, storey, name, area, floor].filter((text) => typeof text === "string" && text !== "").join(" ");
    const isOfKind = (entity: Entity) =>
      (domain === undefined || domain === entity.domain) && (device_class === undefined || device_class === entity.deviceClass);
    // the matcher has one intent for turning on, opening and locking: without a kind its verb is a guess
    const isGuess = domain === undefined && (intent === "HassTurnOn" || intent === "HassTurnOff" || intent === "HassToggle");
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
    return firstReading([
      ...(asks ? [] : [fitting(spoken.settings, (groups) => set(sentence, groups, spoken))]),
      ...commands.map(([operation, regexes]) => fitting(regexes, (groups) => operate(operation, sentence, phraseOf(groups), spoken))),
      ...(asks ? [] : spoken.lists).map(([change, regexes]) => fitting(regexes, (groups) => changeList(change, sentence, groups, spoken))),
    ]);
  }

  return { read, hinted };
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
  const groups = Map.groupBy(entities, (entity) => `${intentOf(entity)} ${entity.domain}`);
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

/** The sentence with each thing's whole name in it; none if a name would not tell them apart. */
function severalOf(sentence: string, what: string, entities: readonly Entity[], isDone: (entity: Entity) => boolean): IntentReading {
  const able = entities.filter(isDone).toSorted((one, other) => one.name.localeCompare(other.name));
  const named = Map.groupBy(able, ({ name }) => name.toLowerCase());
  const labels = able.map(({ name, area }) => (area && named.get(name.toLowerCase())?.[1] ? `${area.name} ${name}` : name));
  if (able.length < 2 || new Set(labels.map((label) => label.toLowerCase())).size < labels.length) return NO_MATCH;
  const told = (words: string, sentenceWith: (label: string) => string): IntentReading => {
    const options = labels.map((label) => ({ label, sentence: unparted(sentenceWith(label)) }));
    return { ok: false, reason: "several", what: unparted(words), options };
  };
  // "louder" says no thing: its name goes before it
  if (what === "") return told(sentence, (label) => `${label} ${sentence}`);
  const at = [...sentence.matchAll(toPattern(literally(what), "giu"))].at(-1)?.index;
  if (at === undefined) return NO_MATCH;
  return told(what, (label) => sentence.slice(0, at) + label + sentence.slice(at + what.length));
}
