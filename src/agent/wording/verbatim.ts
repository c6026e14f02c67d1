import type { Catalogue } from "../../languages/catalogue.ts";
import { partTappable, tappableIn } from "../../security/provenance/answer-links.ts";
import type { OutsideText } from "../../security/provenance/outside-text.ts";

/**
 * A text of the home as Markdown that shows it unchanged: a sign that would be read as markup stands behind a backslash (CommonMark
 * 0.31, §2.4), and nothing in it is tappable. Answers are Markdown, and names like "Lamp *2*" or "<left> & right_1" are not.
 */
export function verbatim(text: string): string {
  const shown = tappableIn(text).length === 0 ? text : partTappable(text);
  return shown.replace(/[\\`*_~[\]<&]|^[#+-]|:(?=\/\/)|(?<=www)\.|@/g, "\\$&");
}

/** The same for a place between “ and ”, which it cannot end: what others have written must not look like words of ours. */
export function quotable(text: string): string {
  return verbatim(text.replaceAll(/[“”„‟]/g, '"'));
}

/**
 * What others have written as one line of at most so many characters, with … where it was cut: it must not be able to begin a line that
 * looks like one of ours, nor hide signs that do not show.
 */
export function oneLine(text: string, longest: number): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** Characters of a text from outside: enough to know it again. */
const LONGEST_QUOTE = 200;

/** A text from outside, and where it stood, in the words of a reason; both empty where there is none. */
export function outsideQuote(outside: OutsideText | undefined, catalogue: Catalogue): { readonly quote: string; readonly source: string } {
  const { text = "", source = "" } = outside ?? {};
  const quoted = (said: string) => quotable(oneLine(said, LONGEST_QUOTE));
  return { quote: quoted(text), source: catalogue.find(`source.${source}`) ?? quoted(source) };
}
