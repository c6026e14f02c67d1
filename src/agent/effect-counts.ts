import type { ResolvedCall } from "../homeassistant/services/services.ts";
import type { Effect, EffectFinding } from "../security/effects/effect.ts";

export type EffectCounts = Readonly<Partial<Record<Effect, number>>>;

/** More findings nobody reads, and each is stored several times over. */
const MOST_FINDINGS = 50;

/** The worst findings, and of each effect at least one: roles, PINs and counts go by effects. Takes them the most harmful first. */
export function worstFindings(findings: readonly EffectFinding[]): readonly EffectFinding[] {
  const seen = new Set<Effect>();
  return findings.filter(({ effect }, index) => {
    const first = !seen.has(effect);
    seen.add(effect);
    return first || index < MOST_FINDINGS;
  });
}

export function onceEach(findings: readonly EffectFinding[]): EffectCounts {
  return Object.fromEntries(findings.map(({ effect }) => [effect, 1]));
}

/** How many things an action reaches beside its own targets, by effect. */
export function beyondOf({ entityIds }: Pick<ResolvedCall, "entityIds">, findings: readonly EffectFinding[]): EffectCounts {
  const own = new Set(entityIds);
  const others = findings.filter(({ entityId }) => entityId !== undefined && !own.has(entityId));
  const things = ([effect, found]: [Effect, readonly EffectFinding[]]) => [effect, new Set(found.map(({ entityId }) => entityId)).size];
  return Object.fromEntries([...Map.groupBy(others, ({ effect }) => effect)].map(things));
}

export function sum(one: EffectCounts, other: EffectCounts): EffectCounts {
  const effects = Object.keys({ ...one, ...other }) as Effect[];
  return Object.fromEntries(effects.map((effect) => [effect, (one[effect] ?? 0) + (other[effect] ?? 0)]));
}
