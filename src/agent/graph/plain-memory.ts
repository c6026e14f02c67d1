import { randomUUID } from "node:crypto";
import { catalogueFor } from "../../languages/catalogue.ts";
import { normalisedKey } from "../../memory/facts/fact-keys.ts";
import type { Memory } from "../../memory/memory.ts";
import { askedPlainly, factsAsked } from "../../memory/sentences/plain-questions.ts";
import { changedPlainly, looksAtMemory, type Telling, toldPlainly, wantsThatForgotten } from "../../memory/sentences/plain-sentences.ts";
import type { Fact } from "../../storage/facts/fact-row.ts";
import type { FactStore } from "../../storage/facts/facts.ts";
import type { StepResult, TurnInput, TurnStateValues } from "../state.ts";
import type { FactList } from "./fact-list.ts";
import type { ReadStep } from "./steps.ts";

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

interface RememberDependencies extends PlainMemory {
  readonly read: ReadStep;
}

export type Remember = ReturnType<typeof createRemember>;

/** Does what a plain sentence tells or takes back, by the tool that a model would call. Undefined where nothing came of it. */
export function createRemember({ read, telling, answerTo, justTold, unlearn }: RememberDependencies) {
  const wanted = (turn: TurnInput, isUndone: boolean): readonly object[] => {
    const told = telling(turn);
    if (told) return [{ action: "tell", ...told }];
    if (!isUndone) return [];
    return justTold(turn).flatMap(({ key, value, scope }) =>
      scope.kind === "room" ? [] : [{ action: "forget", key, old_value: value, about: scope.kind === "person" ? "me" : "house" }],
    );
  };
  return async (turn: TurnInput): Promise<Partial<TurnStateValues> | undefined> => {
    if (turn.origin !== "person" || turn.replyText !== undefined) return undefined;
    const answer = answerTo(turn);
    if (answer !== undefined) return { path: "recogniser", model: "recogniser", origin: "home", answer };
    const results: StepResult[] = [];
    const isUndone = wantsThatForgotten(turn.text);
    const unlearned = isUndone ? unlearn(turn.personId, turn.sessionId) : 0;
    for (const args of wanted(turn, isUndone)) {
      const call = { kind: "read", id: randomUUID(), toolCallId: "", tool: "update_user_profile", args } as const;
      const update = await read({ turn, call });
      results.push(...(update.results ?? []));
    }
    // of several things the person is told of those that were forgotten, and no model has to guess at them
    const noted = results.filter((result) => result.kind === "read" && result.noted !== undefined);
    const done = { path: "recogniser", model: "recogniser", origin: "person" } as const;
    if (noted.length > 0) return { ...done, results: noted };
    const isOnlyUnlearned = unlearned > 0 && results.length === 0;
    return isOnlyUnlearned ? { ...done, answer: catalogueFor(turn.language).text("noted.unlearned") } : undefined;
  };
}
