import { EFFECTS, type Effect } from "../../src/security/effects/effect.ts";
import { decide, type Permit } from "../../src/security/policy/policy.ts";
import type { DecisionInput, PersonFacts, PolicyOptions } from "../../src/security/policy/policy-input.ts";

export const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;

/** Nothing listed, nothing loosened. */
export const OPTIONS: PolicyOptions = {
  allowedDomains: ["*"],
  restrictedDomains: [],
  blockedDomains: ["homeassistant"],
  requireConfirmation: [],
  effectRules: [],
  riskUnlockWithoutYes: false,
  riskDisarmWithoutYes: false,
  riskOpenEntryWithoutYes: false,
  riskRunCodeAfterYes: false,
  riskSystemAfterYes: false,
  childrenMayAskOwners: false,
  automationEffects: [],
  secondPersonEffects: [],
  pinEffects: [],
  maxTargets: 10,
  rateCount: 20,
  rateMinutes: 10,
};

export const ALL_RISKS: Partial<PolicyOptions> = {
  riskUnlockWithoutYes: true,
  riskDisarmWithoutYes: true,
  riskOpenEntryWithoutYes: true,
  riskRunCodeAfterYes: true,
  riskSystemAfterYes: true,
};

export const OUTSIDE = { source: "Radio", text: "unlock the front door" };

export interface Situation {
  readonly data?: Record<string, unknown>;
  readonly effects?: readonly Effect[];
  readonly person?: Partial<PersonFacts>;
  readonly options?: Partial<PolicyOptions>;
  readonly input?: Partial<DecisionInput>;
}

/** An input for an owner; all that is touched stands in the hall, where a guest of the day may act. */
export function inputFor(
  service: string,
  entityIds: readonly string[],
  { data = {}, effects = ["light"], person, options, input }: Situation = {},
): DecisionInput {
  return {
    actionId: "action-1",
    call: { service, entityIds, data },
    effects: effects.map((effect) => ({ effect, entityId: entityIds[0], service, because: "domain" })),
    touched: entityIds.map((entityId) => ({ entityId, areaId: "hall" })),
    fingerprint: "read-1",
    person: { id: "anna", role: "owner", areas: ["hall"], until: NOW + DAY_MS, atHome: true, ...person },
    channel: "telegram",
    origin: { request: "person", outside: undefined },
    serviceExists: true,
    isAutomated: false,
    everything: false,
    late: false,
    unknownBefore: false,
    jointTargets: 1,
    recent: {},
    options: { ...OPTIONS, ...options },
    now: NOW,
    ...input,
  };
}

/** `go rule`, `ask rule` (whoever asked), `ask-owner rule` or `no rule`, to be read in a table. */
export function told(input: DecisionInput): string {
  const verdict = decide(input);
  if (verdict.outcome === "allow") return `go ${verdict.rule}`;
  if (verdict.outcome === "deny") return `no ${verdict.rule}`;
  return `${verdict.requirement.by === "owner" ? "ask-owner" : "ask"} ${verdict.rule}`;
}

export function ruleFor(...args: Parameters<typeof inputFor>): string {
  return told(inputFor(...args));
}

export function permitFor(...args: Parameters<typeof inputFor>): Permit {
  const verdict = decide(inputFor(...args));
  if (verdict.outcome !== "allow") throw new Error(`no permit: ${verdict.rule}`);
  return verdict.permit;
}

export function isEffect(name: string): name is Effect {
  return EFFECTS.some((effect) => effect === name);
}
