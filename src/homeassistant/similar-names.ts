/** Below this share of likeness a name is another name, not a slip of one. */
const LEAST_LIKENESS = 0.5;
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
    let best = likeness(object, words, ownObject);
    for (const name of names) best = Math.max(best, likeness(object, words, slug(name)));
    if (best >= LEAST_LIKENESS) scored.push({ id, score: best + (domain === ownDomain ? SAME_DOMAIN : 0) });
  }
  return scored
    .sort((one, other) => other.score - one.score || one.id.localeCompare(other.id))
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Letters to add, drop or change to make one of the other (Levenshtein). */
export function editDistance(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const row = Uint16Array.from({ length: short.length + 1 }, (_, index) => index);
  for (let i = 1; i <= long.length; i++) {
    let diagonal = i - 1;
    row[0] = i;
    for (let j = 1; j <= short.length; j++) {
      const above = row[j] ?? 0;
      const changed = diagonal + (short.charCodeAt(j - 1) === long.charCodeAt(i - 1) ? 0 : 1);
      row[j] = Math.min(above + 1, (row[j - 1] ?? 0) + 1, changed);
      diagonal = above;
    }
  }
  return row[short.length] ?? 0;
}

/** Share of equal letters, or of the wanted words that are in the name, whichever says more: 0 to 1. */
function likeness(wanted: string, words: ReadonlySet<string>, name: string): number {
  if (wanted === "" || name === "") return 0;
  const shared = name.split("_").filter((word) => words.has(word)).length;
  const byWords = (2 * shared) / (words.size + name.split("_").length);
  const longest = Math.max(wanted.length, name.length);
  // The distance is at least the difference in length: no need to count where that is already too much.
  if (Math.abs(wanted.length - name.length) > longest * (1 - Math.max(byWords, LEAST_LIKENESS))) return byWords;
  return Math.max(byWords, 1 - editDistance(wanted, name) / longest);
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
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
