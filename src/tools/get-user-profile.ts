import { z } from "zod";
import type { ReadTool, ToolCaller } from "../agent/toolbox.ts";
import type { Asker } from "../memory/facts/fact.ts";
import type { Memory } from "../memory/memory.ts";
import { worstOrigin } from "../security/provenance/provenance.ts";
import type { Fact } from "../storage/facts/fact-row.ts";
import { defineReadTool } from "./tool.ts";

/** About 600 tokens; more is shown by the command for it. */
const MOST_FACTS = 20;

const input = z.object({
  query: z.string().optional(),
});

interface GetUserProfileDependencies {
  readonly memory: Pick<Memory, "recall" | "visibleTo">;
  readonly day: (at: number) => string;
  readonly now: () => number;
}

/** What is known about who asks, and about the house: never another person's. Where others read along only what is public. */
export function createGetUserProfile({ memory, day, now }: GetUserProfileDependencies): ReadTool {
  return defineReadTool("get_user_profile", "What is known of person and house.", input, async ({ query }, caller, signal) => {
    const asker = askerOf(caller);
    const wanted =
      query === undefined
        ? memory.visibleTo(asker, now())
        : (await memory.recall(query, asker, { limit: MOST_FACTS, now: now(), signal })).map(({ fact }) => fact);
    const told = wanted.slice(0, MOST_FACTS);
    return {
      ok: true,
      facts: told.map((fact) => factForModel(fact, day)),
      ...(wanted.length > told.length && { more: wanted.length - told.length, message: "The person sees all of it with /memory." }),
      ...(told.length === 0 && { message: "Nothing is remembered about that." }),
      origin: worstOrigin(["home", ...told.map(({ origin }) => origin)]),
    };
  });
}

export function askerOf({ personId, role, isPrivate }: ToolCaller): Asker {
  return { personId, role, isPrivate };
}

function factForModel(
  { id, scope, category, key, value, sensitivity, source, firstSeen, lastSeen, occurrences }: Fact,
  day: (at: number) => string,
) {
  return {
    id: `m${id}`,
    about: scope.kind === "person" ? "the person who asks" : scope.kind === "house" ? "the house" : `room ${scope.areaId}`,
    category,
    key,
    value,
    sensitivity,
    source: SOURCES[source],
    since: day(firstSeen),
    ...(occurrences > 1 && { times: occurrences, last: day(lastSeen) }),
  };
}

const SOURCES: Readonly<Record<Fact["source"], string>> = {
  told: "they told me",
  inferred: "I concluded it from what they said",
  observed: "I saw it in the home",
};
