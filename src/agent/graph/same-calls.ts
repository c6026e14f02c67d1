import type { Resolution } from "../../homeassistant/services/services.ts";
import { canonicalJson } from "../../text/canonical-json.ts";
import type { Wanted } from "../state.ts";

interface Proposal {
  readonly pending: Wanted & { readonly call: { readonly service: string } };
  readonly resolution: Resolution;
}

/** A step's calls for the very same are one: nobody is asked twice about it, and it is done once. */
export function eachOnce(proposals: readonly Proposal[]): readonly Proposal[] {
  const same = Map.groupBy(proposals, ({ pending, resolution }) => {
    if (!resolution.ok) return pending.id;
    const { service, entityIds, data } = resolution.call;
    return canonicalJson([service, entityIds.toSorted(), data, resolution.everything]);
  });
  return [...same.values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? [];
    return { ...first, pending: { ...first.pending, repeats: others.flatMap(({ pending }) => pending.toolCallId ?? []) } };
  });
}

export function wantedBy({ id, toolCallId, repeats = [] }: Wanted): Wanted {
  return { id, toolCallId, ...(repeats.length > 0 && { repeats }) };
}
