import { isCommonWord } from "./sanitizer-common-words.ts";
import { createKept } from "./sanitizer-kept.ts";

const TOKEN = /[\p{L}\p{N}@$!]{4,80}/gu;
/** Shorter names are too near to other words. */
const SHORTEST = 4;
/** From so many letters on, languages that bend names, doubled letters and letters in the wrong order are seen through. */
const BENT_FROM = 5;
const DOUBLED_FROM = 6;
/** From so many, any one slip within the name. */
const SLIP_FROM = 8;
/** What languages hang on names, small names too; the second ones also end other people's names ("Paul" and "Paula"). */
const ENDINGS = ["chen", "lein", "s", "es", "ns", "as", "ow", "'s"];
const BENDINGS = ["i", "y", "in", "en", "u", "owi", "em", "om", "ovi", "ek", "ka"];
const FEMININE = "a";
const FEMININE_FROM = 7;
/** Names of their own: a Michael's home does not speak of Michaela, nor an Ellie's of Ellis Island. */
const OTHER_NAMES: ReadonlySet<string> = new Set(
  "daniela martina michaela gabriela gabriella roberta alberta victoria viktoria juliana adriana christiana bernarda alexandra fernanda leonarda ellis annis jonasson".split(
    " ",
  ),
);
/** What is put together with whose it is: "Ellielampe". */
const THINGS: ReadonlySet<string> = new Set(
  (
    "lampe licht zimmer handy telefon bett schule tablet kamera heizung schrank steckdose fenster tur rollo fahrrad auto laptop computer spielzeug geburtstag " +
    "lamp light room bedroom phone tablet camera bed school heater door window birthday ipad iphone kamer verjaardag fiets"
  ).split(" "),
);
/** What is written for letters; a one is an I or an L. */
const FOR_LETTERS: Readonly<Record<string, string>> = { 0: "o", 3: "e", 4: "a", 5: "s", 7: "t", 8: "b", "@": "a", $: "s" };

interface Like<Item> {
  readonly from: number;
  readonly to: number;
  readonly found: Item;
}

/**
 * Finds names that stand in a text in another form: bent by a language, small, misspelled by one letter, with digits for letters, or in one word with
 * a thing. Names are single words in small plain letters. Takes time in proportion, each different word is looked at once.
 */
export function createLikeness<Item>(names: readonly (readonly [name: string, item: Item])[]): (text: string) => readonly Like<Item>[] {
  const whole = new Map<string, Item>();
  const slips = new Map<string, (readonly [name: string, item: Item])[]>();
  for (const [name, item] of names) {
    if (name.length < SHORTEST || isCommonWord(name)) continue;
    for (const form of [name, endingSound(name)]) if (!whole.has(form)) whole.set(form, item);
    if (name.length < DOUBLED_FROM) continue;
    for (const form of [name, ...shortened(name)]) slips.set(form, [...(slips.get(form) ?? []), [name, item]]);
  }
  if (whole.size === 0) return () => [];

  const bent = (word: string): Item | undefined => {
    for (const ending of ENDINGS) {
      const stem = word.endsWith(ending) ? word.slice(0, -ending.length) : "";
      const found = stem.length >= SHORTEST ? (whole.get(stem) ?? whole.get(endingSound(stem))) : undefined;
      if (found !== undefined) return found;
    }
    for (const ending of BENDINGS) {
      const stem = word.endsWith(ending) ? word.slice(0, -ending.length) : "";
      if (stem.length >= BENT_FROM && whole.has(stem)) return whole.get(stem);
    }
    const stem = word.slice(0, -1);
    return word.endsWith(FEMININE) && stem.length >= FEMININE_FROM ? whole.get(stem) : undefined;
  };
  const together = (word: string): Item | undefined => {
    for (let cut = SHORTEST; cut <= word.length - 3; cut += 1) {
      if (!THINGS.has(word.slice(cut))) continue;
      const name = word.slice(0, cut);
      return whole.get(name) ?? bent(name);
    }
    return undefined;
  };
  const slipped = (word: string): Item | undefined => {
    if (word.length < DOUBLED_FROM - 1) return undefined;
    for (const form of [word, ...shortened(word)]) {
      const near = slips.get(form)?.find(([name]) => isSlip(word, name));
      if (near) return near[1];
    }
    return undefined;
  };
  const itemOf = (token: string): Item | undefined => {
    const lower = token.toLowerCase();
    if (isCommonWord(lower) || OTHER_NAMES.has(lower)) return undefined;
    for (const word of lettersOf(lower)) {
      const slip = slipped(word) ?? (word.endsWith("s") ? slipped(word.slice(0, -1)) : undefined);
      const found = whole.get(word) ?? whole.get(endingSound(word)) ?? bent(word) ?? together(word) ?? slip;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const itemFor = createKept(itemOf);
  return (text) => {
    const found: Like<Item>[] = [];
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      const item = itemFor(token);
      if (item !== undefined) found.push({ from: index, to: index + token.length, found: item });
    }
    return found;
  };
}

/** "Elly", "Elli" and "Ellie" sound alike, and so does a letter that is drawn out. */
function endingSound(word: string): string {
  return word.replace(/(.)\1{2,}/g, "$1$1").replace(/(?<=..)(?:ie|ey|y)$/, "i");
}

/** A word with letters for its digits, in both readings of a one; a word without digits as it is. */
function lettersOf(word: string): readonly string[] {
  if (!/[\d@$!]/.test(word)) return [word];
  const bare = word.replace(/(?<!!)!+$/, "");
  if (!/\p{L}.*\p{L}/u.test(bare)) return [];
  const plain = bare.replaceAll(/[034578@$]/g, (sign) => FOR_LETTERS[sign] ?? sign);
  const [i, l] = [plain.replaceAll(/[1!]/g, "i"), plain.replaceAll(/[1!]/g, "l")];
  return i === l ? [i] : [i, l];
}

function shortened(word: string): readonly string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

/** One letter doubled or single, two turned about, or in a long name any one within it. What begins or ends otherwise is another word. */
function isSlip(word: string, name: string): boolean {
  if (word === name || word.charAt(0) !== name.charAt(0) || word.at(-1) !== name.at(-1)) return false;
  const [longer, shorter] = word.length > name.length ? [word, name] : [name, word];
  if (longer.length - shorter.length > 1) return false;
  let same = 0;
  while (same < shorter.length && longer.charAt(same) === shorter.charAt(same)) same += 1;
  const [restLonger, restShorter] = [longer.slice(same + 1), shorter.slice(same)];
  const isLong = name.length >= SLIP_FROM;
  if (longer.length > shorter.length) return restLonger === restShorter && (isLong || longer.charAt(same) === longer.charAt(same - 1));
  if (isLong && restLonger === restShorter.slice(1)) return true;
  const isTurned = longer.charAt(same) === shorter.charAt(same + 1) && longer.charAt(same + 1) === shorter.charAt(same);
  return isTurned && longer.slice(same + 2) === shorter.slice(same + 2);
}
