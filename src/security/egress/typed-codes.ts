import type { EgressPolicy } from "./egress.ts";
import { createDigitReader } from "./number-words.ts";
import { readText } from "./read-text.ts";

/** Shorter numbers stand in every search. */
const SHORTEST_CODE = 4;

/** Finds the codes that a person gave in their own messages in a text that may leave, in digits of any script or in number words. */
export function createTypedCodes({ find }: Pick<EgressPolicy, "find">) {
  const readDigits = createDigitReader();
  const views = (text: string) => [readText(text).text, readDigits(text)?.text ?? ""];
  return (text: string, said: readonly string[]): boolean => {
    const numbers = views(text).flatMap((view) => [...view.matchAll(/\d(?:[ .,/#*–-]{0,2}\d)*/g)].map(([run]) => digitsOf(run)));
    if (!numbers.some((number) => number.length >= SHORTEST_CODE)) return false;
    const codes = said
      .flatMap((message) => find(message).flatMap(({ kind, from, to }) => (kind === "secret" ? views(message.slice(from, to)) : [])))
      .map(digitsOf)
      .filter((code) => code.length >= SHORTEST_CODE);
    return codes.some((code) => numbers.some((number) => number.includes(code)));
  };
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}
