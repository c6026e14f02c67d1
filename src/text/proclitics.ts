/** White space that nobody sees or types: it parts a word from what is written together with it, and can be taken out again. */
const SEAM = "\uFEFF";
/** White space that people type. */
export const SPACES = /[^\S\uFEFF]+/gu;
const WORD = /(?<![\p{L}\p{M}\p{N}])([\p{L}\p{M}]+)([-־](?=[\p{L}\p{N}]))?/gu;

interface Proclitics {
  /** Single letters: "in", "to", "and", and the articles. */
  readonly letters: readonly string[];
  readonly articles: readonly string[];
  readonly isKnown: (word: string) => boolean;
}

/** Parts letters that are written with the word behind them, as in Hebrew, from words that are known without them; what is known as a whole stays. Articles go. */
export function withoutProclitics(text: string, { letters, articles, isKnown }: Proclitics): string {
  const led = (letter: string, rest: string) => (articles.includes(letter) ? rest : `${letter}${SEAM}${rest}`);
  const parted = (word: string): string | undefined => {
    if (isKnown(word) || articles.some((article) => isKnown(`${article}${word}`))) return word;
    const rest = word.length > 2 && letters.includes(word.charAt(0)) ? parted(word.slice(1)) : undefined;
    return rest && led(word.charAt(0), rest);
  };
  return text.replaceAll(/\p{Bidi_Control}/gu, "").replaceAll(WORD, (_, word: string, hyphen = "") => {
    const isLed = hyphen !== "" && [...word].every((letter) => letters.includes(letter));
    return isLed ? [...word].reduceRight((rest, letter) => led(letter, rest), "") : `${parted(word) ?? word}${hyphen}`;
  });
}

/** As it was written, but for articles. */
export function unparted(text: string): string {
  return text.replaceAll(SEAM, "");
}
