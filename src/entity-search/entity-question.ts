import type { Kind, KindHit, Lexicon } from "./entity-lexicon.ts";
import type { EntityPostings, EntityRecord } from "./entity-postings.ts";
import { isLoneLetter, LIKENESS, tokensOf, unitsOf, withFloorsNamed, withoutExceptions } from "./entity-text.ts";
import type { LikeWord } from "./entity-vocabulary.ts";

interface Span {
  readonly from: number;
  readonly to: number;
}

export interface NamedSpan extends Span {
  readonly records: readonly EntityRecord[];
  /** Its name is no more than what its kind is called: "Light". */
  readonly isKindOnly: boolean;
}

export interface AskedToken {
  readonly token: string;
  readonly weight: number;
  readonly kinds: readonly KindHit[];
  readonly words: readonly LikeWord[];
  readonly isCommon: boolean;
  /** Whether it says more than kind and place: "reading" in "the reading lamp in the bedroom". */
  readonly isSpecific: boolean;
}

/** What a sentence names. */
export interface Question {
  readonly tokens: readonly AskedToken[];
  readonly named: readonly NamedSpan[];
  readonly places: ReadonlySet<string>;
  readonly kinds: { readonly named: ReadonlySet<Kind>; readonly done: ReadonlySet<Kind> };
  readonly except: Question | undefined;
}

/** So much of a word's weight is left if it is said of all kinds of things. */
const COMMON_WEIGHT = 0.2;
const LONE_LETTER_WEIGHT = 0.5;
/** A kind's own name, whatever its ending; "Deckenventilator" says more than "Ventilator". */
const PLAIN_STRENGTH = 0.8;

export function readQuestion(text: string, postings: EntityPostings, lexicon: Lexicon): Question {
  // what is the name of a thing, all of it, is read as nothing else
  if (postings.named(unitsOf(text).join(" ")).size > 0) return readPart(text, postings, lexicon);
  // where the home has names with the word, it is one of them that is meant
  const isName = (word: string) => tokensOf(unitsOf(word)).some((token) => postings.having(token).size > 0);
  const told = withFloorsNamed(text, (word, fits) => (isName(word) ? [] : postings.floorsAt(fits)));
  const { rest, except } = withoutExceptions(told);
  const question = readPart(rest, postings, lexicon);
  return { ...question, except: except === undefined ? undefined : readPart(except, postings, lexicon) };
}

function readPart(text: string, postings: EntityPostings, lexicon: Lexicon): Question {
  const units = unitsOf(text);
  const kinds = lexicon.kindsIn(units);
  const named: NamedSpan[] = [];
  const placeSpans: (Span & { key: string })[] = [];
  for (let from = 0; from < units.length; from += 1) {
    for (let to = Math.min(units.length, from + postings.longestName); to > from; to -= 1) {
      const key = units.slice(from, to).join(" ");
      const records = [...postings.named(key)];
      if (records.length > 0) {
        named.push({ from, to, records, isKindOnly: kinds.some((hit) => hit.by === "name" && hit.from <= from && hit.to >= to) });
      }
      if (postings.isPlace(key)) placeSpans.push({ from, to, key });
    }
  }
  const places = [...outermost(placeSpans), ...likePlaces(units, placeSpans, postings)];
  const entities = outermost(named).filter(
    (span) => span.to - span.from === units.length || isTelling(span, units, kinds, placeSpans, lexicon) || fitsRest(span, kinds, places),
  );
  const byName = new Set(kinds.filter(({ by }) => by === "name").map(({ kind }) => kind));
  return {
    tokens: tokensOf(units).map((token) => {
      const asked = askedToken(token, units, kinds, places, lexicon);
      return { ...asked, words: postings.vocabulary.like(token, { isThing: asked.kinds.some(({ by }) => by === "name") }) };
    }),
    named: entities,
    places: new Set(places.map(({ key }) => key)),
    kinds: { named: byName, done: new Set(kinds.filter(({ by, kind }) => by === "deed" && !byName.has(kind)).map(({ kind }) => kind)) },
    except: undefined,
  };
}

function askedToken(
  token: string,
  units: readonly string[],
  kinds: readonly KindHit[],
  places: readonly Span[],
  lexicon: Lexicon,
): Omit<AskedToken, "words"> {
  const isPair = !units.includes(token);
  const stands = units.flatMap((unit, at) => (isPair ? (unit + units[at + 1] === token ? [at, at + 1] : []) : unit === token ? [at] : []));
  const own = kinds.filter(({ from, to }) => stands.some((at) => at >= from && at < to));
  const isPlace = stands.length > 0 && stands.every((at) => places.some(({ from, to }) => at >= from && at < to));
  const isCommon = lexicon.isCommon(token);
  const weight = isCommon && !isPlace ? COMMON_WEIGHT : isLoneLetter(token) ? LONE_LETTER_WEIGHT : 1;
  return { token, weight, kinds: own, isCommon, isSpecific: !isCommon && own.length === 0 && !isPlace };
}

/** Places of one word that stand there with another ending or in a compound: "keittiössä", "Küchenlicht". */
function likePlaces(units: readonly string[], exact: readonly Span[], postings: EntityPostings): readonly (Span & { key: string })[] {
  return units.flatMap((unit, at) => {
    if (exact.some(({ from, to }) => at >= from && at < to)) return [];
    const found = postings.placeWords.like(unit).filter(({ like }) => like >= LIKENESS.beginning);
    return found.map(({ word }) => ({ from: at, to: at + 1, key: word }));
  });
}

function outermost<Kept extends Span>(spans: readonly Kept[]): readonly Kept[] {
  const holds = (outer: Span, inner: Span) =>
    outer.from <= inner.from && outer.to >= inner.to && outer.to - outer.from > inner.to - inner.from;
  return spans.filter((span) => !spans.some((other) => holds(other, span)));
}

/** True if a name in full says more than a kind and a place do: "Reading Lamp", but not "Kitchen Light". */
function isTelling(
  { from, to }: Span,
  units: readonly string[],
  kinds: readonly KindHit[],
  places: readonly Span[],
  lexicon: Lexicon,
): boolean {
  const stands = (at: number) => (span: Span) => at >= span.from && at < span.to;
  const isPlain = (at: number) =>
    kinds.some((hit) => hit.by === "name" && hit.strength >= PLAIN_STRENGTH && stands(at)(hit)) || places.some(stands(at));
  return units.slice(from, to).some((unit, at) => !isPlain(from + at) && !lexicon.isCommon(unit));
}

/** A name that says no more than kind and place is not meant if the rest of the sentence names another kind of thing, or a place where it is not. */
function fitsRest({ from, to, records }: NamedSpan, kinds: readonly KindHit[], places: readonly (Span & { key: string })[]): boolean {
  const outside = (span: Span) => span.to <= from || span.from >= to;
  const others = kinds.filter((hit) => hit.by === "name" && outside(hit)).map(({ kind }) => kind);
  const elsewhere = places.filter(outside);
  return records.some(
    ({ kinds: own, placeKeys }) =>
      (others.length === 0 || own.some((kind) => others.includes(kind))) &&
      (elsewhere.length === 0 || elsewhere.some(({ key }) => placeKeys.includes(key))),
  );
}
