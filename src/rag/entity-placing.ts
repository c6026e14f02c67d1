import type { Entity } from "../homeassistant/home.ts";
import type { Lexicon } from "./entity-lexicon.ts";
import type { EntityPostings, EntityRecord } from "./entity-postings.ts";
import type { AskedToken, Question } from "./entity-question.ts";
import { exceptedBy } from "./entity-ranking.ts";

/** What a phrase may stand for. */
export interface Wanted {
  /** Undefined for what is never meant; of what fits as well, the lower number is. */
  readonly rankOf: (entity: Entity) => number | undefined;
  /** Words that say nothing of the thing: articles, prepositions. In the form of `unitsOf`. */
  readonly fillers: ReadonlySet<string>;
  /** Words that stand in the plural, in the form of `unitsOf`. */
  readonly plurals: ReadonlySet<string>;
  /** What things of a domain are called besides what Home Assistant calls them: words in the form of `unitsOf`. */
  readonly called: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many are said to be meant. */
  readonly number: "one" | "all" | "both";
  /** True if a place alone is not enough: "turn on the kitchen" may mean the light, the oven or the radio. */
  readonly needsThing: boolean;
  /** True if all of a name has to be said: of a phrase whose verb is only guessed. */
  readonly needsWholeName?: boolean;
}

/** `several`: each fits the whole phrase, and one of them is meant. */
export type Placed =
  | { readonly outcome: "sure"; readonly entities: readonly Entity[] }
  | { readonly outcome: "several"; readonly entities: readonly Entity[] }
  | { readonly outcome: "none" };

const NONE: Placed = { outcome: "none" };

/** More than these are no question with buttons, and not what somebody means who says "the lights" without "all" and without a place. */
const MOST_SEVERAL = 6;
/** From here on a word is the same with another ending, or names the kind; below, it may be a slip of the finger or a part. */
const SAME = 0.85;

interface Able {
  readonly record: EntityRecord;
  readonly rank: number;
}

/**
 * The entities that a phrase stands for, if that is sure: every word of it, but for fillers, has to be explained by the entity itself, that
 * is by its name, aliases, kind, place, device, maker or labels. A word that nothing explains makes it unsure, however well the rest fits.
 */
export function placePhrase(question: Question, wanted: Wanted, postings: EntityPostings, lexicon: Lexicon): Placed {
  const { except } = question;
  const left = exceptedBy(except, postings);
  const tokens = question.tokens.filter(({ token }) => !wanted.fillers.has(token));
  const isKind = (token: AskedToken) => wanted.called.has(token.token) || kindsNamedBy(token).length > 0;
  const isPlural = wanted.number === "all" || tokens.some((token) => wanted.plurals.has(token.token) && isKind(token));
  // what shall be left out has to be known, and something has to remain of several
  if (except && (left.size === 0 || !isPlural)) return NONE;
  // "the garage" is a place and a kind of door
  if (wanted.needsThing && tokens.every((token) => token.isPlace && !isKind(token))) return NONE;
  const able = [...postings.records()].flatMap((record): Able[] => {
    const rank = left.has(record) ? undefined : wanted.rankOf(record.entity);
    return rank === undefined || (wanted.needsWholeName && !isAllSaid(record, tokens)) ? [] : [{ record, rank }];
  });
  const fitting = able.map((one) => ({ ...one, worst: worstFit(one.record, tokens, wanted.called) })).filter(({ worst }) => worst > 0);
  if (fitting.length === 0) return onlyOneThere(able, tokens, wanted.called, { postings, lexicon });
  const whole = fitting.some(({ worst }) => worst >= SAME) ? fitting.filter(({ worst }) => worst >= SAME) : fitting;
  const first = Math.min(...whole.map(({ rank }) => rank));
  const best = whole.filter(({ rank }) => rank === first).map(({ record }) => record);
  const exact = wanted.number === "one" ? best.filter((record) => isWholeName(record, tokens, wanted.fillers)) : [];
  const meant = (exact.length > 0 ? exact : best).map(({ entity }) => entity);
  if (wanted.number === "both") return meant.length === 2 ? { outcome: "sure", entities: meant } : NONE;
  if (isPlural && exact.length === 0 && meant.length > MOST_SEVERAL && wanted.number !== "all" && question.places.size === 0) return NONE;
  if (meant.length === 1 || (isPlural && exact.length === 0)) return { outcome: "sure", entities: meant };
  return meant.length <= MOST_SEVERAL ? { outcome: "several", entities: meant } : NONE;
}

/** Of the word that fits worst, 0 to 1. */
function worstFit(record: EntityRecord, tokens: readonly AskedToken[], called: Wanted["called"]): number {
  return tokens.reduce((worst, token) => Math.min(worst, worst === 0 ? 0 : fitOf(record, token, called)), 1);
}

function fitOf({ weights, kinds: own, entity }: EntityRecord, token: AskedToken, called: Wanted["called"]): number {
  if (called.get(token.token)?.has(entity.domain)) return 1;
  let best = 0;
  for (const { word, like } of token.words) if (like > best && weights.has(word)) best = like;
  for (const { kind, strength } of kindsNamedBy(token)) if (strength > best && own.includes(kind)) best = strength;
  return best;
}

/** Kinds that the word is the name of. A thing without a class may be of any class of its domain; what is only said of a kind names nothing. */
function kindsNamedBy({ kinds }: AskedToken): AskedToken["kinds"] {
  return kinds.filter(({ kind, isOwnName }) => isOwnName || kind.endsWith(".?"));
}

/** True if the phrase has every word of one of its names. */
function isAllSaid({ names }: EntityRecord, tokens: readonly AskedToken[]): boolean {
  return names.some((name) => name.length > 0 && name.every((own) => tokens.some(({ words }) => words.some(({ word }) => word === own))));
}

function isWholeName({ names }: EntityRecord, tokens: readonly AskedToken[], fillers: ReadonlySet<string>): boolean {
  return names.some((name) => {
    const own = new Set(name.filter((token) => !fillers.has(token)));
    return own.size === tokens.length && tokens.every(({ token }) => own.has(token));
  });
}

/**
 * The only thing of its kind in the home, with a word for its place that is not the area's name but that things there are called by: with a
 * "Garden Light" in the front yard, the valve there is the garden's.
 */
function onlyOneThere(
  able: readonly Able[],
  tokens: readonly AskedToken[],
  called: Wanted["called"],
  { postings, lexicon }: { readonly postings: EntityPostings; readonly lexicon: Lexicon },
): Placed {
  const [only] = able;
  const area = only?.record.entity.area;
  if (!only || !area || able.length > 1) return NONE;
  const places = new Set<string>();
  for (const { entity, names } of postings.records()) {
    if (entity.area?.areaId !== area.areaId) continue;
    for (const name of names) for (const word of besidesKind(name, lexicon)) places.add(word);
  }
  const isThere = tokens.every((token) => fitOf(only.record, token, called) > 0 || places.has(token.token));
  return isThere ? { outcome: "sure", entities: [only.record.entity] } : NONE;
}

/** The words of a name that do not say what kind of thing it is; none if no word does. */
function besidesKind(name: readonly string[], lexicon: Lexicon): readonly string[] {
  const kinds = lexicon.kindsIn(name).filter(({ by }) => by === "name");
  return kinds.length === 0 ? [] : name.filter((_, at) => !kinds.some(({ from, to }) => at >= from && at < to));
}
