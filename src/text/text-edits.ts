/** What stands at `from` up to `to` (not included) of a text becomes `text`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Marks that stand around nothing else go too: `**light.x**` in bold alone. */
  readonly bare?: boolean;
}

/** A text with its edits made; `spans` is where they stand in it. */
export interface PlacedEdits {
  readonly text: string;
  readonly spans: readonly { readonly from: number; readonly to: number }[];
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
  return withPlacedEdits(text, edits).text;
}

/** The same, with where the edits stand in it. */
export function withPlacedEdits(text: string, edits: readonly Edit[]): PlacedEdits {
  let result = "";
  let done = 0;
  const spans: { from: number; to: number }[] = [];
  for (const edit of edits) {
    if (edit.from < done) continue;
    result += text.slice(done, edit.from);
    spans.push({ from: result.length, to: result.length + edit.text.length });
    result += edit.text;
    done = edit.to;
  }
  return { text: result + text.slice(done), spans };
}
