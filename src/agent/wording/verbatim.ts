import type { Catalogue } from "../../languages/catalogue.ts";
import { partTappable, tappableIn } from "../../security/provenance/answer-links.ts";
import type { OutsideText } from "../../security/provenance/outside-text.ts";

/** Shows a text unchanged in Markdown (CommonMark 0.31, §2.4), with nothing tappable. */
export function verbatim(text: string): string {
  const shown = tappableIn(text).length === 0 ? text : partTappable(text);
  return shown.replace(/[\\`*_~[\]<&]|^[#+-]|:(?=\/\/)|(?<=www)\.|@/g, "\\$&");
}

/** The same for a place between “ and ”, which it cannot end: what others have written must not look like words of ours. */
export function quotable(text: string): string {
  return verbatim(text.replaceAll(/[“”„‟]/g, '"'));
}

/** One line of at most so many characters: others' text must not begin a line that looks like ours, nor hide signs. */
export function oneLine(text: string, longest: number): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

const LONGEST_QUOTE = 200;

/** A text from outside, and where it stood, in the words of a reason; both empty where there is none. */
export function outsideQuote(outside: OutsideText | undefined, catalogue: Catalogue): { readonly quote: string; readonly source: string } {
  const { text = "", source = "" } = outside ?? {};
  const quoted = (said: string) => quotable(oneLine(said, LONGEST_QUOTE));
  return { quote: quoted(text), source: catalogue.find(`source.${source}`) ?? quoted(source) };
}
