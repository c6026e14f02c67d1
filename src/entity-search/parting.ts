import type { Home } from "../homeassistant/registry/home.ts";
import { isNumberWord } from "../languages/spoken-digits.ts";
import { plainWords } from "../text/fold.ts";
import { withoutProclitics } from "../text/proclitics.ts";

export type Named = Pick<Home, "exposed" | "areas" | "floors" | "generation">;

/** The words of all names in the home. */
export function createWordsOfHome(home: Named): () => ReadonlySet<string> {
  let known: { readonly generation: number; readonly words: ReadonlySet<string> } | undefined;
  return () => {
    if (known?.generation === home.generation) return known.words;
    const named = [...home.exposed(), ...home.areas(), ...home.floors()];
    known = { generation: home.generation, words: new Set(named.flatMap(({ name, aliases }) => [name, ...aliases].flatMap(plainWords))) };
    return known.words;
  };
}

interface Language {
  readonly proclitics: readonly string[];
  readonly articles: readonly string[];
  readonly vocabulary: ReadonlySet<string>;
}

/** Parts words of a language that writes prepositions and articles together with them, by what the home and the language know. */
export function createParting(home: Named) {
  const wordsOfHome = createWordsOfHome(home);
  return (text: string, { proclitics, articles, vocabulary }: Language): string => {
    if (proclitics.length === 0) return text;
    const known = vocabulary.union(wordsOfHome());
    return withoutProclitics(text, {
      letters: proclitics,
      articles,
      isKnown: (word) => plainWords(word).every((plain) => known.has(plain)) || isNumberWord(word),
    });
  };
}
