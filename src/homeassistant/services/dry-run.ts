import type { CallFacts, Unresolved } from "../../security/effects/action-facts.ts";
import type { Effect, EffectFinding, EffectWords } from "../../security/effects/effect.ts";
import { effectsOf } from "../../security/effects/effects.ts";
import type { RoutineDomain } from "../../security/routines/routine-changes.ts";
import type { ActionReader } from "./action-reader.ts";

/** A call that a routine would make. */
export interface DryStep {
  readonly service: string;
  readonly entityIds: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  /** What it does to the house, the most harmful first. */
  readonly effects: readonly Effect[];
  /** Why it is not known what it does. */
  readonly unresolved: readonly Unresolved[];
}

interface DryRunDependencies {
  readonly reader: Pick<ActionReader, "read">;
  readonly words: () => EffectWords;
}

export type DryRun = ReturnType<typeof createDryRun>;

/** What a script, a scene or an automation would call in all its branches, and what automations would make of that. Nothing is called. */
export function createDryRun({ reader, words }: DryRunDependencies) {
  return async (kind: RoutineDomain, entityId: string, signal: AbortSignal) => {
    const service = kind === "automation" ? "automation.trigger" : `${kind}.turn_on`;
    const facts = await reader.read({ service, entityIds: [entityId], data: {} }, { signal });
    const found = effectsOf(facts, words());
    const effects = (of: readonly EffectFinding[]) => [...new Set(of.map(({ effect }) => effect))];
    const stepOf = ({ service: called, targets, data, unresolved }: CallFacts): DryStep => {
      const reached = new Set(targets.flatMap((target) => [target, ...target.members]).map((target) => target.entityId));
      const own = found.filter((one) => one.service === called && (one.entityId === undefined || reached.has(one.entityId)));
      return { service: called, entityIds: targets.map((target) => target.entityId), data, effects: effects(own), unresolved };
    };
    return {
      steps: facts.inside.map(stepOf),
      caused: facts.caused.map(stepOf),
      effects: effects(found),
      unresolved: facts.unresolved,
    };
  };
}
