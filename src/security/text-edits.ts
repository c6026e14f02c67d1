/** What stands at `from` up to `to` (not included) of a text becomes `text`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Marks that stand around nothing else go too: `**light.x**` in bold alone. */
  readonly bare?: boolean;
}

/** Finds what has to change in a text, in its order and without overlaps. */
export type Finder = (text: string) => readonly Edit[];

/** Finds by a global pattern; what `by` has no text for stays. */
export function finder(pattern: RegExp, by: (match: RegExpExecArray) => string | undefined): Finder {
  return (text) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const replacement = by(match);
      return replacement === undefined ? [] : [{ from: match.index, to: match.index + match[0].length, text: replacement }];
    });
}

/** The text with all edits made; of two that overlap the earlier one is made. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let done = 0;
  for (const edit of edits) {
    if (edit.from < done) continue;
    result += text.slice(done, edit.from) + edit.text;
    done = edit.to;
  }
  return result + text.slice(done);
}
