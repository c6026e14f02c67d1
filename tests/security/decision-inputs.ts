import fc from "fast-check";
import { EFFECTS, type EffectFinding } from "../../src/security/effects/effect.ts";
import { hashAction, type Requirement } from "../../src/security/policy/policy.ts";
import type { DecisionInput, PolicyOptions } from "../../src/security/policy/policy-input.ts";
import { NOW, OPTIONS, OUTSIDE } from "./decisions.ts";

const DOMAINS = ["light", "lock", "script", "cover"] as const;
const AREAS = ["hall", "bath", undefined] as const;
const PEOPLE = ["anna", "ben", "cleo"] as const;
const ROLES = ["owner", "adult", "child", "guest"] as const;

const entityId = fc.tuple(fc.constantFrom(...DOMAINS), fc.nat({ max: 3 })).map(([domain, number]) => `${domain}.x${number}`);
export const touchedThing = fc.record({ entityId, areaId: fc.constantFrom(...AREAS) });
/** Mostly effects that go, for otherwise nearly nothing would. */
const effect = fc.oneof(fc.constantFrom("light", "media", "unlock", "open-entry"), fc.constantFrom(...EFFECTS));
export const finding: fc.Arbitrary<EffectFinding> = fc.record({
  effect,
  entityId: fc.constant(undefined),
  service: fc.constantFrom("light.turn_on", "lock.unlock", "script.turn_on", "mqtt.publish"),
  because: fc.constant("domain"),
});
const effects = fc.subarray([...EFFECTS], { maxLength: 3 });
const seldom = fc.integer({ min: 0, max: 5 }).map((number) => number === 0);
const domains = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.subarray<string>(["lock", "mqtt", "light"]) },
);

const options: fc.Arbitrary<PolicyOptions> = fc.record({
  allowedDomains: fc.oneof({ weight: 5, arbitrary: fc.constant(["*"]) }, { weight: 1, arbitrary: fc.constant(["light", "lock"]) }),
  restrictedDomains: domains,
  blockedDomains: domains,
  requireConfirmation: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.constant(["lock.unlock"]) }),
  effectRules: fc.array(
    fc.record(
      { effect, decision: fc.constantFrom("allow" as const, "confirm" as const, "deny" as const), role: fc.constantFrom(...ROLES) },
      { requiredKeys: ["effect", "decision"] },
    ),
    { maxLength: 3 },
  ),
  riskUnlockWithoutYes: fc.boolean(),
  riskDisarmWithoutYes: fc.boolean(),
  riskOpenEntryWithoutYes: fc.boolean(),
  riskRunCodeAfterYes: fc.boolean(),
  riskSystemAfterYes: fc.boolean(),
  childrenMayAskOwners: fc.boolean(),
  automationEffects: effects,
  secondPersonEffects: effects,
  pinEffects: effects,
  maxTargets: fc.integer({ min: 1, max: 12 }),
  rateCount: fc.integer({ min: 1, max: 5 }),
  rateMinutes: fc.constant(OPTIONS.rateMinutes),
});

/** Any input that the gate could make, without a yes. */
const asked: fc.Arbitrary<DecisionInput> = fc
  .record({
    service: fc.constantFrom("light.turn_on", "lock.unlock", "script.turn_on", "conversation.process"),
    touched: fc.uniqueArray(touchedThing, { minLength: 1, maxLength: 4, selector: (thing) => thing.entityId }),
    own: fc.nat({ max: 4 }),
    data: fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.constant({ area_id: "hall" }) }),
    effects: fc.array(finding, { minLength: 1, maxLength: 3 }),
    person: fc.record({
      id: fc.constantFrom(...PEOPLE),
      role: fc.constantFrom(...ROLES),
      areas: fc.constantFrom(["hall"], ["hall", "bath"], [], undefined),
      until: fc.constantFrom(NOW + 1, NOW + 1, NOW, undefined),
      atHome: fc.constantFrom(true, true, false, undefined),
    }),
    channel: fc.constantFrom("telegram", "terminal", "console", "assist", "rest", "telegram", "telegram", "pigeon"),
    origin: fc.record({
      request: fc.constantFrom("person", "person", "person", "home", "document", "outside"),
      outside: fc.constantFrom(undefined, undefined, undefined, OUTSIDE),
    }),
    everything: seldom,
    late: seldom,
    unknownBefore: seldom,
    serviceMissing: seldom,
    jointTargets: fc.integer({ min: 1, max: 14 }),
    recent: fc.record({ light: fc.nat({ max: 4 }), unlock: fc.nat({ max: 4 }) }, { requiredKeys: [] }),
    options,
  })
  .map(({ service, own, data, touched, serviceMissing, ...rest }) => ({
    ...rest,
    actionId: "action-1",
    call: { service, entityIds: touched.slice(0, own).map((thing) => thing.entityId), data },
    touched,
    fingerprint: "read-1",
    isAutomated: false,
    serviceExists: !serviceMissing,
    now: NOW,
  }));

const vote = fc.record({ personId: fc.constantFrom(...PEOPLE), role: fc.constantFrom(...ROLES) });

/** Any input, half of them with a yes to exactly that. */
export const anyInput: fc.Arbitrary<DecisionInput> = fc
  .tuple(asked, fc.option(fc.record({ by: fc.array(vote, { maxLength: 3 }), pin: fc.boolean() }), { nil: undefined, freq: 2 }))
  .map(([input, yes]) => (yes ? { ...input, approval: { hash: hashAction(input), ...yes } } : input));

/** The same without the yes. */
export function unanswered({ approval: _, ...input }: DecisionInput): DecisionInput {
  return input;
}

type Judged = { readonly outcome: string; readonly requirement?: Requirement };

/** How strict a verdict is in each respect: outcome and who is asked, how many, with a PIN. */
export function strictness({ outcome, requirement }: Judged): { readonly outcome: number; readonly people: number; readonly pin: number } {
  if (outcome === "deny") return { outcome: 3, people: 3, pin: 1 };
  if (!requirement) return { outcome: 0, people: 0, pin: 0 };
  return { outcome: requirement.by === "owner" ? 2 : 1, people: requirement.people, pin: requirement.pin ? 1 : 0 };
}

export function isLooser(one: Judged, other: Judged): boolean {
  const [a, b] = [strictness(one), strictness(other)];
  return a.outcome < b.outcome || a.people < b.people || a.pin < b.pin;
}
