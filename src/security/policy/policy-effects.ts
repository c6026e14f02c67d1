import { EFFECTS, type Effect } from "../effects/effect.ts";
import { type Judgement, judge, type Requirement } from "./policy.ts";
import { factsOf, type PolicyOptions, type Role } from "./policy-input.ts";

/** What an effect needs of somebody in a role. */
export interface EffectCell {
  readonly outcome: Judgement["outcome"];
  readonly rule: string;
  /** Of what is asked about. */
  readonly needs: Requirement | undefined;
}

export interface EffectRow {
  readonly effect: Effect;
  readonly byRole: Readonly<Record<Role, EffectCell>>;
}

const ROOM = "room";
const SERVICE = "example.act";
const THING = "example.thing";

/**
 * What each effect needs by these options, for each role: one thing, at home, in the person's own words, a guest in a room of theirs. The
 * lists of domains and services are left out: they are about what is called, whatever it does.
 */
export function effectTable(options: PolicyOptions): readonly EffectRow[] {
  const without = { ...options, allowedDomains: ["*"], blockedDomains: [], restrictedDomains: [], requireConfirmation: [] };
  return EFFECTS.map((effect) => ({
    effect,
    byRole: {
      owner: cellOf(effect, "owner", without),
      adult: cellOf(effect, "adult", without),
      child: cellOf(effect, "child", without),
      guest: cellOf(effect, "guest", without),
    },
  }));
}

function cellOf(effect: Effect, role: Role, options: PolicyOptions): EffectCell {
  const judgement = judge(
    factsOf({
      actionId: "table",
      call: { service: SERVICE, entityIds: [THING], data: {} },
      fingerprint: "",
      channel: "telegram",
      options,
      effects: [{ effect, entityId: THING, service: SERVICE, because: "" }],
      touched: [{ entityId: THING, areaId: ROOM }],
      person: { id: "table", role, areas: role === "guest" ? [ROOM] : undefined, until: Number.POSITIVE_INFINITY, atHome: true },
      origin: { request: "person", outside: undefined },
      serviceExists: true,
      everything: false,
      late: false,
      unknownBefore: false,
      jointTargets: 1,
      recent: {},
      now: 0,
    }),
  );
  const { outcome, rule } = judgement;
  return { outcome, rule, needs: judgement.outcome === "confirm" ? judgement.requirement : undefined };
}
