/** Further apart than this, a name is not what was meant (share of letter pairs in common, 0..1). */
const LEAST_LIKENESS = 0.3;

/** The names most like a wrong one, best first; all of them, up to `count`, if none is alike. */
export function nearestNames(wrong: string, names: readonly string[], count: number): readonly string[] {
  const pairs = pairsOf(wrong);
  const ranked = names
    .map((name) => ({ name, likeness: likeness(pairs, pairsOf(name)) }))
    .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1));
  const alike = ranked.filter((candidate) => candidate.likeness >= LEAST_LIKENESS);
  return (alike.length > 0 ? alike : ranked).slice(0, count).map(({ name }) => name);
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.size + b.size === 0 ? 0 : (2 * a.intersection(b).size) / (a.size + b.size);
}

function pairsOf(text: string): ReadonlySet<string> {
  const letters = ` ${text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")} `;
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)));
}
