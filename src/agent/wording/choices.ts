import type { SeveralMeant } from "../../homeassistant/recogniser/recogniser.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { typedAnswer, withoutArticle, wordsOfName } from "../../languages/typed-answers.ts";
import type { Button } from "../../storage/turns/outbox.ts";
import { oneLine, quotable, verbatim } from "./phrases.ts";

/** Of the person's own words, enough to know them by. */
const LONGEST_WORDS = 80;
/** Characters that fit a phone's width as a button; a longer name is a letter to whoever reads it. */
const LONGEST_LABEL = 60;

/** Whether a name can stand on a button: shown whole, in one line, with nothing in it that does not show. */
export function fitsOnButton(label: string): boolean {
  return label !== "" && oneLine(label, LONGEST_LABEL) === label;
}

/** The question which of a few things is meant. Markdown; its last line says how to answer, and how it ended comes in its place. */
export function choiceText({ what, options, isGuess = false, isRooms = false }: SeveralMeant, catalogue: Catalogue): string {
  const question = catalogue.text(isGuess ? "choice.meant" : isRooms ? "choice.room" : "choice.which", {
    what: quotable(oneLine(what, LONGEST_WORDS)),
  });
  return optionsText(question, options, catalogue);
}

/** Options under what is said of them. Markdown. */
export function optionsText(said: string, options: SeveralMeant["options"], catalogue: Catalogue): string {
  const lines = options.map(({ label }, index) => `${index + 1}. ${verbatim(label)}`);
  // Markdown takes a line directly after a list for the list's own
  return [said, ...lines, "", catalogue.text("choice.how")].join("\n");
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

/** Chosen in place of one of them. */
export function allOf(options: readonly unknown[]): number {
  return options.length;
}

/** The option that a typed text names, by its label, its number, its place or a part of its label; `allOf` them; undefined for anything else, and for what fits several. */
export function optionTyped(text: string, options: readonly { readonly label: string }[]): number | undefined {
  const typed = bare(text);
  const named = options.flatMap(({ label }, index) => (bare(label) === typed ? [index] : []));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const number = /^\d$/.test(typed) ? Number(typed) - 1 : -1;
  if (options[number]) return number;
  const answer = typedAnswer(text);
  if (typeof answer === "number") return options.at(answer) && (answer + options.length) % options.length;
  if (answer === "all" || (answer === "both" && options.length === 2)) return allOf(options);
  const words = answer === undefined ? wordsOfName(typed) : [];
  const [only, ...others] = options.flatMap(({ label }, index) => {
    const known = wordsOfName(label);
    return words.length > 0 && words.every((word) => known.includes(word)) ? [index] : [];
  });
  return others.length === 0 ? only : undefined;
}

export function isCancelTyped(text: string, catalogue: Catalogue): boolean {
  return bare(text) === bare(catalogue.text("button.cancel"));
}

/** As it is compared: small letters, without an article and the end of a sentence. */
function bare(text: string): string {
  const words = oneLine(text.normalize("NFC").toLowerCase(), Number.POSITIVE_INFINITY);
  return withoutArticle(words.replace(/(?<![\s.!?])\s*[.!?]+$/u, ""));
}
