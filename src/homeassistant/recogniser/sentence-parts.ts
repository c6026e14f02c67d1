import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { toPattern } from "../../text/pattern.ts";

const byLanguage = z.record(z.string(), z.array(z.string()));
/** Words that join two commands in one sentence (punctuation joins in every language), and openings that make an order of a question. */
const { connectors: CONNECTORS, politeOpenings: POLITE_OPENINGS } = readData(
  "shared/sentence-parts.yaml",
  z.strictObject({ connectors: byLanguage, politeOpenings: byLanguage }),
);

/** More commands than this in one message is talk for the model. */
const MOST_PARTS = 4;

/**
 * The commands of a sentence that holds several: "turn on X and turn off Y", "X, dann Y". Empty if there is one only, or too many.
 * `language` is BCP 47; of a language without connectors here only punctuation splits.
 */
export function sentenceParts(sentence: string, language: string): readonly string[] {
  const words = CONNECTORS[primary(language)] ?? [];
  const joined = words.length > 0 ? `(?:${words.join("|")})` : "(?!)";
  // a comma splits before a space only: "21,5 degrees" stays whole
  const between = toPattern(`(?<!\\s)\\s*(?:[,;.!?]\\s|\\n|[;，、。；])\\s*(?:${joined}\\s+)?|(?<!\\s)\\s+${joined}\\s+`, "giu");
  const parts = sentence
    .split(between)
    .map((part) => part.replace(/^[\s,;.!?]+|(?<![\s,;.!])[\s,;.!]+$/gu, ""))
    .filter((part) => part !== "");
  return parts.length > 1 && parts.length <= MOST_PARTS ? parts : [];
}

/** True if the sentence ends as a question and does not open as a polite order. */
export function asksRatherThanTells(sentence: string, language: string): boolean {
  if (!/[?？؟]\s*$/u.test(sentence)) return false;
  const start = sentence.toLocaleLowerCase(language === "" ? undefined : primary(language));
  return !(POLITE_OPENINGS[primary(language)] ?? []).some((opening) => start.startsWith(`${opening} `));
}

function primary(language: string): string {
  const [first = ""] = language.toLowerCase().split(/[-_]/);
  return first === "no" ? "nb" : first;
}
