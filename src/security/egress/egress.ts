import { beginsByAsking } from "../../languages/asking.ts";
import { LANGUAGES, textsIn } from "../../languages/catalogue.ts";
import { egressWords } from "../../languages/egress-words.ts";
import { dayPartNames, monthNames, weekdayNames } from "../../text/calendar-names.ts";
import { singleSpaced } from "../../text/fold.ts";
import { toPattern } from "../../text/pattern.ts";
import { withEdits } from "../../text/text-edits.ts";
import { EMPTY_HOME, tellsAccess, tellsHidingPlace, tellsMatter } from "../redaction/sensitivity.ts";
import { createAddressFinder } from "./addresses.ts";
import { findCodes } from "./codes.ts";
import { findEncoded } from "./encoded.ts";
import { createWordFinder, type HomeWord, type WordFinder, type WordFound } from "./home-words.ts";
import { findNetwork } from "./network.ts";
import { findNumbers } from "./numbers.ts";
import { createPhoneFinder, findSpokenPhones } from "./phones.ts";
import { findPlaces, type HomePlace, placeOf } from "./places.ts";
import { joinSpelled, type ReadText, readDigits, readText, sourcePlace, withoutInvisible } from "./read-text.ts";
import { digitsOf, type PrivateSpan, withoutOverlaps } from "./spans.ts";

/** `deny`: nobody can allow it. `ask`: a person may allow this text, or `without` what was found. `reason` and `kinds` never hold the private text. */
export type EgressVerdict =
  | { readonly outcome: "allow"; readonly text: string }
  | { readonly outcome: "ask"; readonly text: string; readonly without: string | undefined; readonly kinds: readonly string[] }
  | { readonly outcome: "deny"; readonly reason: string; readonly kinds: readonly string[] };

export interface EgressPolicy {
  /** Decides about a text before it leaves. Only a text of the verdict may be sent. */
  decide(text: string): EgressVerdict;
  /** Everything private in a text with its place, in order, for other gates. Takes time in proportion to the text. */
  find(text: string): readonly PrivateSpan[];
  /** The same for many texts of one moment: the home's words are asked for once. */
  at(): Pick<EgressPolicy, "find">;
}

/** What opens the home, pays, or says where it is: no yes lets it out. Everything else that is found is asked about. */
const DENIED: ReadonlySet<string> = new Set([
  ...["secret", "own", "card", "iban", "national_id", "encoded"],
  ...["network", "host", "private_url", "ip_or_mac", "mac", "home_address", "home_coordinates"],
]);
/** Encodings within encodings are looked into so far. */
const DEEPEST = 2;
/** Letters that a question without its names still has to have. */
const FEWEST_LEFT = 3;

interface Home {
  readonly words: WordFinder;
  readonly places: readonly HomePlace[];
}

/** `homeWords` answers with the same list until it changes; `languages` (ISO 639-1) are those whose street addresses and phone numbers are known. */
export function createEgressPolicy(o: {
  readonly homeWords: () => readonly HomeWord[];
  readonly languages: readonly string[];
}): EgressPolicy {
  const findAddresses = createAddressFinder(o.languages);
  const findPhones = createPhoneFinder(o.languages);
  let known: readonly HomeWord[] | undefined;
  let home: Home = { words: () => [], places: [] };
  const currentHome = (): Home => {
    const words = o.homeWords();
    if (words !== known) {
      home = { words: createWordFinder(words), places: words.flatMap((word) => placeOf(word) ?? []) };
      known = words;
    }
    return home;
  };

  const inView = (view: ReadText, { words, places }: Home): readonly PrivateSpan[] => {
    const { text } = view;
    const named = words(text);
    const ours = named
      .filter((found) => isMeant(text, found, named))
      .flatMap(({ from, to, words: [word] }) => (word ? [{ from, to, kind: kindOf(word), generic: word.generic }] : []));
    const found = [
      findNetwork(text),
      findNumbers(text),
      findPhones(text),
      findAddresses(text),
      findPlaces(text, places),
      findCodes(text),
      ours,
    ];
    return placed(found.flat(), view);
  };

  /** What is private in a text in any reading of it: as it stands and with digits for number words, each also with spelled words joined. */
  const find = (text: string, ours: Home, depth = 0): readonly PrivateSpan[] => {
    const digits = readDigits(text);
    const views = [readText(text), digits].flatMap((view) => (view ? [view, joinSpelled(view) ?? []].flat() : []));
    const spoken = digits ? placed(findSpokenPhones(digits.text), digits) : [];
    const encoded = depth < DEEPEST ? findEncoded(text, (decoded) => find(decoded, ours, depth + 1).length > 0) : [];
    return withoutOverlaps([
      ...views.flatMap((view) => inView(view, ours)),
      ...spoken.filter(({ from, to }) => /\p{L}/u.test(text.slice(from, to))),
      ...encoded,
    ]);
  };

  /** Kinds of what a question holds: what is found in it, and what it tells of those who ask. */
  const kindsIn = (text: string, found: readonly PrivateSpan[]): readonly string[] => {
    const isTold = isPersonal(readDigits(text)?.text ?? readText(text).text);
    return [...new Set([...found.map(({ kind }) => kind), ...(isTold ? ["routine"] : [])])];
  };

  return {
    find: (text) => find(text, currentHome()),
    at() {
      const ours = currentHome();
      return { find: (text) => find(text, ours) };
    },
    decide(given) {
      const text = withoutInvisible(given).trim();
      const ours = currentHome();
      const found = find(given, ours);
      const kinds = kindsIn(given, found);
      if (kinds.length === 0) return { outcome: "allow", text };
      const reason = kinds.find((kind) => DENIED.has(kind));
      if (reason !== undefined) return { outcome: "deny", reason, kinds };
      const rest = withoutFound(given, found);
      const isPlain = rest !== text && letters(rest) >= FEWEST_LEFT && kindsIn(rest, find(rest, ours)).length === 0;
      return { outcome: "ask", text, without: isPlain ? rest : undefined, kinds };
    },
  };
}

/** A name that is a word of every day counts where it is written as a name, or beside another word of the home. */
function isMeant(text: string, { from, to, words, isCommon }: WordFound, all: readonly WordFound[]): boolean {
  if (!isCommon) return true;
  const isWritten = /\p{Lu}/u.test(text.charAt(from)) && /\S\s{0,3}$/u.test(text.slice(0, from));
  return (
    isWritten ||
    tellsMatter(text) ||
    tellsAccess(text) ||
    /^['’]/.test(text.slice(to)) ||
    all.some((other) => other.from !== from && other.words[0]?.text !== words[0]?.text)
  );
}

/** An address of the home is told apart from one of anybody's. */
function kindOf({ kind }: HomeWord): string {
  return kind === "address" ? "home_address" : kind;
}

function placed(spans: readonly PrivateSpan[], view: ReadText): readonly PrivateSpan[] {
  return spans.map((span) => ({ ...span, ...sourcePlace(view, span.from, span.to) }));
}

/** The text with generic words, or nothing, in place of what was found. */
function withoutFound(text: string, found: readonly PrivateSpan[]): string {
  const edits = found.map(({ from, to, generic = "" }) => ({ from, to, text: generic }));
  return singleSpaced(withoutInvisible(withEdits(text, edits)).replaceAll(/(?<=^|\s)['’]s?(?=\s|$)/gu, ""));
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** A time of day, or a count of days: digits alone, with minutes, or with what stands for an hour. */
const TIME =
  /(?<![\p{L}\d.,:/$€£-])(?:[0-3]?\d\.[01]?\d\.|(?:[01]?\d|2[0-4])(?:[:.h]\d{2})?)(?: ?(?:h|am|pm|uhr|uur))?(?![\p{L}\d%°]|[.,:]\d)/iu;
const EMPTY = toPattern(EMPTY_HOME, "iu");

const SELVES = LANGUAGES.flatMap((language) => textsIn(language, "egress.yaml").get("egress.first-person")?.split("|") ?? []);
const SELF = toPattern(`(?<![\\p{L}\\d])(?:${[...new Set(SELVES)].join("|")})(?!\\p{L})`, "iu");

const DAYS = LANGUAGES.flatMap((language) => [
  ...weekdayNames(language),
  ...dayPartNames(language),
  ...monthNames(language, "long"),
]).filter((name) => name !== "may" && name !== "mars");
const DAY = toPattern(`(?<!\\p{L})(?:${[...new Set(DAYS.map((name) => name.toLowerCase()))].join("|")})s?(?!\\p{L})`, "iu");

/** Whether a question tells of the people who ask: an empty house, where a key lies, or two of a first person, a time, and a private matter. General questions may hold a time. */
function isPersonal(text: string): boolean {
  if (EMPTY.test(text) || tellsHidingPlace(text)) return true;
  const isGeneral = beginsByAsking(text);
  const isTimed = !isGeneral && (TIME.test(text) || DAY.test(text));
  const signs = [SELF.test(text), isTimed, tellsMatter(text) || (!isGeneral && tellsAccess(text))];
  return signs.filter(Boolean).length > 1;
}

/** What the model may do after a search was blocked (the seed's "search recovery protocol"). */
export function recoveryHint(kinds: readonly string[]): string {
  const found = [...new Set(kinds.map((kind) => egressWords.kinds[kind.replace(/^(?:home|public)_/, "")] ?? "something private"))].join(
    " and ",
  );
  return (
    `The search was not made: it has ${found} in it. Do not send it again in another spelling. Ask with generic words in place of names, ` +
    `rooms and ids, like "smart light not responding". If it cannot be asked so, answer from what you know, or say that this cannot be searched for.`
  );
}

/** Shorter numbers stand in every search. */
const SHORTEST_CODE = 4;

const CODES: ReadonlySet<string> = new Set(["secret", "public_secret"]);

/** Finds the codes that a person gave in their own messages in a text that may leave, in digits of any script, in number words or encoded. */
export function createTypedCodes({ find }: Pick<EgressPolicy, "find">) {
  const views = (text: string) => [readText(text).text, readDigits(text)?.text ?? ""];
  return (text: string, said: readonly string[]): boolean => {
    const codes = said
      .flatMap((message) => find(message).flatMap(({ kind, from, to }) => (CODES.has(kind) ? views(message.slice(from, to)) : [])))
      .map(digitsOf)
      .filter((code) => code.length >= SHORTEST_CODE);
    const holds = (part: string) => {
      const numbers = views(part).flatMap((view) => [...view.matchAll(/\d(?:[ .,/#*–-]{0,2}\d)*/g)].map(([run]) => digitsOf(run)));
      return codes.some((code) => numbers.some((number) => number.includes(code)));
    };
    return codes.length > 0 && (holds(text) || findEncoded(text, holds).length > 0);
  };
}
