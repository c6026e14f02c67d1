import { randomUUID } from "node:crypto";
import { catalogueFor } from "../../languages/catalogue.ts";
import { wantsThatForgotten } from "../../memory/sentences/plain-sentences.ts";
import type { StepResult, TurnInput, TurnStateValues } from "../state.ts";
import type { PlainMemory } from "./plain-memory.ts";
import type { createReadStep } from "./steps.ts";

interface RememberDependencies extends PlainMemory {
  readonly read: ReturnType<typeof createReadStep>;
}

/**
 * Remembers what a plain sentence tells of its writer, and forgets what the one before told, by the tool that a model would call: small models
 * do not call it. Answers what is plainly asked and known. Undefined where nothing came of it; then a model is asked.
 */
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
