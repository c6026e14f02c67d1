import { editDistance } from "../../text/edit-distance.ts";

/** Below this share of likeness a name is another name, not a slip of one. */
const LEAST_LIKENESS = 0.6;
/** So much a right domain counts: `light.kitchen` rather means `light.kitchen_lights` than `media_player.kitchen`. */
const SAME_DOMAIN = 0.4;
/** Longer names are compared by their beginning: the work grows with the square. */
const LONGEST_NAME = 60;

/** Something with a unique id and the names it goes by. */
export interface Named {
  readonly id: string;
  readonly names: readonly string[];
}

/**
 * The ids whose id or names look most like `wanted`, best first, at most `limit`; none if nothing does. Both sides are compared in
 * lower case with `_` for everything but letters and digits; `domain.` in front counts a little, so that `switch.bed_light` finds `light.bed_light`.
 */
export function similarNames(wanted: string, candidates: Iterable<Named>, limit = 3): readonly string[] {
  const [domain, object] = splitId(wanted);
  const words = new Set(object.split("_"));
  const scored: { id: string; score: number }[] = [];
  for (const { id, names } of candidates) {
    const [ownDomain, ownObject] = splitId(id);
    const best = Math.max(...[ownObject, ...names.map(slug)].map((name) => likeness(object, words, name)));
    if (best >= LEAST_LIKENESS) scored.push({ id, score: best + (domain === ownDomain ? SAME_DOMAIN : 0) });
  }
  return scored
    .sort((one, other) => other.score - one.score || one.id.localeCompare(other.id))
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Share of equal letters, or of the wanted words that are in the name, whichever says more: 0 to 1. */
function likeness(wanted: string, words: ReadonlySet<string>, name: string): number {
  if (wanted === "" || name === "") return 0;
  const ownWords = name.split("_");
  const byWords = (2 * ownWords.filter((word) => words.has(word)).length) / (words.size + ownWords.length);
  const longest = Math.max(wanted.length, name.length);
  // Letters can only say more than words within this distance, and the difference in length alone is a part of it.
  const most = longest * (1 - Math.max(byWords, LEAST_LIKENESS));
  if (Math.abs(wanted.length - name.length) > most) return byWords;
  return Math.max(byWords, 1 - editDistance(wanted, name, most) / longest);
}

function splitId(id: string): [domain: string, object: string] {
  const dot = id.indexOf(".");
  return dot < 0 ? ["", slug(id)] : [id.slice(0, dot).toLowerCase(), slug(id.slice(dot + 1))];
}

function slug(name: string): string {
  return plainWords(name).join("_").slice(0, LONGEST_NAME);
}

/** The words of a text for comparing: lower case, without accents and punctuation. */
export function plainWords(text: string): readonly string[] {
  // Nearly all ids and many names are plain ASCII, which is quick to take apart.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
