import { randomUUID } from "node:crypto";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { normalisedKey } from "../../memory/facts/fact-keys.ts";
import type { Memory } from "../../memory/memory.ts";
import {
  askedPlainly,
  changedPlainly,
  factsAsked,
  type Telling,
  toldPlainly,
  wantsThatForgotten,
} from "../../memory/sentences/plain-sentences.ts";
import type { Fact } from "../../storage/facts/fact-row.ts";
import type { FactStore } from "../../storage/facts/facts.ts";
import type { TurnInput, TurnStateValues } from "../state.ts";
import type { ReadStep } from "./gate/steps.ts";

/** What plain sentences about memory are answered from. */
export interface PlainMemory {
  readonly memory: Pick<Memory, "visibleTo">;
  readonly store: Pick<FactStore, "saidBefore" | "toldBefore">;
  /** What is known, in words; Markdown. */
  readonly answer: (turn: TurnInput, facts: readonly Fact[], catalogue: Catalogue) => string;
  /** Nothing is learned of what the person has said in that session so far; in how many messages something could have been. */
  readonly unlearn: (personId: string, sessionId: string) => number;
  readonly now: () => number;
}

/** Answers a plain question about memory; does what a plain sentence tells or takes back, by the tool that a model would call. Else undefined. */
export function createRemember({ memory, store, answer, unlearn, now, read }: PlainMemory & { readonly read: ReadStep }) {
  const known = (turn: TurnInput, question: string): readonly Fact[] | undefined => {
    const key = askedPlainly(question);
    return key === undefined ? undefined : factsAsked(key, turn.personId, memory.visibleTo(turn, now()));
  };

  /** What the whole message tells of the person, also as a change of what they told or asked for just before. */
  const telling = (turn: TurnInput): Telling | undefined => {
    const change = changedPlainly(turn.text);
    if (!change) return toldPlainly(turn.text);
    const before = store.saidBefore(turn) ?? "";
    const isTold = toldPlainly(before)?.key === change.key || changedPlainly(before) !== undefined;
    const isAsked = normalisedKey(askedPlainly(before) ?? "").name === normalisedKey(change.key).name;
    // what was just told is meant, whatever else is known; where several that were asked for are known, nobody knows which is
    const meant = isTold ? store.toldBefore(turn, () => false) : isAsked ? memory.visibleTo(turn, now()) : [];
    const [only, ...more] = factsAsked(change.key, turn.personId, meant);
    return only && more.length === 0 ? { ...change, key: only.key } : undefined;
  };

  /** What the person told in their message before this one, or asked for in it. */
  const justTold = (turn: TurnInput): readonly Pick<Fact, "key" | "value" | "scope">[] => {
    const asked = known(turn, store.saidBefore(turn) ?? "");
    // of several nobody knows which is meant
    if (asked) return asked.length === 1 ? asked : [];
    return store.toldBefore(turn, (text) => !wantsThatForgotten(text));
  };

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
    const done = { path: "recogniser", model: "recogniser", origin: "person" } as const;
    const facts = known(turn, turn.text) ?? [];
    if (facts.length > 0) return { ...done, origin: "home", answer: answer(turn, facts, catalogueFor(turn.language)) };
    const isUndone = wantsThatForgotten(turn.text);
    const unlearned = isUndone ? unlearn(turn.personId, turn.sessionId) : 0;
    const calls = wanted(turn, isUndone);
    const updates = [];
    for (const args of calls) {
      updates.push(await read({ turn, call: { kind: "read", id: randomUUID(), toolCallId: "", tool: "update_user_profile", args } }));
    }
    // of several things the person is told of those that were forgotten, and no model has to guess at them
    const noted = updates.flatMap(({ results = [] }) => results.filter((result) => result.kind === "read" && result.noted !== undefined));
    if (noted.length > 0) return { ...done, results: noted };
    const isOnlyUnlearned = unlearned > 0 && calls.length === 0;
    return isOnlyUnlearned ? { ...done, answer: catalogueFor(turn.language).text("noted.unlearned") } : undefined;
  };
}
