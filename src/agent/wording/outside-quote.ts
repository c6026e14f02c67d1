import type { Catalogue } from "../../languages/catalogue.ts";
import type { OutsideText } from "../../security/provenance/outside-text.ts";
import { oneLine } from "./one-line.ts";
import { quotable } from "./verbatim.ts";

/** Characters of a text from outside: enough to know it again. */
const LONGEST_QUOTE = 200;

/** A text from outside, and where it stood, in the words of a reason; both empty where there is none. */
export function outsideQuote(outside: OutsideText | undefined, catalogue: Catalogue): { readonly quote: string; readonly source: string } {
  const { text = "", source = "" } = outside ?? {};
  const quoted = (said: string) => quotable(oneLine(said, LONGEST_QUOTE));
  return { quote: quoted(text), source: catalogue.find(`source.${source}`) ?? quoted(source) };
}
