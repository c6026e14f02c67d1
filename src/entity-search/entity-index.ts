import type { Entity, Home } from "../homeassistant/registry/home.ts";
import type { DomainWords } from "../homeassistant/registry/translations.ts";
import { ENTITY_WORDS } from "../languages/entity-words.ts";
import { createLexicon, type Kind, type Lexicon } from "./entity-lexicon.ts";
import { type PhraseWords, type Placed, placePhrase, SHORTEST_HEAD, type Wanted } from "./entity-placing.ts";
import { type EntityDetails, EntityPostings, type EntityRecord } from "./entity-postings.ts";
import { type Question, readQuestion } from "./entity-question.ts";
import { isInPlace, isOfKind, type RankedEntity, rank, type SearchContext } from "./entity-ranking.ts";
import { LIKENESS, unitsOf } from "./entity-text.ts";

export interface FoundEntity {
  readonly entity: Entity;
  readonly score: number;
  /**
   * - `named`: its name or an alias stands in the sentence
   * - `all`: it is one of all that the sentence names by kind, or by kind and place
   * - `like`: some words fit
   * - `recent`: the sentence names nothing for sure; the last turn spoke of it, or of one that is called alike ("and the other one?")
   */
  readonly why: "named" | "all" | "like" | "recent";
}

export interface FindOptions {
  /** At most so many. What is named most specifically comes first. */
  readonly limit: number;
  readonly context?: SearchContext | undefined;
}

export type EntityIndexSearch = ReturnType<typeof createEntityIndex>;

export interface EntityIndexDependencies {
  readonly home: Pick<Home, "exposed" | "generation">;
  /** Must give the same object until the words are others. */
  readonly words: () => DomainWords;
  readonly detailsOf?: (entity: Entity) => EntityDetails;
}

/** Kept though they fit far less than the best: it may have been the wrong word. */
const LEAST_KEPT = 12;
/** Kept if they fit about as well as the best. */
const MOST_LIKE = 18;
const ABOUT_AS_WELL = 0.6;
/** Of each kind that is named or told of, so that one place's things do not push out the one that is to act there. */
const LEAST_OF_KIND = 4;
/** Of a kind with so few things in the home, or in the place that is named, all are kept. */
const FEW_OF_KIND = 32;
/** With all that was said found in names, only a few more. */
const KEPT_BESIDE_NAMED = 8;

/** Word search that knows kinds of things and places. The index is updated in place when the home's generation changes. */
export function createEntityIndex({ home, words, detailsOf = () => ({}) }: EntityIndexDependencies) {
  const postings = new EntityPostings();
  let generation: number | undefined;
  let lexicon: { readonly from: DomainWords; readonly kinds: string; readonly made: Lexicon } | undefined;

  function lexiconNow(): Lexicon {
    const from = words();
    const kinds = [...postings.kinds()].sort();
    const key = kinds.join(" ");
    if (lexicon?.from !== from || lexicon.kinds !== key) lexicon = { from, kinds: key, made: createLexicon(from, kinds) };
    return lexicon.made;
  }

  function follow(): void {
    if (generation === home.generation) return;
    postings.update(home.exposed(), detailsOf);
    generation = home.generation;
  }

  function ask(query: string, context: SearchContext) {
    follow();
    const question = readQuestion(query, postings, lexiconNow());
    return { question, ranked: rank(question, postings, context) };
  }

  return {
    /** Everything that any word fits, best first: for filtering further. */
    search: (query: string, limit: number): readonly Entity[] =>
      ask(query, {})
        .ranked.slice(0, Math.max(0, limit))
        .map(({ record }) => record.entity),
    /** What a phrase surely stands for; nothing before the words for kinds of things are known. */
    place(phrase: string, wanted: Wanted): Placed {
      if (words().domains.size === 0) return { outcome: "none" };
      follow();
      return placePhrase(phrase, wanted, postings, lexiconNow());
    },
    /** Kinds that an entity's names and labels say, whether it is of them or not: "Attic Window" of a contact without a class. */
    namedKinds(entity: Entity, called: PhraseWords["called"]): ReadonlySet<Kind> {
      const texts = [entity.name, ...entity.aliases, ...(detailsOf(entity).labels ?? entity.labels)].map(unitsOf);
      const isSaid = (word: string) =>
        texts.some((units) => units.some((unit) => unit === word || (word.length >= SHORTEST_HEAD && unit.endsWith(word))));
      // a garage's door is called a door, and most doors are no garage's
      const said = [...called].flatMap(([word, kinds]) =>
        isSaid(word) ? [...kinds].filter((kind) => kind.startsWith("binary_sensor.")) : [],
      );
      return new Set([...texts.flatMap(lexiconNow().kindsNamed), ...said]);
    },
    /** Best first: all that a sentence names, and a few that it may mean. Empty if nothing fits. */
    find(query: string, { limit, context = {} }: FindOptions): readonly FoundEntity[] {
      const { question, ranked } = ask(query, context);
      const points = ranked.length > 0 ? pointsBack(question) : "only";
      const recent = points === "no" ? [] : recentOnes(postings, context);
      const others = points === "only" && recent.length > 0 ? [] : choose(ranked, question, context);
      const known = new Set(recent.map(({ entity }) => entity));
      return [...recent, ...others.filter(({ entity }) => !known.has(entity))].slice(0, Math.max(0, limit));
    },
  };
}

/** All that is named, all of a kind if nothing more is said, then what fits best. */
function choose(ranked: readonly RankedEntity[], question: Question, { areaId }: SearchContext): readonly FoundEntity[] {
  const best = ranked.reduce((most, { score }) => Math.max(most, score), 0);
  const isNamed = question.named.some(({ isKindOnly }) => !isKindOnly);
  const all = isNamed && question.places.size === 0 ? NOTHING : wholeOf(question, ranked);
  const kept: [RankedEntity, FoundEntity["why"]][] = [];
  const isShort = fewOfKind(question);
  ranked.forEach((one, at) => {
    const { record, score, fullName } = one;
    const isWanted = isShort(record);
    if (fullName > 0) kept.push([one, "named"]);
    else if (all.members.has(one)) kept.push([one, all.isTold ? "like" : "all"]);
    else if (at < (isNamed ? KEPT_BESIDE_NAMED : LEAST_KEPT) || isWanted) kept.push([one, "like"]);
    else if (at < MOST_LIKE && score >= best * ABOUT_AS_WELL && !isNamed) kept.push([one, "like"]);
  });
  return kept
    .map(([{ record, score }, why]) => ({ entity: record.entity, score, why }))
    .sort((one, other) => orderOf(one, areaId) - orderOf(other, areaId));
}

/** True for the first entities of each kind that is named or told of; those with a place in the home are counted apart. */
function fewOfKind({ kinds }: Question): (record: EntityRecord) => boolean {
  const counts = [...kinds.named, ...kinds.done].map((kind) => ({ kind, placed: 0, others: 0 }));
  return ({ kinds: own, entity }) => {
    let isShort = false;
    for (const count of counts) {
      if (!own.includes(count.kind)) continue;
      const which = entity.area ? "placed" : "others";
      if (count[which] < LEAST_OF_KIND) isShort = true;
      count[which] += 1;
    }
    return isShort;
  };
}

/** Of all the things of a kind, those in the person's room are meant most, then those that have a place; the rest stays as it was ranked. */
function orderOf({ entity, why }: FoundEntity, areaId: string | undefined): number {
  if (why !== "all") return why === "named" ? 0 : 2;
  return entity.area ? (entity.area.areaId === areaId ? 1 : 1.1) : 1.2;
}

interface Whole {
  readonly members: ReadonlySet<RankedEntity>;
  /** More is said, and it fits some of them: "the reading lamp". Then all are kept only if they are few, and not as all that is named. */
  readonly isTold: boolean;
}

const NOTHING: Whole = { members: new Set(), isTold: false };

/** All of "the lights", "the lights upstairs", "everything in the kitchen"; of too many, those without a place in the home only until there are a few. */
function wholeOf(question: Question, ranked: readonly RankedEntity[]): Whole {
  const { kinds, places, tokens } = question;
  const wanted = kinds.named.size > 0 ? kinds.named : kinds.done;
  if (wanted.size === 0 && places.size === 0) return NOTHING;
  const all = ranked.filter(
    ({ record }) => (wanted.size === 0 || isOfKind(record, wanted)) && (places.size === 0 || isInPlace(record, question)),
  );
  const specific = tokens.flatMap(({ isSpecific, words }) => (isSpecific ? words.map(({ word }) => word) : []));
  const isTold = all.some(({ record }) => specific.some((word) => record.weights.has(word)));
  if (isTold && all.length > FEW_OF_KIND) return NOTHING;
  const placed = all.filter(({ record }) => record.entity.area);
  const others = all.filter(({ record }) => !record.entity.area);
  const room = placed.length > 0 ? MOST_LIKE - placed.length : FEW_OF_KIND;
  return { members: new Set([...placed, ...others.slice(0, Math.max(0, room))]), isTold };
}

function recentOnes(postings: EntityPostings, { recent = [] }: SearchContext): readonly FoundEntity[] {
  const spoken = recent.flatMap((entityId) => postings.records.get(entityId) ?? []);
  const found = [
    ...spoken.map(({ entity }) => ({ entity, score: 1 })),
    ...siblingsOf(spoken, postings).map(({ entity }) => ({ entity, score: 0.5 })),
  ];
  return found.map((one) => ({ ...one, why: "recent" }));
}

/** Words that stand for what was spoken of before ("it", "the other one", "again"), by language. A name has such a word in it at most by chance. */
const POINTING = new Set(ENTITY_WORDS.pointing.split(/\s+/).flatMap(unitsOf));

/** Whether a sentence means what the last turn was about: `only` if it fits nothing else, `perhaps` if a word is a little like a name. */
function pointsBack({ tokens, named, places, kinds }: Question): "no" | "perhaps" | "only" {
  if (named.length > 0 || places.size > 0 || kinds.named.size > 0) return "no";
  const own = tokens.filter(({ token, isCommon }) => !isCommon && !POINTING.has(token));
  if (own.some(({ words }) => words.some(({ like }) => like >= LIKENESS.inflected))) return "no";
  if (own.some((token) => token.kinds.length > 0)) return tokens.some(({ token }) => POINTING.has(token)) ? "perhaps" : "no";
  return own.some(({ words }) => words.length > 0) ? "perhaps" : "only";
}

/** A pair has one, a row of spots a few. */
const MOST_SIBLINGS = 4;

/** What "the other one" may be: entities of the same domain and area that share words of their names, most alike first. */
function siblingsOf(records: readonly EntityRecord[], postings: EntityPostings): readonly EntityRecord[] {
  const own = new Set(records.map(({ entityId }) => entityId));
  const shared = new Map<EntityRecord, number>();
  for (const record of records) {
    const words = nameWords(record);
    for (const slot of new Set([...words].flatMap((word) => [...postings.having(word).keys()]))) {
      const other = postings.slots[slot];
      if (!other || own.has(other.entityId) || !isBeside(other, record)) continue;
      const common = nameWords(other).intersection(words).size;
      if (common > 0) shared.set(other, Math.max(shared.get(other) ?? 0, common));
    }
  }
  return [...shared]
    .sort(([one, most], [other, more]) => more - most || (one.entityId < other.entityId ? -1 : 1))
    .slice(0, MOST_SIBLINGS)
    .map(([record]) => record);
}

function isBeside({ entity: one }: EntityRecord, { entity: other }: EntityRecord): boolean {
  return one.domain === other.domain && one.area?.areaId === other.area?.areaId;
}

function nameWords({ names, placeKeys }: EntityRecord): Set<string> {
  return new Set(names.flat()).difference(new Set(placeKeys.flatMap((key) => key.split(" "))));
}
