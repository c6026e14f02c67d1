import type { Fact } from "../../storage/facts/fact-row.ts";
import type { ToldFact } from "../../storage/facts/facts.ts";
import { wordsOfValue } from "../facts/fact-values.ts";
import { isOver } from "../facts/pruning.ts";

/**
 * Of what a person told in a conversation that others read, the facts that hold nothing more than what was said there: they may be named there, and
 * nothing that is known from elsewhere is told with them.
 */
export function toldHere(told: readonly ToldFact[], personId: string, now: number): readonly Fact[] {
  return told
    .filter(({ fact, turns }) => fact.toldBy === personId && !isOver(fact, now) && (isOnlyFrom(fact, turns) || isAllSaid(fact, turns)))
    .map(({ fact }) => fact);
}

function isOnlyFrom({ evidence }: Fact, turns: ToldFact["turns"]): boolean {
  return evidence.length > 0 && evidence.every((one) => one.kind === "turn" && turns.some(({ id }) => id === one.turnId));
}

function isAllSaid({ value }: Fact, turns: ToldFact["turns"]): boolean {
  const said = new Set(turns.flatMap(({ text }) => wordsOfValue(text)));
  const words = wordsOfValue(value);
  return words.length > 0 && words.every((word) => said.has(word));
}
