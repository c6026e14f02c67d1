import { toPattern } from "../../text/pattern.ts";

/** Words that join two commands in one sentence, by language; longer ones first. Punctuation joins in every language. */
const CONNECTORS: Readonly<Record<string, readonly string[]>> = {
  en: ["and then", "and also", "after that", "and", "then"],
  de: ["und dann", "und danach", "und auch", "und", "dann", "danach"],
  fr: ["et puis", "et ensuite", "et aussi", "et", "puis", "ensuite"],
  es: ["y luego", "y después", "y también", "y", "luego", "después"],
  it: ["e poi", "e anche", "e dopo", "e", "poi", "dopo"],
  nl: ["en dan", "en daarna", "en ook", "en", "dan", "daarna"],
  pt: ["e depois", "e então", "e também", "e", "depois"],
  pl: ["a potem", "i potem", "oraz", "i", "potem"],
  cs: ["a pak", "a potom", "a", "pak", "potom"],
  sv: ["och sedan", "och sen", "och", "sedan", "sen"],
  da: ["og så", "og derefter", "og", "derefter"],
  nb: ["og så", "og deretter", "og", "deretter"],
  fi: ["ja sitten", "ja", "sitten"],
  hu: ["és aztán", "és", "aztán", "majd"],
  ru: ["и потом", "а потом", "и", "потом", "затем"],
  uk: ["і потім", "а потім", "і", "та", "потім"],
  tr: ["ve sonra", "ve", "sonra"],
};

/** Openings that make an order of a question: "could you turn on the light?" */
const POLITE_OPENINGS: Readonly<Record<string, readonly string[]>> = {
  en: ["can you", "could you", "would you", "will you", "can i have", "may i ask you to", "please"],
  de: ["kannst du", "könntest du", "würdest du", "machst du", "können sie", "könnten sie", "würden sie", "bitte"],
  fr: ["peux-tu", "peux tu", "tu peux", "pourrais-tu", "pouvez-vous", "pourriez-vous", "est-ce que tu peux"],
  es: ["puedes", "podrías", "puede", "podría", "me puedes", "por favor"],
  it: ["puoi", "potresti", "può", "potrebbe", "mi puoi", "per favore"],
  nl: ["kun je", "kan je", "kunt u", "wil je", "zou je"],
  pt: ["podes", "pode", "podias", "poderia", "por favor"],
  pl: ["czy możesz", "możesz", "czy mógłbyś", "czy mogłabyś", "proszę"],
};

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
