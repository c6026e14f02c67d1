import { isCommonWord } from "./sanitizer-common-words.ts";
import { isBesideHousehold, isBesideTheWorld } from "./sanitizer-household.ts";
import { createKept } from "./sanitizer-kept.ts";
import { spellingsOfName } from "./sanitizer-name-spellings.ts";
import { isSomebodysHere } from "./sanitizer-owned.ts";
import { hearingsOf, type Sounding, soundOf, type Writing, writingOf } from "./sanitizer-scripts.ts";

const TOKEN = /[\p{L}\p{N}]{2,80}/gu;
const OTHER_SCRIPT = /[^\p{ASCII}]/u;
/** Japanese writes small words right behind a name: what is in the letters of foreign names stands for itself. */
const KATAKANA = /[ァ-ヺー]{2,40}/g;
const HAS_KATAKANA = /[ァ-ヺ]/;
const ONLY_KATAKANA = /^[ァ-ヺー]+$/;
/** As a part of what is written together a name of less is a syllable or two of anything. */
const LONG_PART = 4;
/** A name that is heard in another script needs so many sounds, or it is as well another word. */
const FEWEST_SOUNDS = 3;
/** Of consonants alone so many; with fewer, what makes it somebody's of the house has to stand near it. */
const FEWEST_CONSONANTS: Readonly<Record<Sounding, number>> = { full: 0, bare: 3, frame: 2, syllables: 0, consonants: 4 };
/** A usual name in so many letters is no other word. */
const LONG_SPELLING = 5;
/** What a name is heard as otherwise counts from so many sounds on. */
const FEWEST_HEARD_OTHERWISE = 5;
const WRITINGS: readonly Writing[] = ["latin", "alphabet", "abjad", "kana"];
const SOUNDINGS: readonly Sounding[] = ["full", "bare", "frame", "syllables", "consonants"];
/** How Slavic languages bend names: a woman's keeps its "а" somewhere else, a man's gets one. */
const BENT = /(?<=..)(?:иным|иной|ин|ами|ого|ому|ой|ою|ов|ев|ом|ем|ів|а|у|ы|е|и|я|ю|і)$/u;
const GREEK_ENDING = /(?<=..)[ςυν]$/u;
const SHORTEST_STEM = 3;
/** Two names side by side: "Noa Levi", "שרה ויעל". */
const BETWEEN_NAMES = /^[\s,&+]{0,3}(?:and|und|et|y|en|и|και|و)?[\s,&+]{0,3}ו?$/u;

interface Heard<Item> {
  readonly from: number;
  readonly to: number;
  readonly found: Item;
}

interface Match<Item> {
  readonly item: Item;
  /** It counts alone, unless a work has it, or only near what makes it somebody's of the house. */
  readonly counts: "always" | "usually" | "beside";
}

interface Sound {
  readonly key: string;
  readonly counts: Match<unknown>["counts"];
  readonly writing: Writing;
  readonly sounding: Sounding | undefined;
}

/** Finds names in texts of other scripts than their own, by what they sound like; in their own they are compared letter by letter elsewhere. */
export function createHearing<Item>(names: readonly (readonly [name: string, item: Item])[]): (text: string) => readonly Heard<Item>[] {
  const sounds = new Map<string, Match<Item>>();
  const compared = new Map<Writing, Set<Sounding>>();
  const strength = ["beside", "usually", "always"];
  for (const [name, item] of names) {
    for (const { key, counts, writing, sounding } of [...soundsOf(name), ...usualSpellings(name)]) {
      const known = sounds.get(key);
      if (!known || strength.indexOf(counts) > strength.indexOf(known.counts)) sounds.set(key, { item: known?.item ?? item, counts });
      const soundings = compared.get(writing) ?? new Set();
      compared.set(writing, sounding === undefined ? soundings : soundings.add(sounding));
    }
  }
  if (sounds.size === 0) return () => [];
  const matchOf = (token: string): Match<Item> | undefined => {
    const writing = writingOf(token);
    const soundings = compared.get(writing);
    if (soundings === undefined || isCommonWord(token.toLowerCase())) return undefined;
    const forms = formsOf(token, writing);
    const heard = SOUNDINGS.filter((sounding) => soundings.has(sounding)).flatMap((sounding) =>
      forms.map((form) => keyOf(writing, sounding, soundOf(form, sounding) ?? "")),
    );
    const found = [...heard, ...spelledForms(token, writing).map((form) => keyOf(writing, "spelled", form))].flatMap(
      (key) => sounds.get(key) ?? [],
    );
    return found.sort((one, other) => strength.indexOf(other.counts) - strength.indexOf(one.counts)).at(0);
  };
  const matchFor = createKept(matchOf);
  return (text) => {
    if (!compared.has("latin") && !OTHER_SCRIPT.test(text)) return [];
    const matches: (Heard<Item> & Pick<Match<Item>, "counts">)[] = [];
    const hasKatakana = HAS_KATAKANA.test(text);
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      const parts = hasKatakana && !ONLY_KATAKANA.test(token) ? [...token.matchAll(KATAKANA)] : [];
      const match = parts.length === 0 ? matchFor(token) : undefined;
      if (match) matches.push({ from: index, to: index + token.length, found: match.item, counts: match.counts });
      for (const part of parts) {
        const within = matchFor(part[0]);
        if (!within) continue;
        const counts = within.counts !== "always" ? within.counts : part[0].length < LONG_PART ? "beside" : "usually";
        const from = index + part.index;
        matches.push({ from, to: from + part[0].length, found: within.item, counts });
      }
    }
    return matches.filter((match, at) => {
      if (match.counts === "always") return true;
      if (match.counts === "usually" && !isBesideTheWorld(text, match.from, match.to)) return true;
      return isSomebodys(text, match) || [matches[at - 1], matches[at + 1]].some((other) => other && areSideBySide(text, match, other));
    });
  };
}

function isSomebodys(text: string, { from, to }: Heard<unknown>): boolean {
  const isLatin = writingOf(text.slice(from, to)) === "latin";
  if (isLatin && isSomebodysHere(text, { from, to })) return true;
  return isBesideHousehold(text, from, to) && !isBesideTheWorld(text, from, to);
}

function areSideBySide<Item>(text: string, one: Heard<Item>, other: Heard<Item>): boolean {
  if (one.found === other.found) return false;
  const [from, to] = one.from < other.from ? [one.to, other.from] : [other.to, one.from];
  return from < to && to - from < 12 && BETWEEN_NAMES.test(text.slice(from, to));
}

/** A word as it stands and without what its language puts in front of it or behind it. */
function formsOf(token: string, writing: Writing): readonly string[] {
  // Hebrew writes its small words in front of the noun and one letter for S and SH, Arabic has one letter for F and V
  if (writing === "abjad") {
    const plain = [token, token.replace(/^[הובכלמש](?=..)/u, "")];
    return [...new Set([...plain, ...plain.map((one) => one.replaceAll("ש", "ס")), token.replaceAll("ف", "و")])];
  }
  const stem = writing === "alphabet" ? token.toLowerCase().replace(BENT, "") : token;
  return stem.length === token.length || stem.length < SHORTEST_STEM ? [token] : [token, stem, `${stem}а`, `${stem}я`, `${stem}и`];
}

/** The same for names as they are usually spelled, which have no article. */
function spelledForms(token: string, writing: Writing): readonly string[] {
  const lower = token.toLowerCase();
  if (writing === "abjad") return [lower, lower.replace(/^(?:ו?[בכלמש]|ו)(?=..)/u, ""), lower.replace(/^(?:و?[بل]|و)(?=..)/u, "")];
  if (writing !== "alphabet") return [lower];
  const [stem, greek] = [lower.replace(BENT, ""), lower.replace(GREEK_ENDING, "")];
  const nominative = stem === lower ? [] : ["", "а", "я", "й", "ь"].map((ending) => stem + ending);
  return [lower, ...nominative, greek, `${greek}ς`];
}

/** A name's sounds as texts of each other script have them. */
function soundsOf(name: string): readonly Sound[] {
  const own = writingOf(name);
  if (own === "other") return [];
  return WRITINGS.filter((writing) => writing !== own).flatMap((writing) =>
    soundingsBetween(own, writing).flatMap((sounding) =>
      (own === "latin" ? hearingsOf(name, writing) : [name]).flatMap((heard, at): readonly Sound[] => {
        const sound = soundOf(heard, sounding) ?? "";
        if (sound.length < (at > 0 && sounding === "full" ? FEWEST_HEARD_OTHERWISE : FEWEST_SOUNDS)) return [];
        const consonants = sound.replaceAll(/[AUaeiou]/g, "").length;
        if (consonants < FEWEST_CONSONANTS[sounding]) return [];
        const isWeak = sounding === "frame" || (at > 0 && sounding === "bare" && consonants === FEWEST_CONSONANTS.bare);
        const counts = isWeak ? "beside" : at > 0 || sounding === "consonants" ? "usually" : "always";
        return [{ key: keyOf(writing, sounding, sound), counts, writing, sounding }];
      }),
    ),
  );
}

/** How a usual name is spelled in other scripts; a short one and one that is a word too are as well something else. */
function usualSpellings(name: string): readonly Sound[] {
  const own = writingOf(name);
  return spellingsOfName(name).flatMap(({ text, isWord }) => {
    const writing = writingOf(text);
    if (writing === own || writing === "other") return [];
    const consonants = (soundOf(text, "bare") ?? "").replaceAll(/[AUi]/g, "").length;
    const isLong = consonants >= FEWEST_SOUNDS || text.length >= LONG_SPELLING;
    return [{ key: keyOf(writing, "spelled", text), counts: isLong && !isWord ? "usually" : "beside", writing, sounding: undefined }];
  });
}

function soundingsBetween(one: Writing, other: Writing): readonly Sounding[] {
  // what is left of a short name without its vowels is in Latin letters as well many other words
  if (one === "abjad" || other === "abjad") return other === "latin" ? ["bare"] : ["bare", "frame"];
  return one === "kana" || other === "kana" ? ["syllables", "consonants"] : ["full"];
}

function keyOf(writing: Writing, sounding: Sounding | "spelled", sound: string): string {
  return `${writing} ${sounding} ${sound}`;
}
