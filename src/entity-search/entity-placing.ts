import type { Entity } from "../homeassistant/registry/home.ts";
import type { Kind, KindHit, Lexicon } from "./entity-lexicon.ts";
import type { EntityPostings, EntityRecord } from "./entity-postings.ts";
import { unitsOf, withFloorsNamed, withoutExceptions } from "./entity-text.ts";

/** Words of a language, in the form of `unitsOf`. */
export interface PhraseWords {
  /** Words that say nothing of the thing: "the", "my". */
  readonly fillers: ReadonlySet<string>;
  /** Words that say nothing before the name of a place, and anything may stand behind elsewhere: "in", "on". */
  readonly prepositions: ReadonlySet<string>;
  /** What things of a kind are called besides what Home Assistant calls them. */
  readonly called: ReadonlyMap<string, ReadonlySet<Kind>>;
  /** Words that say how many, or what to do: a thing with such a word is meant by its whole name only. They may be in the name of a place. */
  readonly doubtful: ReadonlySet<string>;
}

/** What a phrase may stand for. */
export interface Wanted {
  readonly words: PhraseWords;
  /** Undefined for what is never meant; of what fits as well, the lower number is. */
  readonly rankOf: (entity: Entity) => number | undefined;
  /** Words that stand in the plural. */
  readonly plurals: ReadonlySet<string>;
  /** How many are said to be meant. */
  readonly number: "one" | "all" | "both";
  /** True if a place alone is not enough: "turn on the kitchen" may mean the light, the oven or the radio. */
  readonly needsThing?: boolean;
  /** Whether the verb says what kind of thing it is ("lock"). If not, and no word does, all of a name has to be said. */
  readonly isTold?: (entity: Entity) => boolean;
  /** True if all of a name has to be said in any case: of a phrase whose verb is only guessed. */
  readonly needsWholeName?: boolean;
  /** Things that a word for their kind, or their place, does not name when their own name says more: a gun safe's lock is no door's. */
  readonly isCareful?: (entity: Entity) => boolean;
  /** True if one slip of the finger may be forgiven. */
  readonly forgivesSlips?: boolean;
  /**
   * Kinds that an entity counts as besides its own in a question about all of a set, where its name alone says what it is too: a garage door is a door,
   * and so is an opening called "Patio Door". Undefined for what is only what its class says.
   */
  readonly countsAs?: (entity: Entity) => readonly Kind[] | undefined;
  /** True if what has no area, or its area no floor, may be in any place. */
  readonly mayBeAnywhere?: boolean;
  /** True if the only thing able to is meant by what other things in its area are called by: "water the garden". */
  readonly mayBeNearby?: boolean;
}

interface HowSaid {
  /** Whether no more is said than what some kind is called, with or without a place: "the window", "the garage door". */
  readonly isKind: boolean;
  /** Whether that is all of a name. A word for a kind is no name: others of it may be meant as well. */
  readonly isNamed: boolean;
}

/** `several`: each fits the whole phrase, and one of them is meant. */
export type Placed =
  | (HowSaid & {
      readonly outcome: "sure";
      readonly entities: readonly Entity[];
      readonly isPlural: boolean;
      readonly hasPlace: boolean;
      readonly isByName: boolean;
    })
  | (HowSaid & { readonly outcome: "several"; readonly entities: readonly Entity[] })
  | { readonly outcome: "none" };

const NONE: Placed = { outcome: "none" };

/** More than these are no question with buttons, and not what somebody means who says "the lights" without "all" and without a place. */
export const MOST_SEVERAL = 6;
/** A slip of the finger in a shorter word makes another word. */
const SHORTEST_SLIP = 6;
/** The shortest last part of a compound that says what it is. */
export const SHORTEST_HEAD = 3;
/** Domains of which a thing without a class is what any class of the domain is called by: they have few, and all do the same. */
const OF_ANY_CLASS: ReadonlySet<Kind> = new Set(["valve.?"]);

/** There are many of them, and each does something else: they are meant by their name alone. */
export const ONE_OF_MANY: ReadonlySet<string> = new Set(["scene", "script", "button", "input_button"]);
/** Domains of which the kind may stay unsaid in a whole name: "the coffee maker" is its plug, "how much battery does the door have" its sensor. */
const SAID_SHORT: ReadonlySet<string> = new Set(["switch", "sensor"]);

/** A word that says something of the thing, or all words of a place. */
interface Said {
  readonly units: readonly string[];
  readonly kinds: ReadonlySet<Kind>;
  readonly place: string | undefined;
  /** True of floors that one word stands for ("upstairs"): to be on one of them is enough. */
  readonly isLevel: boolean;
  /** Whether Home Assistant calls some kind so, of the home or not. */
  readonly isKindName: boolean;
}

/** The entities that a phrase surely stands for: its name, kind or place must explain every word. An unexplained word makes it unsure. */
export function placePhrase(text: string, wanted: Wanted, postings: EntityPostings, lexicon: Lexicon): Placed {
  const said = readPhrase(text, wanted, postings, lexicon);
  if (!said) return NONE;
  const hasPlace = said.some(({ place }) => place !== undefined);
  const isPlural =
    wanted.number === "all" || said.some(({ units, kinds }) => kinds.size > 0 && units.some((unit) => wanted.plurals.has(unit)));
  // "the garage" is a place and a kind of door
  if (wanted.needsThing && said.every(({ place, kinds }) => place !== undefined && kinds.size === 0)) return NONE;
  const able = (records: Iterable<EntityRecord>) =>
    [...records].flatMap((record) => {
      const rank = wanted.rankOf(record.entity);
      return rank === undefined ? [] : [{ record, rank }];
    });
  const fitting = able(wanted.countsAs ? postings.records.values() : candidates(said, postings)).filter(({ record }) =>
    fits(record, said, wanted, postings),
  );
  if (fitting.length === 0 && !wanted.mayBeNearby) return NONE;
  if (fitting.length === 0) return onlyOneThere(able(postings.records.values()), said, { postings, lexicon });
  const first = Math.min(...fitting.map(({ rank }) => rank));
  const best = fitting
    .filter(({ rank }) => rank === first)
    .map(({ record }) => record)
    .sort((one, other) => one.slot - other.slot);
  const key = said.flatMap(({ units }) => units).join(" ");
  const named = wanted.number === "one" ? best.filter(({ nameKeys }) => nameKeys.some((name) => plainKey(name, wanted.words) === key)) : [];
  const isCounted = said[0]?.place === undefined && /^\p{N}/u.test(said[0]?.units[0] ?? "");
  const isDoubtful = isCounted || said.some(({ units, place }) => !place && units.some((unit) => wanted.words.doubtful.has(unit)));
  if (isDoubtful && named.length === 0) return NONE;
  // where a kind's word fits too many, those are meant that are called so
  const isTooMany = !isPlural && wanted.number === "one" && best.length > MOST_SEVERAL;
  const called = isTooMany
    ? best.filter(({ names }) =>
        said.every(({ units, place }) => place || names.some((name) => units.every((unit) => name.includes(unit)))),
      )
    : [];
  const meant = [named, called].find(({ length }) => length > 0) ?? best;
  const entities = meant.map(({ entity }) => entity);
  const isAll = isPlural && named.length === 0;
  const isByName = meant.every((record) => said.some((one) => one.place === undefined && !isOfKind(record, one)));
  const isKind =
    said.some(({ place, kinds }) => place === undefined && kinds.size > 0) && said.every(({ place, kinds }) => place ?? kinds.size > 0);
  const how = { isKind, isNamed: named.length > 0 && (said.length > 1 || !isKind) };
  const sure: Placed = { ...how, outcome: "sure", entities, isPlural: isAll, hasPlace, isByName };
  if (wanted.number === "both") return entities.length === 2 ? sure : NONE;
  if (entities.length === 1) return sure;
  if (isAll) return wanted.number === "all" || hasPlace || entities.length <= MOST_SEVERAL ? sure : NONE;
  return entities.length <= MOST_SEVERAL ? { ...how, outcome: "several", entities } : NONE;
}

/** Undefined if it holds what is no part of a phrase: an exception, or "on" without a place behind it. */
function readPhrase(text: string, wanted: Wanted, postings: EntityPostings, lexicon: Lexicon): readonly Said[] | undefined {
  if (withoutExceptions(text).except !== undefined || /[/\\]/.test(text)) return undefined;
  const levels = new Set<string>();
  const told = withFloorsNamed(text, (word, level) => {
    const floors = isKnown(word, postings) ? [] : [...postings.floorsAt(level)];
    for (const floor of floors) levels.add(unitsOf(floor).join(" "));
    return floors;
  });
  const units = unitsOf(told);
  const places = placesIn(units, postings);
  const kinds = lexicon.kindsIn(units);
  const said: Said[] = [];
  for (let at = 0; at < units.length; ) {
    const unit = units[at] ?? "";
    const place = places.find(({ from }) => from === at);
    if (place) {
      const own = units.slice(place.from, place.to);
      const key = own.join(" ");
      said.push({ units: own, kinds: kindsOf(own, at, kinds, wanted.words), place: key, isLevel: levels.has(key), isKindName: false });
      at = place.to;
      continue;
    }
    if (wanted.words.prepositions.has(unit)) {
      const next = units.findIndex((word, index) => index > at && !wanted.words.fillers.has(word));
      if (!places.some(({ from }) => from === next)) return undefined;
    } else if (!wanted.words.fillers.has(unit)) {
      const own = kindsOf([unit], at, kinds, wanted.words);
      said.push({ units: [unit], kinds: own, place: undefined, isLevel: false, isKindName: lexicon.isKindName(unit) });
    }
    at += 1;
  }
  // "that device" points to what was said before, which is not known here
  return said.length === 0 && units.length > 0 ? undefined : said;
}

function isKnown(word: string, postings: EntityPostings): boolean {
  return unitsOf(word).some((unit) => postings.having(unit).size > 0);
}

/** Names of places, the longest where they begin. */
function placesIn(units: readonly string[], postings: EntityPostings): readonly { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from < units.length; ) {
    let to = Math.min(units.length, from + postings.longestName);
    while (to > from && !postings.isPlace(units.slice(from, to).join(" "))) to -= 1;
    if (to > from) found.push({ from, to });
    from = Math.max(to, from + 1);
  }
  return found;
}

/** Kinds that the words are the name of: in Home Assistant's words, or in those of the language. What is only said of a kind names nothing. */
function kindsOf(units: readonly string[], from: number, hits: readonly KindHit[], { called }: PhraseWords): ReadonlySet<Kind> {
  const to = from + units.length;
  const own = hits.filter((hit) => hit.from < to && hit.to > from && hit.strength === 1 && (hit.isOwnName || OF_ANY_CLASS.has(hit.kind)));
  return new Set([...own.map(({ kind }) => kind), ...units.flatMap((unit) => [...(called.get(unit) ?? [])])]);
}

/** All that the words with the fewest fit: nothing else can fit the whole phrase. */
function candidates(said: readonly Said[], postings: EntityPostings): Iterable<EntityRecord> {
  let fewest: ReadonlySet<EntityRecord> | undefined;
  for (const { units, kinds, place } of said) {
    // there is no list of what is in a place, and a slip fits what is not listed
    if (place !== undefined || units.some((unit) => postings.having(unit).size === 0 && kinds.size === 0)) continue;
    const slots = units.flatMap((unit) => [...postings.having(unit).keys()]);
    const records = [...slots.flatMap((slot) => postings.slots[slot] ?? []), ...[...kinds].flatMap((kind) => [...postings.ofKind(kind)])];
    if (!fewest || records.length < fewest.size) fewest = new Set(records);
  }
  return fewest ?? postings.records.values();
}

/** True if every word is explained, and the name is told well enough. */
function fits(record: EntityRecord, said: readonly Said[], wanted: Wanted, postings: EntityPostings): boolean {
  const { entity, placeKeys } = record;
  const counted = wanted.countsAs?.(entity);
  const isOfIts = (one: Said) => isOfKind(record, one) || counted?.some((kind) => one.kinds.has(kind)) === true;
  const isThere = ({ place }: Said) => place !== undefined && placeKeys.includes(place);
  const isOnLevel = said.some((one) => one.isLevel && isThere(one));
  const names = new Set(record.names.flat());
  const exact = said.filter(({ units }) => units.every((unit) => names.has(unit)));
  const maySlip = wanted.forgivesSlips === true && (exact.length > 0 || said.some((one) => isOfIts(one)));
  // "Garagentür" is a door
  const isCompound = (unit: string) =>
    counted !== undefined && unit.length >= SHORTEST_HEAD && [...names].some((name) => name.endsWith(unit));
  const isNamed = (one: Said) =>
    exact.includes(one) ||
    one.units.every(isCompound) ||
    (maySlip && one.units.every((unit) => names.has(unit) || isSlipOf(unit, names, postings)));
  const isExplained = (one: Said) => {
    if (wanted.mayBeAnywhere && one.place !== undefined && (one.isLevel ? !entity.floor : !entity.area)) return true;
    if (one.isLevel) return isOnLevel;
    // what is called by another room stands where it stands
    if (one.place !== undefined && entity.area) return isThere(one) || isOfIts(one);
    return isOfIts(one) || isThere(one) || isNamed(one);
  };
  if (!said.every(isExplained)) return false;
  const byName = said.filter((one) => one.place === undefined && !isOfIts(one));
  const isWhole = () => isWhollyNamed(record, said, wanted, postings);
  if (wanted.needsWholeName) return isWhole();
  // a window's blind is no window: a word for another kind is part of a whole name, or of none
  if (!counted && byName.some(({ isKindName }) => isKindName)) return isWhole();
  const isKindSaid = said.some((one) => one.place === undefined && isOfIts(one));
  // "the hatch" of a cellar hatch: the last word of a name says what it is
  const isHeadSaid = () =>
    !ONE_OF_MANY.has(entity.domain) && record.names.some((name) => byName.some(({ units }) => units.includes(name.at(-1) ?? "")));
  if (byName.length > 0) return isKindSaid || wanted.isTold?.(entity) === true || isHeadSaid() || isWhole();
  return !wanted.isCareful?.(entity) || said.some((one) => one.place === undefined && exact.includes(one)) || isWhole();
}

function isOfKind({ kinds: own }: EntityRecord, { kinds }: Said): boolean {
  return own.some((kind) => kinds.has(kind));
}

/** True if all of one of its names is said, but for words of its place, of its kind, and those that say nothing ("smart"). */
function isWhollyNamed(
  { names, kinds, placeKeys, entity }: EntityRecord,
  said: readonly Said[],
  wanted: Wanted,
  postings: EntityPostings,
): boolean {
  const units = said.flatMap((one) => one.units);
  const placesOf = placeKeys.map((key) => key.split(" "));
  const isCareful = wanted.isCareful?.(entity) === true;
  // a floor lamp on the ground floor is not called by its place
  const isOfPlace = (name: readonly string[], word: string) =>
    placesOf.some((place) => place.includes(word) && place.every((one) => name.includes(one)));
  const isOwn = (word: string) =>
    (isCareful || SAID_SHORT.has(entity.domain)) && kinds.some((kind) => wanted.words.called.get(word)?.has(kind) === true);
  const isSaid = (word: string) =>
    units.includes(word) || (wanted.forgivesSlips === true && units.some((unit) => isSlipOf(unit, new Set([word]), postings)));
  return names.some(
    (name) =>
      name.length > 0 && (isCareful || name.some(isSaid)) && name.every((word) => isSaid(word) || isOfPlace(name, word) || isOwn(word)),
  );
}

/** True for one slip of the finger in a long word that the home does not know otherwise: two letters swapped, one doubled or not, a vowel left out. */
function isSlipOf(unit: string, words: ReadonlySet<string>, postings: EntityPostings): boolean {
  if (unit.length < SHORTEST_SLIP || /\p{N}/u.test(unit) || postings.having(unit).size > 0) return false;
  return [...words].some((word) => isSwap(unit, word) || isDropped(unit, word, true) || isDropped(word, unit, false));
}

function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at > 0 && one.slice(0, at) + one[at + 1] + one[at] + one.slice(at + 2) === other;
}

/** True if the shorter is the longer without one letter of a double one, or without a vowel inside it. */
function isDropped(shorter: string, longer: string, vowels: boolean): boolean {
  if (longer.length !== shorter.length + 1) return false;
  return [...longer].some((letter, at) => {
    const isDouble = letter === longer[at - 1] || letter === longer[at + 1];
    const isVowel = vowels && at > 0 && at < longer.length - 1 && /[aeiou]/.test(letter);
    return (isDouble || isVowel) && longer.slice(0, at) + longer.slice(at + 1) === shorter;
  });
}

function plainKey(name: string, { fillers }: PhraseWords): string {
  return name
    .split(" ")
    .filter((unit) => !fillers.has(unit))
    .join(" ");
}

/** The only thing of its kind, by what others in its area are called: with a "Garden Light" in the yard, its valve is the garden's. */
function onlyOneThere(
  able: readonly { readonly record: EntityRecord }[],
  said: readonly Said[],
  { postings, lexicon }: { readonly postings: EntityPostings; readonly lexicon: Lexicon },
): Placed {
  const [only] = able;
  const area = only?.record.entity.area;
  if (!only || !area || able.length > 1 || said.length === 0) return NONE;
  const { record } = only;
  const there = new Set<string>();
  for (const { entity, names } of postings.records.values()) {
    if (entity.area?.areaId !== area.areaId) continue;
    for (const name of names) for (const word of besidesKind(name, lexicon)) there.add(word);
  }
  const isExplained = ({ units, kinds, place }: Said) =>
    record.kinds.some((kind) => kinds.has(kind)) ||
    (place === undefined ? units.every((unit) => there.has(unit)) : record.placeKeys.includes(place));
  const sure = { outcome: "sure", entities: [record.entity], isPlural: false, hasPlace: true, isByName: true } as const;
  return said.every(isExplained) ? { ...sure, isKind: false, isNamed: false } : NONE;
}

/** The words of a name that do not say what kind of thing it is; none if no word does. */
function besidesKind(name: readonly string[], lexicon: Lexicon): readonly string[] {
  const kinds = lexicon.kindsIn(name).filter(({ by }) => by === "name");
  return kinds.length === 0 ? [] : name.filter((_, at) => !kinds.some(({ from, to }) => at >= from && at < to));
}
