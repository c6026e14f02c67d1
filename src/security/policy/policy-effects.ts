import { EFFECTS } from "../effects/effect.ts";
import { type Judgement, judge } from "./policy.ts";
import { factsOf, type PolicyOptions, type Role } from "./policy-input.ts";

const ROOM = "room";
const SERVICE = "example.act";
const ENTITY = "example.thing";

/** What each effect needs by these options, for each role: one entity, at home, in the person's own words. Lists of domains and services do not count. */
export function effectTable(options: PolicyOptions) {
  const without = { ...options, allowedDomains: ["*"], blockedDomains: [], restrictedDomains: [], requireConfirmation: [] };
  return EFFECTS.map((effect) => {
    const judged = (role: Role): Judgement =>
      judge(
        factsOf({
          actionId: "table",
          call: { service: SERVICE, entityIds: [ENTITY], data: {} },
          fingerprint: "",
          channel: "telegram",
          options: without,
          effects: [{ effect, entityId: ENTITY, service: SERVICE, because: "" }],
          touched: [{ entityId: ENTITY, areaId: ROOM }],
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
    return { effect, byRole: { owner: judged("owner"), adult: judged("adult"), child: judged("child"), guest: judged("guest") } };
  });
}
