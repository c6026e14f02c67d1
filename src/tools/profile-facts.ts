import type { ToolCaller } from "../agent/toolbox.ts";
import type { Asker } from "../memory/facts/fact.ts";
import type { Fact } from "../storage/facts/fact-row.ts";

/** Who asks, as memory wants to know it. */
export function askerOf({ personId, role, isPrivate }: ToolCaller): Asker {
  return { personId, role, isPrivate };
}

/** A fact as the model gets it: what it is about, in whose words, and where it comes from. */
export function factForModel(
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
