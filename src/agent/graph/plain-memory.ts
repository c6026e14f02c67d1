import { catalogueFor } from "../../languages/catalogue.ts";
import type { Memory } from "../../memory/facts/fact.ts";
import { normalisedKey } from "../../memory/facts/fact-keys.ts";
import { askedPlainly, factsAsked } from "../../memory/sentences/plain-questions.ts";
import { changedPlainly, looksAtMemory, type Telling, toldPlainly } from "../../memory/sentences/plain-sentences.ts";
import type { Fact } from "../../storage/facts/fact-row.ts";
import type { FactStore } from "../../storage/facts/facts.ts";
import type { TurnInput } from "../state.ts";
import type { FactList } from "./fact-list.ts";

/** What memory does for plain sentences. */
export interface PlainMemory {
  /** What the whole message tells of the person, also as a change of what they told or asked for just before. */
  readonly telling: (turn: TurnInput) => Telling | undefined;
  /** The answer to a plain question about the person themselves, if something is known; Markdown. */
  readonly answerTo: (turn: TurnInput) => string | undefined;
  /** What the person told in their message before this one, or asked for in it. */
  readonly justTold: (turn: TurnInput) => readonly Pick<Fact, "key" | "value" | "scope">[];
  /** Nothing is learned of what the person has said in that session so far; in how many messages something could have been. */
  readonly unlearn: (personId: string, sessionId: string) => number;
}

interface PlainMemoryDependencies {
  readonly memory: Pick<Memory, "visibleTo">;
  readonly store: Pick<FactStore, "saidBefore" | "toldBefore">;
  readonly list: Pick<FactList, "answer">;
  readonly unlearn: PlainMemory["unlearn"];
  /** ms since the epoch */
  readonly now: () => number;
}

export function createPlainMemory({ memory, store, list, unlearn, now }: PlainMemoryDependencies): PlainMemory {
  const known = (turn: TurnInput, question: string): readonly Fact[] | undefined => {
    const key = askedPlainly(question);
    return key === undefined ? undefined : factsAsked(key, turn.personId, memory.visibleTo(turn, now()));
  };
  return {
    telling(turn) {
      const change = changedPlainly(turn.text);
      if (!change) return toldPlainly(turn.text);
      const before = store.saidBefore(turn) ?? "";
      const isTold = toldPlainly(before)?.key === change.key || changedPlainly(before) !== undefined;
      const isAsked = normalisedKey(askedPlainly(before) ?? "").name === normalisedKey(change.key).name;
      // what was just told is meant, whatever else is known; where several that were asked for are known, nobody knows which is
      const known = isTold ? store.toldBefore(turn, () => false) : isAsked ? memory.visibleTo(turn, now()) : [];
      const [only, ...more] = factsAsked(change.key, turn.personId, known);
      return only && more.length === 0 ? { ...change, key: only.key } : undefined;
    },
    answerTo(turn) {
      const facts = known(turn, turn.text) ?? [];
      return facts.length > 0 ? list.answer(turn, facts, catalogueFor(turn.language)) : undefined;
    },
    justTold(turn) {
      const asked = known(turn, store.saidBefore(turn) ?? "");
      // of several nobody knows which is meant
      if (asked) return asked.length === 1 ? asked : [];
      return store.toldBefore(turn, looksAtMemory);
    },
    unlearn,
  };
}
