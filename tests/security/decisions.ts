import { type DecisionInput, decide, type Permit, type PolicyLists } from "../../src/security/policy.ts";

export const NOW = 1_800_000_000_000;
const OPEN_LISTS: PolicyLists = {
  allowedDomains: ["*"],
  restrictedDomains: [],
  blockedDomains: ["homeassistant"],
  requireConfirmation: [],
};

interface Options {
  readonly data?: Record<string, unknown>;
  readonly deviceClass?: string;
  readonly lists?: Partial<PolicyLists>;
  readonly input?: Partial<DecisionInput>;
}

/** A decision over targets that all have the same device class. */
export function inputFor(
  service: string,
  entityIds: readonly string[],
  { data = {}, deviceClass, lists, input }: Options = {},
): DecisionInput {
  return {
    actionId: "action-1",
    channel: "telegram",
    role: "owner",
    origin: "person",
    call: { service, entityIds, data },
    targets: entityIds.map((entityId) => ({ entityId, deviceClass })),
    lists: { ...OPEN_LISTS, ...lists },
    serviceExists: true,
    late: false,
    unknownBefore: false,
    now: NOW,
    ...input,
  };
}

/** `outcome rule`, to be read in a table. */
export function ruleFor(...args: Parameters<typeof inputFor>): string {
  const { outcome, rule } = decide(inputFor(...args));
  return `${outcome} ${rule}`;
}

export function permitFor(...args: Parameters<typeof inputFor>): Permit {
  const verdict = decide(inputFor(...args));
  if (verdict.outcome !== "allow") throw new Error(`no permit: ${verdict.rule}`);
  return verdict.permit;
}
