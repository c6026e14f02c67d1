import { toPattern } from "../../text/pattern.ts";
import { withEdits } from "../../text/text-edits.ts";
import { createAddressFinder } from "./sanitizer-address.ts";
import { findCodes } from "./sanitizer-codes.ts";
import { mayNameTown, meansThisHome } from "./sanitizer-context.ts";
import { createDigitReader } from "./sanitizer-digits.ts";
import { findEncoded } from "./sanitizer-encoded.ts";
import { recoveryHint } from "./sanitizer-hints.ts";
import { findNetwork } from "./sanitizer-network.ts";
import { findNumbers } from "./sanitizer-numbers.ts";
import { createPhoneFinder, findSpokenPhones } from "./sanitizer-phones.ts";
import { findPlaces, type HomePlace, placeOf } from "./sanitizer-places.ts";
import { findRoutines } from "./sanitizer-routines.ts";
import { type PrivateSpan, withoutOverlaps } from "./sanitizer-span.ts";
import { joinSpelled, type ReadText, readText, sourcePlace, withoutInvisible } from "./sanitizer-text.ts";
import { createWordFinder, type HomeWord } from "./sanitizer-words.ts";

/** A kind of private thing that was found, never the thing itself. */
export interface Found {
  readonly kind: string;
}

/** Whether a query may leave the house: as it is, in generic words, or not at all. `reason` is a kind; `hint` is for the model. */
export type SanitizerVerdict =
  | { readonly outcome: "clean"; readonly query: string }
  | { readonly outcome: "rewritten"; readonly query: string; readonly found: readonly Found[] }
  | { readonly outcome: "blocked"; readonly reason: string; readonly found: readonly Found[]; readonly hint: string };

export interface Sanitizer {
  /** Judges a search before it leaves (the seed's M1). Only what the verdict has as `query` may be sent. */
  check(query: string): SanitizerVerdict;
  /** Everything private in a text with its place, in order, for other gates. Takes time in proportion to the text. */
  find(text: string): readonly PrivateSpan[];
  /** The same for many texts of one moment: the home's words are asked for once. */
  at(): Pick<Sanitizer, "find">;
}

/** So many of the home's words on each side are looked at for whether it is this home that is meant. */
const BESIDE = 4;
/** Encodings within encodings are looked into so far. */
const DEEPEST = 2;

interface Home {
  readonly words: ReturnType<typeof createWordFinder>;
  readonly places: readonly HomePlace[];
}

/**
 * Builds the sanitizer. `homeWords` has to answer with the same list until it changes; `languages` are those whose street addresses
 * and phone numbers are known, ISO 639-1.
 */
export function createSanitizer(o: { readonly homeWords: () => readonly HomeWord[]; readonly languages: readonly string[] }): Sanitizer {
  const findAddresses = createAddressFinder(o.languages);
  const findPhones = createPhoneFinder(o.languages);
  const readDigits = createDigitReader();
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
    const named = [...words(text)].sort((one, other) => one.from - other.from);
    const people = named.filter(({ word }) => word.kind === "person" || word.kind === "pet");
    const ours = named
      .filter((found, at) => meansThisHome(text, found, named.slice(Math.max(0, at - BESIDE), at + BESIDE + 1)))
      .map(({ from, to, word }) => ({ from, to, kind: word.kind, generic: word.generic }));
    const spans = [...findNetwork(text), ...inNumbers(text, places), ...findRoutines(text, people), ...ours];
    return placed(spans, view);
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
      const secrets = [...words(one.text)].flatMap(({ word, ...place }) =>
        word.kind === "secret" || word.kind === "address" ? [{ from: place.from, to: place.to, kind: word.kind }] : [],
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

  const findToAsk = (query: string) => {
    const found = find(query, currentHome());
    return found.some(({ kind }) => kind === "town") && mayNameTown(readText(query).text)
      ? found.filter(({ kind }) => kind !== "town")
      : found;
  };

  return {
    find: (text) => find(text, currentHome()),
    at() {
      const ours = currentHome();
      return { find: (text) => find(text, ours) };
    },
    check(given) {
      const visible = withoutInvisible(given).trim();
      const found = findToAsk(given);
      if (found.length === 0) return { outcome: "clean", query: visible };
      const kinds = [...new Set(found.map(({ kind }) => kind))].map((kind) => ({ kind }));
      const stays = found.find(({ generic }) => generic === undefined);
      const query = stays ? "" : rewritten(given, found);
      const left = stays ?? findToAsk(query).at(0);
      if (left === undefined) return { outcome: "rewritten", query, found: kinds };
      return { outcome: "blocked", reason: left.kind, found: kinds, hint: recoveryHint(kinds.map(({ kind }) => kind)) };
    },
  };
}

function placed(spans: readonly PrivateSpan[], view: ReadText): readonly PrivateSpan[] {
  return spans.map((span) => ({ ...span, ...sourcePlace(view, span.from, span.to) }));
}

/** The generic words in place of what was found; the same thing said twice in a row once, with its noun beside it too ("vacuum robot vacuum"). */
function rewritten(query: string, found: readonly PrivateSpan[]): string {
  const changed = withEdits(
    query,
    found.map(({ from, to, generic = "" }) => ({ from, to, text: generic })),
  );
  const plain = withoutInvisible(changed)
    .replaceAll(/\s{1,100}/g, " ")
    .trim();
  return found.reduce((text, { generic = "" }) => saidOnce(text, generic), plain);
}

function saidOnce(text: string, generic: string): string {
  const noun = generic.split(" ").at(-1) ?? "";
  if (noun === "") return text;
  return text
    .replaceAll(`${generic} ${generic}`, generic)
    .replaceAll(`${generic}'s ${generic}`, generic)
    .replaceAll(toPattern(`(?<!\\p{L})${noun} (?=${generic}(?!\\p{L}))|(?<=${generic}) ${noun}(?!\\p{L})`, "giu"), "");
}
