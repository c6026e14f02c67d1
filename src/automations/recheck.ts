import type { BrokenAutomation } from "../attention/automation-watch.ts";
import { type OwnRoutines, routineHash } from "../homeassistant/acting/own-routines.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import type { AutomationStore } from "../storage/turns/automations.ts";
import type { AutomationFault } from "../storage/turns/findings.ts";
import { stepsIn } from "./intent.ts";
import { lintAutomation } from "./lint.ts";
import { asAutomation, type Routine, routineOf } from "./routine.ts";

interface RecheckDependencies {
  readonly home: Pick<Home, "find" | "isHidden" | "whenReady">;
  readonly own: Pick<OwnRoutines, "read" | "entityOf" | "problemOf">;
  readonly store: Pick<AutomationStore, "latest">;
  readonly serviceExists: (service: string) => boolean;
}

/**
 * Examines the service's own automations, scripts and scenes as the home is now: after a rename, an entity that was removed or hidden, an update of
 * Home Assistant. What somebody edited since is theirs. Throws HomeUnreachableError.
 */
export function createRecheck({ home, own, store, serviceExists }: RecheckDependencies) {
  async function faultOf(
    routine: Routine,
    config: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<AutomationFault | undefined> {
    const meant = asAutomation(routine);
    const service = stepsIn(meant.actions).flatMap((step) => (step.kind === "call" && !serviceExists(step.service) ? step.service : []));
    if (service.length > 0) return { why: "service", what: service.slice(0, 1) };
    // states that an entity may have are known to Home Assistant's translations, which come and go with languages
    const wrong = lintAutomation(meant, [], { home, statesOf: () => [] });
    for (const [kind, why] of [["unknown", "gone"] as const, ["hidden", "hidden"] as const]) {
      const what = wrong.flatMap((finding) => (finding.kind === kind ? finding.entityIds : []));
      if (what.length > 0) return { why, what };
    }
    const says = await own.problemOf(config, signal);
    return says === undefined ? undefined : { says, why: "look", what: [] };
  }

  return async (signal: AbortSignal): Promise<readonly BrokenAutomation[]> => {
    await home.whenReady(signal);
    const broken = [];
    for (const { id, kind, status, hash, automation, entityId: savedAs } of store.latest()) {
      const routine = status === "saved" ? routineOf(kind, automation) : undefined;
      // what Home Assistant does not load has no entity of its id
      const entityId = own.entityOf({ kind, id }) ?? savedAs;
      const config = routine && entityId !== undefined ? await own.read({ kind, id }, signal) : undefined;
      if (!routine || entityId === undefined || !config || routineHash(config) !== hash) continue;
      const fault = await faultOf(routine, config, signal);
      if (fault) broken.push({ entityId, fault });
    }
    return broken;
  };
}
