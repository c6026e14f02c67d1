import { z } from "zod";
import { readData } from "../../languages/data.ts";

const form = z.strictObject({ classes: z.record(z.string(), z.string()), memory: z.array(z.string()), notClaimed: z.string() });
/** Words of claims, see claims.yaml. */
export const CLAIM_WORDS = readData("shared/claims.yaml", form);

const classOf: ReadonlyMap<string, readonly string[]> = Object.entries(CLAIM_WORDS.classes).reduce((known, [name, words]) => {
  for (const word of words.split(/\s+/)) known.set(word, [...(known.get(word) ?? []), name]);
  return known;
}, new Map<string, readonly string[]>());

/** Which classes the words belong to, in order of the alphabet, each once. */
export function classesOf(tokens: readonly string[]): readonly string[] {
  return [...new Set(tokens.flatMap((token) => classOf.get(token) ?? []))].sort();
}
