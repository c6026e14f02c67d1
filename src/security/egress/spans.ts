/** Something private in a text: `from` up to `to` (not included), and what kind of thing; never the value itself. */
export interface PrivateSpan {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  /** What may stand in its place; absent where nothing may. */
  readonly generic?: string | undefined;
}

export function spansOf(
  text: string,
  pattern: RegExp,
  kind: string,
  holds: (match: RegExpExecArray) => boolean = () => true,
): PrivateSpan[] {
  const found: PrivateSpan[] = [];
  for (const match of text.matchAll(pattern)) {
    if (holds(match)) found.push({ from: match.index, to: match.index + match[0].length, kind });
  }
  return found;
}

/** In order and without overlaps: of two that overlap the one that begins first, of those the longest. */
export function withoutOverlaps(spans: readonly PrivateSpan[]): readonly PrivateSpan[] {
  const sorted = [...spans].sort((one, other) => one.from - other.from || other.to - one.to);
  const kept: PrivateSpan[] = [];
  for (const span of sorted) {
    const last = kept.at(-1);
    if (!last || span.from >= last.to) kept.push(span);
    // what sticks out is private too, and what has no other word makes the whole have none
    else if (span.to > last.to || (span.generic === undefined && last.generic !== undefined))
      kept[kept.length - 1] = { ...last, to: Math.max(last.to, span.to), generic: span.to > last.to ? undefined : last.generic };
  }
  return kept;
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}
