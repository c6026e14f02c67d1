// What a terminal shows takes columns, not characters.
import { stripVTControlCharacters } from "node:util";

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const INVISIBLE = /^[\p{Mark}\p{Format}\p{Control}]+$/u;
/** Two columns: what Unicode calls wide (UAX #11: East Asian scripts, full-width forms), and emoji. */
const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** Columns that a line takes; styles take none. */
export function widthOf(line: string): number {
  const text = stripVTControlCharacters(line);
  return PRINTABLE_ASCII.test(text) ? text.length : graphemesOf(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

export function rowsOf(line: string, columns: number): number {
  return Math.max(1, Math.ceil(widthOf(line) / columns));
}

export function cut(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line;
  const [beginning = ""] = pieces(line, columns - 1);
  return `${beginning}…`;
}

/** A word without styles in pieces of at most so many columns: no letter loses its marks. */
export function pieces(word: string, columns: number): readonly string[] {
  if (widthOf(word) <= columns) return [word];
  const found: string[] = [];
  let piece = "";
  let width = 0;
  for (const grapheme of graphemesOf(word)) {
    const more = graphemeWidth(grapheme);
    if (width + more > columns && piece !== "") {
      found.push(piece);
      [piece, width] = ["", 0];
    }
    piece += grapheme;
    width += more;
  }
  return [...found, piece];
}

function graphemesOf(text: string): readonly string[] {
  return [...GRAPHEMES.segment(text)].map(({ segment }) => segment);
}

function graphemeWidth(grapheme: string): number {
  return INVISIBLE.test(grapheme) ? 0 : WIDE.test(grapheme) ? 2 : 1;
}
