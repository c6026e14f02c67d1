import { partTappable, tappableIn } from "../../security/provenance/answer-links.ts";

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
