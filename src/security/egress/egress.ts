import { streetWords } from "../../languages/streets.ts";
import { withEdits } from "../../text/text-edits.ts";
import { tellsAccess, tellsMatter } from "../redaction/sensitivity.ts";
import { createAddressFinder } from "./addresses.ts";
import { findCodes } from "./codes.ts";
import { findEncoded } from "./encoded.ts";
import { createWordFinder, type HomeWord, type WordFinder, type WordFound } from "./home-words.ts";
import { findNetwork } from "./network.ts";
import { createDigitReader } from "./number-words.ts";
import { findNumbers } from "./numbers.ts";
import { createPersonalFinder } from "./personal.ts";
import { createPhoneFinder, findSpokenPhones } from "./phones.ts";
import { findPlaces, type HomePlace, placeOf } from "./places.ts";
import { joinSpelled, type ReadText, readText, sourcePlace, withoutInvisible } from "./read-text.ts";
import { recoveryHint } from "./recovery-hint.ts";
import { type PrivateSpan, withoutOverlaps } from "./spans.ts";

/**
 * Whether a text may leave the house. `deny`: nobody can allow it. `ask`: a person may allow this text, letter by letter, or `without`, the same
 * without what was found, where that still says something; where nobody can be asked, it is denied. `reason` and `kinds` are kinds, never the thing
 * itself; `hint` is for the model.
 */
export type EgressVerdict =
  | { readonly outcome: "allow"; readonly text: string }
  | { readonly outcome: "ask"; readonly text: string; readonly without: string | undefined; readonly kinds: readonly string[] }
  | { readonly outcome: "deny"; readonly reason: string; readonly kinds: readonly string[]; readonly hint: string };

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

/**
 * Builds the policy. `homeWords` has to answer with the same list until it changes; `languages` are those whose street addresses and phone numbers
 * are known, ISO 639-1.
 */
export function createEgressPolicy(o: {
  readonly homeWords: () => readonly HomeWord[];
  readonly languages: readonly string[];
}): EgressPolicy {
  const findAddresses = createAddressFinder(["any", ...o.languages].flatMap((language) => streetWords()[language] ?? []));
  const findPhones = createPhoneFinder(o.languages);
  const readDigits = createDigitReader();
  const isPersonal = createPersonalFinder();
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
      .map(({ from, to, word }) => ({ from, to, kind: kindOf(word), generic: word.generic }));
    return placed([...findNetwork(text), ...inNumbers(text, places), ...ours], view);
  };

  /** What consists of digits. */
  const inNumbers = (text: string, places: readonly HomePlace[]): readonly PrivateSpan[] => [
    ...findNumbers(text),
    ...findPhones(text),
    ...findAddresses(text),
    ...findPlaces(text, places),
    ...findCodes(text),
  ];

  /** What is private once number words are digits. */
  const inDigits = (source: string, { words, places }: Home): readonly PrivateSpan[] => {
    const view = readDigits(source);
    if (!view) return [];
    return [view, joinSpelled(view)].flatMap((one) => {
      if (!one) return [];
      const secrets = [...words(one.text)].flatMap(({ word, from, to }) =>
        word.kind === "secret" || word.kind === "address" ? [{ from, to, kind: kindOf(word) }] : [],
      );
      const spoken = placed(findSpokenPhones(one.text), one).filter(({ from, to }) => /\p{L}/u.test(source.slice(from, to)));
      return [...placed([...findNetwork(one.text), ...inNumbers(one.text, places), ...secrets], one), ...spoken];
    });
  };

  const find = (text: string, ours: Home, depth = 0): readonly PrivateSpan[] => {
    const view = readText(text);
    const joined = joinSpelled(view);
    const encoded = depth < DEEPEST ? findEncoded(text, (decoded) => find(decoded, ours, depth + 1).length > 0) : [];
    return withoutOverlaps([...inView(view, ours), ...(joined ? inView(joined, ours) : []), ...inDigits(text, ours), ...encoded]);
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
      if (reason !== undefined) return { outcome: "deny", reason, kinds, hint: recoveryHint(kinds) };
      const rest = withoutFound(given, found);
      const isPlain = rest !== text && letters(rest) >= FEWEST_LEFT && kindsIn(rest, find(rest, ours)).length === 0;
      return { outcome: "ask", text, without: isPlain ? rest : undefined, kinds };
    },
  };
}

/** A name that is a word of every day counts where it is written as a name, or beside another word of the home. */
function isMeant(text: string, { from, to, word, isCommon }: WordFound, all: readonly WordFound[]): boolean {
  if (!isCommon) return true;
  const isWritten = /\p{Lu}/u.test(text.charAt(from)) && /\S\s{0,3}$/u.test(text.slice(0, from));
  return (
    isWritten ||
    tellsMatter(text) ||
    tellsAccess(text) ||
    /^['’]/.test(text.slice(to)) ||
    all.some((other) => other.from !== from && other.word.text !== word.text)
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
  return withoutInvisible(withEdits(text, edits))
    .replaceAll(/(?<=^|\s)['’]s?(?=\s|$)/gu, "")
    .replaceAll(/\s{1,100}/g, " ")
    .trim();
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
