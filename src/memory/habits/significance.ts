/** So many better draws of chance tell that there is nothing (Besag and Clifford 1991, "Sequential Monte Carlo p-values"). */
const ENOUGH_BETTER = 10;
/** Draws after which the rest of the tail is computed. */
const MOST_DRAWS = 600;
const EULER = 0.577_215_664_9;

/**
 * The share of chance's draws that would be at least as good as what was seen. Few draws tell what is common; the tail beyond them is that of
 * a Gumbel distribution, which the best of many windows follows (Abrams, Kulldorff and Kleinman 2010, "Gumbel based p-value approximations
 * for spatial scan statistics").
 */
export function chanceOf(seen: number, draw: () => number): number {
  let [better, sum, squares] = [0, 0, 0];
  for (let drawn = 1; drawn <= MOST_DRAWS; drawn += 1) {
    const score = draw();
    sum += score;
    squares += score * score;
    if (score < seen) continue;
    better += 1;
    if (better === ENOUGH_BETTER) return better / drawn;
  }
  const mean = sum / MOST_DRAWS;
  const scale = Math.max(1e-9, (Math.sqrt(6) / Math.PI) * Math.sqrt(Math.max(0, squares / MOST_DRAWS - mean * mean)));
  const tail = -Math.expm1(-Math.exp(-(seen - (mean - EULER * scale)) / scale));
  return Math.max(tail, better / MOST_DRAWS);
}

/** Which of many findings stand, so that of those no more than `rate` are false (Benjamini and Hochberg 1995). `chances` are of all that was tried. */
export function standing(chances: readonly number[], rate: number): readonly boolean[] {
  const sorted = chances.toSorted((a, b) => a - b);
  const most = sorted.findLast((chance, index) => chance <= (rate * (index + 1)) / sorted.length) ?? -1;
  return chances.map((chance) => chance <= most);
}
