/** Small letters that no normal form takes apart into a base and a mark. */
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/** A text without the accents of Latin, Greek and Cyrillic letters; what else can be taken apart is, Korean too. */
export function withoutAccents(text: string): string {
  return text.normalize("NFKD").replaceAll(/[\u0300-\u036f]/g, "");
}

/** A text in small letters, with plain ones for those that are no letter with an accent: `ss` for `ß`, `o` for `ø`. */
export function plainLetters(text: string): string {
  return text.replaceAll(/[ßøæœłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}
