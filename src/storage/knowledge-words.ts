/** Scripts that put no space between words: each of their letters is a word of the index, and two that stand together are one of a query. */
const UNSPACED =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]\\p{M}*";
const UNSPACED_LETTER = new RegExp(UNSPACED, "gu");
const RUN = new RegExp(`(?<unspaced>(?:${UNSPACED})+)|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, "gu");

/** Letters that the index does not take apart into a base and a mark. */
const FOLDED: Readonly<Record<string, string>> = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/** Shorter beginnings fit too much; from here on "lamp" finds "Lampenschirm", and a noun its case endings. */
const SHORTEST_PREFIX = 4;
/** A question has fewer; of a pasted text the first are taken. */
const MOST_WORDS = 32;

/** What is put into the index for a text. A change here needs the index to be made anew: a word is taken out by giving it again. */
export function indexedText(text: string): string {
  return folded(text).replace(UNSPACED_LETTER, " $& ");
}

/** A query in FTS5's language for any text of a person: one of its words is enough. Undefined if there is no word in it. */
export function wordsQuery(text: string): string | undefined {
  const terms = new Set<string>();
  for (const { 0: run, groups } of folded(text).matchAll(RUN)) {
    if (terms.size >= MOST_WORDS) break;
    if (groups?.["unspaced"] === undefined) terms.add(run.length < SHORTEST_PREFIX ? `"${run}"` : `"${run}"*`);
    else for (const term of pairs(run.match(UNSPACED_LETTER) ?? [])) terms.add(term);
  }
  return terms.size === 0 ? undefined : [...terms].slice(0, MOST_WORDS).join(" OR ");
}

function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/gu, (letter) => FOLDED[letter] ?? letter);
}

function pairs(letters: readonly string[]): readonly string[] {
  const [only, ...more] = letters;
  return more.length === 0 ? [`"${only}"`] : more.map((letter, index) => `"${letters[index]} ${letter}"`);
}
