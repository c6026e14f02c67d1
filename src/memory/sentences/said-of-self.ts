import { toPattern } from "../../text/pattern.ts";
import { splitSentences } from "../../text/sentences.ts";
import type { Key } from "../facts/fact-keys.ts";
import { hitsIn, isSaid } from "../facts/fact-values.ts";
import { ALONE } from "../facts/people-words.ts";
import { isSamePolarity, isTurned } from "../facts/polarity.ts";
import { goesOnOf, namesOthers, type Subject, saysWhose, subjectAt } from "./clause-subject.ts";
import { clausesOf, isContrast } from "./clauses.ts";
import { isNotNow } from "./hypothetical.ts";
import { tellingPart } from "./own-words.ts";
import { namePattern } from "./person-names.ts";
import { HEALTH } from "./unknown-subject.ts";

/** A proposed value under a key, as a person may have said it. */
export interface Saying {
  readonly key: Key;
  readonly value: string;
}

/** Where a value stands in what a person tells. */
interface Place {
  readonly clause: string;
  /** Where the last of it begins there. */
  readonly last: number;
  readonly subject: Subject;
}

/**
 * True if a person says this of themselves (`isOfPerson`), or of their house, in their own words: they tell it, it is not turned round, and the
 * clause in which it stands is not about somebody else, unless the key says so.
 */
export function isSaidOfSelf(
  saying: Saying,
  said: string,
  { isOfPerson, others }: { readonly isOfPerson: boolean; readonly others: readonly string[] },
): boolean {
  const { key, value } = saying;
  // whoever's name stands alone before a colon said what follows
  const told = tellingPart(said).replaceAll(/:\s*\n\s*/g, ": ");
  if (!isSaid(value, told)) return false;
  const names = namePattern(others);
  const places = placesOf(value, told, names, isOfPerson ? wordsOfKey(key) : undefined);
  const own = isOfPerson && !mayTellOfOthers(saying, others) ? places.filter(({ subject }) => subject !== "other") : places;
  const isAllergy = key.kind?.name === "allergies";
  if (own !== places && HEALTH_KEYS.has(key.kind?.name ?? "") && isHealthOfOthers(told, own, names)) return false;
  if (!isTurnedBack({ key, value }) && own.some(({ clause }) => isNotNow(clause, value))) return false;
  return own.length > 0 && own.every(({ clause, last }) => isSamePolarity(clause, { key: key.name, value, at: last, isAllergy }));
}

/** "no smoking", and what is kept as a habit that was: `former_diet`. */
function isTurnedBack({ key, value }: Saying): boolean {
  return isTurned(value) || /(?:^|_)(?:former|ex|past|previous|quit|stopped|goals?|plans?|wish|dream)(?:_|$)/.test(key.name);
}

/** True if whoever says a value speaks of themselves alone there ("I", "my"). */
export function isSaidOfOneAlone(value: string, said: string): boolean {
  return placesOf(value, said, undefined).some(({ clause, subject }) => subject !== "other" && ALONE.test(clause));
}

/** Kinds of facts of which the reason may be somebody else: "I never buy nuts, Mia is allergic". */
const HEALTH_KEYS: ReadonlySet<string> = new Set(["allergies", "medication", "diet"]);
const OF_HEALTH = toPattern(
  `${HEALTH}|(?<!\\p{L})(?:he|she|\\p{Lu}\\p{L}+|er|il|elle|hij)\\s+(?:\\p{L}+\\s+){0,3}(?:rash|hives|ausschlag|éruption|sarpullido|uitslag)(?!\\p{L})`,
  "iu",
);

/** True if of what people cannot have a message says it of others alone, and where a value stands says nothing of the kind. */
function isHealthOfOthers(told: string, places: readonly Place[], names: RegExp | undefined): boolean {
  if (places.some(({ clause }) => OF_HEALTH.test(clause))) return false;
  const clauses = told.split("\n").flatMap((line) => splitSentences(line).flatMap(({ text }) => clausesOf(text)));
  const ofHealth = clauses.filter((clause) => OF_HEALTH.test(clause)).map((clause) => subjectAt(clause, clause.length, names, NOTHING));
  return ofHealth.includes("other") && !ofHealth.includes("self");
}

const NOTHING: ReadonlySet<string> = new Set();

/** The clauses that hold the most of a value. */
function placesOf(value: string, told: string, names: RegExp | undefined, about?: ReadonlySet<string>): readonly Place[] {
  const all = told.split("\n").flatMap((line) => splitSentences(line).flatMap(({ text }) => clausesWith(value, text, names, about)));
  const most = Math.max(0, ...all.map(({ hits }) => hits));
  return most === 0 ? [] : all.filter(({ hits }) => hits === most);
}

function clausesWith(
  value: string,
  sentence: string,
  names: RegExp | undefined,
  about: ReadonlySet<string> | undefined,
): readonly (Place & { readonly hits: number })[] {
  let before: Subject = "none";
  let previous = "";
  return clausesOf(sentence).map((text) => {
    const { count, at, last } = hitsIn(value, text);
    const own = isAnswerOf(previous) ? before : goesOnOf(previous, text, names) ? "other" : subjectAt(text, at, names, about);
    const subject = own === "none" ? before : own;
    // "I don't like beer, wine or gin": the words before hold for all of them
    const isTurnedBefore = own === "none" && !isContrast(text) && isTurned(previous) && (before === "self" || OR.test(text));
    const goesOn = isTurnedBefore || GAVE_UP.test(previous);
    const clause = goesOn ? `${previous}, ${text}` : text;
    const end = subjectAt(text, text.length, names, about);
    before = end === "none" ? before : end;
    previous = clause;
    return { clause, last: goesOn ? clause.length : last, subject, hits: count };

    /** "Ben: I love jazz" */
    function isAnswerOf(label: string): boolean {
      return before === "other" && label.trim().endsWith(":");
    }
  });
}

/** What a fact of a key may be called where it is told. */
function wordsOfKey({ name, kind }: Key): ReadonlySet<string> {
  return new Set([...name.split("_"), ...(kind?.words ?? []).flatMap((phrase) => phrase.split(" "))]);
}

/** "ich habe aufgehört, vegan zu leben" */
const GAVE_UP = /(?:aufgehört|aufgegeben|opgehouden)\s*$/iu;
const OR = /(?<!\p{L})(?:or|nor|oder|noch|ou|ni|o|of)(?!\p{L})/iu;
/** Kinds of facts whose values are people or animals, and what they are called. */
const OF_OTHERS: ReadonlySet<string> = new Set(["children", "pets"]);

function mayTellOfOthers({ key, value }: Saying, others: readonly string[]): boolean {
  if (saysWhose(key.name, others) || OF_OTHERS.has(key.kind?.name ?? "")) return true;
  return key.kind === undefined && namesOthers(value, others);
}
