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

/** A text in one line: each run of white space is one space, and none stands at an end. */
export function singleSpaced(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** A decimal digit of any script as ASCII: they stand in tens, in order (Unicode, "Numeric_Type=Decimal"), so how many stand before one tells which it is. */
export function asciiDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(at - value - 1))) value += 1;
  return String(value);
}

/** A text as it is looked through: in small letters without accents, so that `Öffne` is found by `offne`. */
export function folded(text: string): string {
  return plainLetters(withoutAccents(text.toLowerCase()));
}

/** How letters are written out where a keyboard has none of them. */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map(
  "äae öoe üue øoe åaa ßss æae ÄAe ÖOe ÜUe ØOe ÅAa".split(" ").map((pair) => [pair.charAt(0), pair.slice(1)]),
);
/** Two letters that may stand for one: not in "Manuel", "Samuel", "Raphael", "Neue", "Aue". */
const FOR_ONE = /(?<=\p{L})(?<![aeqAEQ])(?:ae|oe|ue)(?!l(?!\p{L}))|^(?:Ae|Oe|Ue)/gu;

/** A name as it stands, with umlauts and strokes written out ("Mueller"), and with such letters taken back ("Muller"): whoever looks for a name folds each. */
export function spellingsOf(name: string): readonly string[] {
  const whole = name.normalize("NFC");
  const out = whole.replaceAll(/[äöüøåßæÄÖÜØÅ]/g, (letter) => WRITTEN_OUT.get(letter) ?? letter);
  return [...new Set([whole, out, whole.replaceAll(FOR_ONE, (pair) => pair.charAt(0))])];
}

/** The words of a text, without numbers, in small letters without accents. */
export function plainWords(text: string): readonly string[] {
  return withoutAccents(text.toLowerCase()).match(/[\p{L}\p{M}]+/gu) ?? [];
}
