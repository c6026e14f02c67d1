import { isReachable, observation, type Receipt } from "../../../homeassistant/acting/acting.ts";
import { expectationOf, isAssumed, withoutProof } from "../../../homeassistant/expectations/expectations.ts";
import type { Home } from "../../../homeassistant/registry/home.ts";
import type { EntityState } from "../../../homeassistant/registry/states.ts";
import type { ResolvedCall } from "../../../homeassistant/services/services.ts";
import { withoutSecrets } from "../../../security/redaction/redaction.ts";
import type { JudgedAction, Judgement } from "./evaluate-action.ts";

interface AlreadySatisfiedDependencies {
  readonly home: Pick<Home, "ready">;
  readonly stateOf: (entityId: string) => EntityState | undefined;
  readonly clock: () => number;
}

/** What is already as wanted, by the states: not asked about. Nothing that starts something or reaches beyond its own targets. */
export function createAlreadySatisfied({ home, stateOf, clock }: AlreadySatisfiedDependencies) {
  const seen = (call: ResolvedCall, entityId: string) => {
    const state = stateOf(entityId);
    const expectation = expectationOf(call, entityId, state);
    // the states are those of now only while the home is ready
    if (!home.ready || !isReachable(state) || !expectation || isAssumed(state) || !expectation.holds(state)) return undefined;
    return observation(state, expectation.observe);
  };

  /** Targets of a call that it will change, as far as can be told. */
  const open = (call: ResolvedCall): readonly string[] => {
    if (withoutProof(call) === "started") return call.entityIds;
    return call.entityIds.filter((entityId) => seen(call, entityId) === undefined);
  };

  return {
    open,

    /** A call without those of its targets that need no change; undefined where it is all of it, or where it reaches beyond them. */
    rest(call: ResolvedCall, facts: Judgement["facts"]): ResolvedCall | undefined {
      const entityIds = open(call);
      return reachesMore(facts) || entityIds.length === 0 || entityIds.length === call.entityIds.length
        ? undefined
        : { ...call, entityIds };
    },

    /** The receipt of an action whose whole end is there. */
    receipt({ id, call }: Pick<JudgedAction, "id" | "call">, facts: Judgement["facts"]): Receipt | undefined {
      if (call.entityIds.length === 0 || reachesMore(facts) || withoutProof(call) === "started") return undefined;
      const found = call.entityIds.flatMap((entityId) => {
        const observed = seen(call, entityId);
        return observed ? [{ entityId, outcome: "already" as const, observed }] : [];
      });
      if (found.length < call.entityIds.length) return undefined;
      const at = clock();
      const { service, data } = call;
      const sent = { contextId: undefined, error: undefined, startedAt: at, endedAt: at };
      return { actionId: id, service, data: withoutSecrets(data), targets: found, ...sent };
    },
  };
}

/** Whether a call changes more than its own targets: a group is on as soon as one in it is. */
function reachesMore({ targets, inside, addressed }: Judgement["facts"]): boolean {
  return inside.length > 0 || addressed.length > 0 || targets.some(({ members }) => members.length > 0);
}
