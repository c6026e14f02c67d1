import { createHash, randomBytes } from "node:crypto";
import type { Key } from "./fact-keys.ts";
import { comparable, wordsOfValue } from "./fact-values.ts";
import { isTurned, withoutTurning } from "./polarity.ts";

/** Enough that two values are not one by chance. */
const HASH_LETTERS = 16;
const SALT_BYTES = 8;
const ENDING = /(?<=\p{L}{3})(?:es|s|en|n|e)$/u;
const SEPARATOR = /[:,]/;

/** What is kept of a refused value instead of its words: salted hashes of them, of which it can only be told whether others are the same. */
export function refusalOf(value: string, key: Key, isSet: boolean): string {
  const salt = randomBytes(SALT_BYTES).toString("hex");
  return `#${salt}:${hashesOf(value, key, { isSet, salt }).join(",")}`;
}

/** True if a value is what was refused; of a set also if it is a part of that, or holds it. */
export function isRefusedBy(refusal: string, value: string, key: Key, isSet: boolean): boolean {
  const [salt = "", ...refused] = refusal.slice(1).split(SEPARATOR);
  const hashes = hashesOf(value, key, { isSet, salt });
  const [one, other] = [new Set(refused), new Set(hashes)];
  return one.isSubsetOf(other) || other.isSubsetOf(one);
}

/** Of a set one for each word, each of them the other one where the value is turned round. */
function hashesOf(value: string, key: Key, { isSet, salt }: { readonly isSet: boolean; readonly salt: string }): readonly string[] {
  const words = isSet ? wordsOfValue(withoutTurning(value)).map((word) => word.replace(ENDING, "")) : [];
  const parts = words.length > 0 ? words.map((word) => `${isTurned(value) ? "-" : "+"}${word}`) : [comparable(value, key)];
  return parts.map((part) => createHash("sha256").update(`${salt}\0${key.name}\0${part}`).digest("hex").slice(0, HASH_LETTERS));
}
