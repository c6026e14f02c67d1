/** Endings of plurals and what one of the thing ends in: English, German, French, Spanish, Italian, Dutch. */
const PLURALS: readonly (readonly [ending: string, single: readonly string[]])[] = [
  ["s", [""]],
  ["es", [""]],
  ["x", [""]],
  ["e", ["", "a"]],
  ["n", [""]],
  ["en", [""]],
  ["i", ["o", "e", "a"]],
  ["hi", ["o"]],
  ["he", ["a"]],
];
const LAST_LETTERS: ReadonlySet<string> = new Set(PLURALS.map(([ending]) => ending.slice(-1)));
/** Shorter words would be found in others ("Toren" is no gate). */
const SHORTEST_SINGLE = 4;

/** What a word, in small letters without accents, may be the plural of; with umlauts as people write them ("Kuehlschraenke"). */
export function singles(token: string): readonly string[] {
  if (!LAST_LETTERS.has(token.charAt(token.length - 1))) return [];
  const stems = stemsOf(token);
  return /[aou]e/.test(token) ? [...stems, ...stemsOf(token.replaceAll(/([aou])e/g, "$1"))] : stems;
}

function stemsOf(token: string): readonly string[] {
  const stems: string[] = [];
  for (const [ending, ends] of PLURALS) {
    if (!token.endsWith(ending)) continue;
    const stem = token.slice(0, -ending.length);
    for (const end of ends) if (stem.length + end.length >= SHORTEST_SINGLE) stems.push(stem + end);
  }
  return stems;
}
