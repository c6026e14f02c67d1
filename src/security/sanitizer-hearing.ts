import { isCommonWord } from "./sanitizer-common-words.ts";
import { createKept } from "./sanitizer-kept.ts";
import { type Sounding, soundOf, type Writing, writingOf } from "./sanitizer-scripts.ts";

const TOKEN = /[\p{L}\p{N}]{2,80}/gu;
const OTHER_SCRIPT = /[^\p{ASCII}]/u;
/** A name that is heard in another script needs so many sounds, or it is as well another word. */
const FEWEST_SOUNDS = 3;
const WRITINGS: readonly Writing[] = ["latin", "alphabet", "abjad", "kana"];
const SOUNDINGS: readonly Sounding[] = ["full", "bare", "syllables"];
/** How Slavic languages bend names: a woman's keeps its "а" somewhere else, a man's gets one. */
const BENT = /(?<=...)(?:иным|иной|ин|ами|ого|ому|ой|ою|ов|ев|ом|ем|ів|а|у|ы|е|и|я|ю|і)$/u;

interface Heard<Item> {
  readonly from: number;
  readonly to: number;
  readonly found: Item;
}

/** Finds names in texts of other scripts than their own, by what they sound like; in their own they are compared letter by letter elsewhere. */
export function createHearing<Item>(names: readonly (readonly [name: string, item: Item])[]): (text: string) => readonly Heard<Item>[] {
  const sounds = new Map<string, Item>();
  const compared = new Map<Writing, Set<Sounding>>();
  for (const [name, item] of names) {
    for (const { writing, sounding, key } of keysOf(name)) {
      if (!sounds.has(key)) sounds.set(key, item);
      compared.set(writing, (compared.get(writing) ?? new Set()).add(sounding));
    }
  }
  if (sounds.size === 0) return () => [];
  const itemOf = (token: string): Item | undefined => {
    const writing = writingOf(token);
    const soundings = SOUNDINGS.filter((sounding) => compared.get(writing)?.has(sounding));
    if (soundings.length === 0 || isCommonWord(token.toLowerCase())) return undefined;
    const forms = formsOf(token, writing);
    const keys = forms.flatMap((form) => soundings.map((sounding) => keyOf(writing, sounding, soundOf(form, sounding) ?? "")));
    return keys.map((key) => sounds.get(key)).find((one) => one !== undefined);
  };
  const itemFor = createKept(itemOf);
  return (text) => {
    const heard: Heard<Item>[] = [];
    if (!compared.has("latin") && !OTHER_SCRIPT.test(text)) return heard;
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      const found = itemFor(token);
      if (found !== undefined) heard.push({ from: index, to: index + token.length, found });
    }
    return heard;
  };
}

/** A word as it stands and without what its language puts in front of it or behind it. */
function formsOf(token: string, writing: Writing): readonly string[] {
  // Hebrew writes its small words in front of the noun, Arabic has one letter for F and V
  if (writing === "abjad") return [token, token.replace(/^[הובכלמש](?=..)/u, ""), token.replaceAll("ف", "و")];
  const stem = writing === "alphabet" ? token.toLowerCase().replace(BENT, "") : token;
  return stem.length === token.length ? [token] : [token, stem, `${stem}а`, `${stem}я`];
}

/** A name's sounds as texts of each other script have them. */
function keysOf(name: string): readonly { readonly writing: Writing; readonly sounding: Sounding; readonly key: string }[] {
  const own = writingOf(name);
  if (own === "other") return [];
  return WRITINGS.filter((writing) => writing !== own).flatMap((writing) => {
    const sounding = soundingBetween(own, writing);
    const sound = soundOf(name, sounding) ?? "";
    return sound.length >= FEWEST_SOUNDS ? [{ writing, sounding, key: keyOf(writing, sounding, sound) }] : [];
  });
}

function soundingBetween(one: Writing, other: Writing): Sounding {
  if (one === "abjad" || other === "abjad") return "bare";
  return one === "kana" || other === "kana" ? "syllables" : "full";
}

function keyOf(writing: Writing, sounding: Sounding, sound: string): string {
  return `${writing} ${sounding} ${sound}`;
}
