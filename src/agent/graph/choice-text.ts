import type { SeveralMeant } from "../../homeassistant/recogniser/recogniser.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Button } from "../../storage/turns/outbox.ts";
import { oneLine, quotable, verbatim } from "../wording/verbatim.ts";

/** Of the person's own words, enough to know them by. */
const LONGEST_WORDS = 80;
/** Characters that fit a phone's width as a button; a longer name is a letter to whoever reads it. */
const LONGEST_LABEL = 60;

/** Articles of the languages that the product's lists know. */
const ARTICLE =
  /^(?:(?:the|an?|der|die|das|den|dem|eine?|le|la|les|une?|el|los|las|una?|il|lo|gli|i|de|het|een|os?|as?|uma?|en|ett|et)\s+|l['’])/u;

/** Whether a name can stand on a button: shown whole, in one line, with nothing in it that does not show. */
export function fitsOnButton(label: string): boolean {
  return label !== "" && oneLine(label, LONGEST_LABEL) === label;
}

/** The question which of a few things is meant. Markdown; its last line says how to answer, and how it ended comes in its place. */
export function choiceText({ what, options }: SeveralMeant, catalogue: Catalogue): string {
  const lines = options.map(({ label }, index) => `${index + 1}. ${verbatim(label)}`);
  const question = catalogue.text("choice.which", { what: quotable(oneLine(what, LONGEST_WORDS)) });
  // Markdown takes a line directly after a list for the list's own
  return [question, ...lines, "", catalogue.text("choice.how")].join("\n");
}

export function choiceButtons(
  choiceId: string,
  options: readonly { readonly label: string }[],
  catalogue: Catalogue,
): readonly (readonly Button[])[] {
  const data = (option: "no" | number) => `c:${choiceId}:${option}`;
  return [
    ...options.map(({ label }, index) => [{ label, data: data(index) }]),
    [{ label: catalogue.text("button.cancel"), data: data("no") }],
  ];
}

/** The option that a typed text names, by its label or its number; undefined for anything else, and for a label of several. */
export function optionTyped(text: string, options: readonly { readonly label: string }[]): number | undefined {
  const typed = bare(text);
  const named = options.flatMap(({ label }, index) => (bare(label) === typed ? [index] : []));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const number = /^\d$/.test(typed) ? Number(typed) - 1 : -1;
  return options[number] && number;
}

export function isCancelTyped(text: string, catalogue: Catalogue): boolean {
  return bare(text) === bare(catalogue.text("button.cancel"));
}

/** As it is compared: small letters, without an article and the end of a sentence. */
function bare(text: string): string {
  const words = oneLine(text.normalize("NFC").toLowerCase(), Number.POSITIVE_INFINITY);
  return words.replace(/(?<![\s.!?])\s*[.!?]+$/u, "").replace(ARTICLE, "");
}
