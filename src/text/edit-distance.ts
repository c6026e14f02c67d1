/** Letters to add, drop or change to make one of the other (Levenshtein); counting stops once it is more than `most`. */
export function editDistance(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const row = Array.from({ length: short.length + 1 }, (_, index) => index);
  for (let i = 1; i <= long.length; i++) {
    const letter = long.charCodeAt(i - 1);
    let diagonal = i - 1;
    let left = i;
    let least = i;
    row[0] = i;
    for (let j = 1; j <= short.length; j++) {
      const above = row[j] ?? 0;
      const changed = short.charCodeAt(j - 1) === letter ? diagonal : diagonal + 1;
      left = Math.min(above + 1, left + 1, changed);
      row[j] = left;
      if (left < least) least = left;
      diagonal = above;
    }
    if (least > most) return least;
  }
  return row[short.length] ?? 0;
}

/** Whether two neighbours have changed places. */
export function isSwapped(word: string, other: string): boolean {
  const at = [...word].findIndex((letter, index) => letter !== other[index]);
  return word.length === other.length && at >= 0 && word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2) === other;
}
