import type { Fact } from "../../storage/facts/fact-row.ts";
import type { ToldFact } from "../../storage/facts/facts.ts";
import { wordsOfValue } from "../facts/fact-values.ts";
import { isOver } from "../facts/importance.ts";

/** Facts that say no more than what the person told in this conversation: they may be named there, although others read along. */
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
