import { toPattern } from "../text/pattern.ts";

/** Words for the storeys above and below, by language; Home Assistant's sentences have none for them. */
const ABOVE = [
  "upstairs",
  "(?<!nach )oben",
  "à l'étage|en haut",
  "arriba",
  "di sopra|al piano superiore",
  "(?<!naar )boven",
  "lá em cima|no andar de cima",
  "na górze|na piętrze",
  "nahoře",
  "på övervåningen|där uppe",
  "ovenpå",
  "oppe",
  "yläkerrassa|yläkerran",
  "emeleten|fent",
  "наверху|на втором этаже",
  "нагорі",
  "üst kattaki|üst katta|yukarıdaki|yukarıda",
];
const BELOW = [
  "downstairs",
  "(?<!nach )unten",
  "en bas|au rez-de-chaussée",
  "abajo",
  "di sotto|al piano terra",
  "(?<!naar )beneden",
  "lá em baixo|no andar de baixo",
  "na dole",
  "dole",
  "på nedervåningen|där nere",
  "nedenunder",
  "nede",
  "alakerrassa|alakerran",
  "földszinten|lent",
  "внизу|на первом этаже",
  "унизу",
  "alt kattaki|alt katta|aşağıdaki|aşağıda",
];

const IS_ABOVE = wordsOf(ABOVE);
const IS_BELOW = wordsOf(BELOW);

/**
 * A sentence with the names of floors where it says "upstairs" or "downstairs". `floorsAt` gives the names of the floors at a level that
 * fits (0 is the ground floor); if there is none, the sentence stays as it is.
 */
export function withFloorsNamed(text: string, floorsAt: (word: string, fits: (level: number) => boolean) => Iterable<string>): string {
  const named = (fits: (level: number) => boolean) => (word: string) => [...floorsAt(word, fits)].join(", ") || word;
  return text
    .replace(
      IS_ABOVE,
      named((level) => level > 0),
    )
    .replace(
      IS_BELOW,
      named((level) => level <= 0),
    );
}

function wordsOf(words: readonly string[]): RegExp {
  return toPattern(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})(?![\\p{L}\\p{N}])`, "iu");
}
