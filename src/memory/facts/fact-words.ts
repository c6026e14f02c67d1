import { normalisedKey } from "./fact-keys.ts";

/** The other spellings of words that keys have in one. */
const SPELLED: Readonly<Record<string, string>> = { favorite: "favourite", color: "colour colours", neighbor: "neighbour", gray: "grey" };

/** What a fact is found by beside its own words: its key's words, those that other languages have for them, and those that people ask with. */
function wordsOfKey(key: string): string {
  const { kind: known } = normalisedKey(key);
  const words = key.split("_");
  const spelled = words.flatMap((word) => SPELLED[word] ?? []);
  return [...words, ...spelled, ...(known?.words ?? []), known?.asked ?? ""].join(" ").trim();
}

/** What a fact is found by. */
export function wordsOf({ key, value }: { readonly key: string; readonly value: string }): string {
  return `${wordsOfKey(key)} ${value}`;
}
