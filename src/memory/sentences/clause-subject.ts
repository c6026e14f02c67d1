import { toPattern } from "../../text/pattern.ts";
import {
  choices,
  DOER,
  KIN_OR_RELATION,
  RELATION,
  RELATIVE,
  RELATIVE_OF_HEBREW,
  SELF,
  SELF_SUBJECT,
  THIRD,
  TITLED,
  whole,
} from "../facts/people-words.ts";
import { HIDDEN_FROM, IS_THE_PERSON, isOfCompanion } from "./companions.ts";
import { namePattern, namePatternOfKeys } from "./person-names.ts";
import { unknownSubject } from "./unknown-subject.ts";

/** Whom a clause tells something of; `none` where it says no word of anybody. */
export type Subject = "self" | "other" | "none";

interface Mention {
  readonly of: "self" | "other";
  readonly start: number;
  readonly end: number;
  /** No word for a person: the subject of a clause. */
  readonly isUnknown?: boolean;
}

const SELVES = toPattern(SELF, "giu");
const DOES = toPattern(SELF_SUBJECT, "giu");
/** Between "I" and somebody else: what follows is theirs. */
const BEGINS_OF_OTHER = whole(
  choices(
    "think thinks thought believe believed know knew guess suppose hope bet heard hear fear wish noticed sure reckon assume say said tell told see saw " +
      "glaube glaub denke weiß weiss hoffe vermute finde meine hörte gehört wette pense crois sais espère creo pienso sé espero denk weet geloof hoop vind hoorde חושב חושבת יודע יודעת מאמין " +
      "that who whose because since when if whether while dass daß weil wenn ob que qui porque cuando dat omdat als wanneer",
  ),
);
const BEGINS = toPattern(BEGINS_OF_OTHER.source, "giu");
/** Before somebody who is only there: "with my sister". */
const BESIDE = toPattern(`(?:${choices("with mit avec con met near next like than bei beside neben")})\\s+$`, "iu");
/** Behind somebody: what follows is theirs, "a sister who …". */
const WHO = /^(?:\s*,)?\s*(?:who|whose|that|der|die|das|qui|que|dat|ש\p{L}+)(?!\p{L})/iu;
/** Between somebody else and "me": what I am to do is what they want. */
const WANTS = /^\s+(?:wants?|wanted|expects?|would\s+like|['’]d\s+like|likes)\s+$/iu;
const ONLY_AND = /^\s*(?:and|und|et|y|en|&)\s*$/iu;

/** Before somebody for whom it is: "I buy insulin for Mia", "I give Mia insulin". */
const FOR =
  /(?:(?<!\p{L})(?:for|für|pour|para|por|voor|wegen|vanwege|because\s+of|due\s+to|à\s+cause\s+de|give|gives|giving|gave|gebe|gibt|donne|donner|doy|dar|geef|geven|בשביל|עבור|בגלל))\s+$/iu;
/** The longest of them, with a few spaces. */
const LONGEST_FOR = 20;
const LONGEST_HIDDEN = 60;
/** What somebody likes to do for others is theirs. */
const LIKES_DOING = /(?<!\p{L})(?:love|like|enjoy|hate)\s+(?:to\s+\p{L}+|\p{L}+ing)(?!\p{L})/iu;

/** Everybody whom a clause mentions, in their order; with `about` also a subject that nobody knows and that is none of these words. */
function mentionsIn(clause: string, names: RegExp | undefined, about?: ReadonlySet<string>): readonly Mention[] {
  const patterns = [RELATIVE, RELATIVE_OF_HEBREW, THIRD, TITLED, DOER, names ?? []].flat();
  const found = patterns.flatMap((pattern) => [...clause.matchAll(pattern)].map((match) => placeOf(match, "other")));
  if (about) found.push(...unknownIn(clause, about).filter(({ start, end }) => !found.some((one) => one.start < end && start < one.end)));
  const selves = [...clause.matchAll(SELVES)].map((match) => placeOf(match, "self"));
  const all = [...found, ...selves.filter(({ start }) => !found.some((other) => other.start <= start && start < other.end))];
  const ordered = all
    .filter(({ of, start }) => of === "self" || !IS_THE_PERSON.test(clause.slice(Math.max(0, start - LONGEST_FOR), start)))
    .filter(({ of, start, end }) => of === "self" || WHO.test(clause.slice(end)) || !BESIDE.test(clause.slice(0, start)))
    .toSorted((one, other) => one.start - other.start);
  // "Ben and I" are we
  return ordered.map((one, index) => {
    const near = [ordered[index - 1], ordered[index + 1]].some((other) => other?.of === "self" && areJoined(clause, one, other));
    return near ? { ...one, of: "self" } : one;
  });
}

/** True if a mention of oneself only says who is to do what somebody else wants: "Ben wants me to". */
function isWantedOf(clause: string, { of, start }: Mention, mentions: readonly Mention[]): boolean {
  return (
    of === "self" &&
    mentions.some((other) => other.of === "other" && !other.isUnknown && other.end <= start && WANTS.test(clause.slice(other.end, start)))
  );
}

function unknownIn(clause: string, about: ReadonlySet<string>): readonly Mention[] {
  const begins = [0, ...[...clause.matchAll(BEGINS)].map((match) => match.index + match[0].length)];
  return begins.flatMap((from) => {
    const place = unknownSubject(clause, from, about);
    return place ? [{ of: "other" as const, ...place, isUnknown: true }] : [];
  });
}

/**
 * Of whom a clause tells what stands at `at` in it: whoever is mentioned nearest before, else whoever comes first behind. `names`: those of others, as `namePattern` has them. `about`: words of
 * what is told; whatever else is the subject of the clause is somebody else then.
 */
export function subjectAt(clause: string, at: number, names: RegExp | undefined, about?: ReadonlySet<string>): Subject {
  // the value may be the subject itself: "jazz is what I like"
  const unknown = (mention: Mention): boolean => mention.isUnknown === true && mention.end > at;
  if (isOfCompanion(clause, at)) return "other";
  const all = mentionsIn(clause, names, about).filter((mention) => !unknown(mention));
  const mentions = all.filter((mention) => !isWantedOf(clause, mention, all));
  if (mentions.some((mention) => isForThem(clause, mention))) return "other";
  const before = mentions.findLast(({ end }) => end <= at);
  const behind = mentions.filter(({ end }) => end > at);
  const doer = [...clause.matchAll(DOES)].map((match) => placeOf(match, "self")).find(({ start }) => start < at);
  if (before?.of === "other") {
    if (doer === undefined || doer.start > before.start) return "other";
    const isTheirs = BEGINS_OF_OTHER.test(clause.slice(doer.end, before.start)) || WHO.test(clause.slice(before.end, at));
    return isTheirs ? "other" : "self";
  }
  if (before) {
    const isReport = doer !== undefined && BEGINS_OF_OTHER.test(clause.slice(doer.end, at)) && behind.some(({ of }) => of === "other");
    return isReport && !behind.some(({ of }) => of === "self") ? "other" : "self";
  }
  return behind[0]?.of ?? "none";
}

/** True if a clause only goes on about somebody whom the one before ends with: "my sister, who is vegan". */
export function goesOnOf(before: string, clause: string, names: RegExp | undefined): boolean {
  if (!WHO.test(` ${clause.trimStart()}`)) return false;
  const patterns = [RELATIVE, RELATIVE_OF_HEBREW, names ?? []].flat();
  return patterns.some((pattern) =>
    [...before.matchAll(pattern)].some(({ 0: who, index }) => index + who.length === before.trimEnd().length),
  );
}

function isForThem(clause: string, { of, start, end }: Mention): boolean {
  if (of !== "other" || LIKES_DOING.test(clause)) return false;
  const before = clause.slice(0, start);
  return (
    FOR.test(before.slice(-LONGEST_FOR)) ||
    HIDDEN_FROM.test(before.slice(-LONGEST_HIDDEN)) ||
    /^ל\p{Script=Hebrew}/u.test(clause.slice(start, end))
  );
}

/** True if a text names somebody else, by name or by what they are to somebody. */
export function namesOthers(text: string, others: readonly string[]): boolean {
  return mentionsIn(text, namePattern(others)).some(({ of }) => of === "other");
}

/** True if a key says that it is about somebody else: `sister_name`, `birthday_ben`. */
export function saysWhose(key: string, others: readonly string[]): boolean {
  const subject = key.toLowerCase().replaceAll("_", " ");
  // of a name whole words: there is no Tim in "wake_time"
  return whole(`${RELATION}|${KIN_OR_RELATION}`).test(subject) || namePatternOfKeys(others)?.test(subject) === true;
}

function areJoined(clause: string, one: Mention, other: Mention): boolean {
  const [first, second] = one.start < other.start ? [one, other] : [other, one];
  return ONLY_AND.test(clause.slice(first.end, second.start));
}

function placeOf(match: RegExpMatchArray, of: Mention["of"]): Mention {
  const start = match.index ?? 0;
  return { of, start, end: start + match[0].length };
}
