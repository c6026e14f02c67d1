import { normalisedKey } from "./fact-keys.ts";
import { VALUE_WORDS } from "./value-words.ts";

/** Kinds of which somebody's favourite is what they like of it. A favourite name is nobody's own, and who likes zebras has none. */
const TASTES: ReadonlySet<string> = new Set([
  "temperature",
  "brightness",
  "volume",
  "favorite_color",
  "music",
  "drinks",
  "favorite_food",
  "hobbies",
]);

/** The key of somebody's favourite of some things ("colour"); undefined where it would be taken for something else of them. */
export function favouriteKey(things: string): string | undefined {
  const { name, kind } = normalisedKey(`favorite ${things}`);
  return kind === undefined || TASTES.has(kind.name) ? name : undefined;
}

/** True if a plain sentence names something lasting with it: nothing that points elsewhere ("you"), no state of now ("in the kitchen"). */
export function isThing(value: string): boolean {
  return !VALUE_WORDS.pointing.test(value) && !VALUE_WORDS.stateOfNow.test(value);
}
