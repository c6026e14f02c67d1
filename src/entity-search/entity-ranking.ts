import { isPassive, type Kind } from "./entity-lexicon.ts";
import type { EntityPostings, EntityRecord } from "./entity-postings.ts";
import type { AskedToken, Question } from "./entity-question.ts";

export interface SearchContext {
  readonly areaId?: string | undefined;
  /** Entities that the last turn spoke of, the latest first. */
  readonly recent?: readonly string[];
}

export interface RankedEntity {
  readonly record: EntityRecord;
  readonly score: number;
  /** Units of its name if the sentence names it in full, else 0. */
  readonly fullName: number;
}

/** Being a thing of a kind says nearly as much as being called so. */
const KIND_WEIGHT = { name: 0.8, deed: 0.5 } as const;
/** Of two entities that fit as well, the one with fewer further words in its name is meant. */
const COVERAGE_WEIGHT = 0.35;
/** For being, or not being, of a kind that the sentence names, or whose doings it tells. */
const OF_KIND = 1.25;
const NOT_OF_KIND = 0.7;
const OF_DOER = 1.15;
const NOT_OF_DOER = 0.85;
/** Of things that only tell of others or set them up, and that the sentence does not speak of. */
const PASSIVE = 0.7;
/** A thing in a place that is named, added once. */
const IN_PLACE = 0.4;
/** In the person's own room, if no other is named. */
const IN_OWN_ROOM = 0.3;
/** The last turn spoke of it. */
const RECENT = 0.25;
/** What has a place in the home is in use; it wins where all else is equal. */
const PLACED = 1.08;

/** Every entity that anything in the question fits, best first; equal ones by id. Excepted ones are left out. */
export function rank(question: Question, postings: EntityPostings, context: SearchContext): readonly RankedEntity[] {
  const { sums, touched, matched } = addUp(question, postings);
  const fullNames = fullNamesIn(question);
  const except = exceptedBy(question.except, postings);
  const recent = new Set(context.recent);
  const ranked: RankedEntity[] = [];
  for (const slot of touched) {
    const record = postings.slots[slot];
    if (!record || except.has(record)) continue;
    const fits = (sums[slot] ?? 0) * (1 + COVERAGE_WEIGHT * coverage(record, matched)) * kindFactor(record, question);
    const score = (fits + besides(record, question, context, recent)) * (record.entity.area ? PLACED : 1);
    ranked.push({ record, score, fullName: fullNames.get(record) ?? 0 });
  }
  return ranked.sort(
    (one, other) => other.fullName - one.fullName || other.score - one.score || (one.record.entityId < other.record.entityId ? -1 : 1),
  );
}

/** True if the entity is of one of the kinds. */
export function isOfKind({ kinds }: EntityRecord, wanted: ReadonlySet<Kind>): boolean {
  return kinds.some((kind) => wanted.has(kind));
}

/** True if the sentence names the entity's area or floor in full. */
export function isInPlace({ placeKeys }: EntityRecord, { places }: Question): boolean {
  return placeKeys.some((key) => places.has(key));
}

function addUp(question: Question, postings: EntityPostings) {
  const sums = new Float64Array(postings.slots.length);
  const best = new Float64Array(postings.slots.length);
  const touched = new Set<number>();
  const matched = new Map<string, number>();
  for (const asked of question.tokens) {
    const here: number[] = [];
    const raise = (slot: number, score: number) => {
      if (best[slot] === 0) here.push(slot);
      if (score > (best[slot] ?? 0)) best[slot] = score;
    };
    raiseByWords(asked, postings, matched, raise);
    raiseByKinds(asked, postings, raise);
    for (const slot of here) {
      sums[slot] = (sums[slot] ?? 0) + (best[slot] ?? 0);
      best[slot] = 0;
      touched.add(slot);
    }
  }
  return { sums, touched, matched };
}

function raiseByWords(
  { words, weight }: AskedToken,
  postings: EntityPostings,
  matched: Map<string, number>,
  raise: (slot: number, score: number) => void,
): void {
  for (const { word, like } of words) {
    const having = postings.having(word);
    const worth = like * weight * rarity(having.size, postings.records.size);
    matched.set(word, Math.max(matched.get(word) ?? 0, like));
    for (const [slot, place] of having) raise(slot, worth * place);
  }
}

function raiseByKinds({ kinds, weight }: AskedToken, postings: EntityPostings, raise: (slot: number, score: number) => void): void {
  for (const { kind, by, strength } of kinds) {
    const records = postings.ofKind(kind);
    const worth = KIND_WEIGHT[by] * strength * weight * rarity(records.size, postings.records.size);
    for (const { slot } of records) raise(slot, worth);
  }
}

/** 1 for a word of one entity, less the more entities have it, never nothing. */
function rarity(having: number, all: number): number {
  return having === 0 ? 0 : Math.log(1 + all / having) / Math.log(1 + all);
}

/** How much of the best fitting name the question says, 0..1. */
function coverage({ names }: EntityRecord, matched: ReadonlyMap<string, number>): number {
  let best = 0;
  for (const tokens of names) {
    let said = 0;
    for (const token of tokens) said += matched.get(token) ?? 0;
    best = Math.max(best, said / Math.max(1, tokens.length));
  }
  return best;
}

function kindFactor(record: EntityRecord, { kinds: { named, done } }: Question): number {
  if (isOfKind(record, named)) return OF_KIND;
  const isDoer = isOfKind(record, done);
  const factor = named.size > 0 ? (isDoer ? 1 : NOT_OF_KIND) : done.size > 0 ? (isDoer ? OF_DOER : NOT_OF_DOER) : 1;
  return isDoer || !isPassive(record.entity.domain) ? factor : factor * PASSIVE;
}

function besides(record: EntityRecord, question: Question, { areaId }: SearchContext, recent: ReadonlySet<string>): number {
  const { area } = record.entity;
  const inPlace = question.places.size > 0 ? isInPlace(record, question) && IN_PLACE : area && area.areaId === areaId && IN_OWN_ROOM;
  return (inPlace || 0) + (recent.has(record.entityId) ? RECENT : 0);
}

function fullNamesIn({ named }: Question): ReadonlyMap<EntityRecord, number> {
  const longest = new Map<EntityRecord, number>();
  for (const { from, to, records } of named) {
    for (const record of records) longest.set(record, Math.max(longest.get(record) ?? 0, to - from));
  }
  return longest;
}

/** Those named in full; where none is, all of the kinds and in the places that are named. */
function exceptedBy(except: Question | undefined, postings: EntityPostings): ReadonlySet<EntityRecord> {
  if (!except) return new Set();
  if (except.named.length > 0) return new Set(except.named.flatMap(({ records }) => records));
  const { named } = except.kinds;
  if (named.size === 0 && except.places.size === 0) return new Set();
  const isExcepted = (record: EntityRecord) =>
    (named.size === 0 || isOfKind(record, named)) && (except.places.size === 0 || isInPlace(record, except));
  return new Set([...postings.records.values()].filter(isExcepted));
}
