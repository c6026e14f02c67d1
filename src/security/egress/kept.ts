/** So many different words are kept with what was found for them. */
const MOST_KEPT = 4_096;

/** Remembers what `look` says of a word: texts have the same words again and again, and looking costs more than all the rest. */
export function createKept<Result>(look: (word: string) => Result): (word: string) => Result {
  const kept = new Map<string, { readonly result: Result }>();
  return (word) => {
    const known = kept.get(word);
    if (known) return known.result;
    if (kept.size >= MOST_KEPT) kept.clear();
    const result = look(word);
    kept.set(word, { result });
    return result;
  };
}
