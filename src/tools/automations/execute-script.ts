import { z } from "zod";
import type { ReadTool } from "../../agent/toolbox.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { DryRun, DryStep } from "../../homeassistant/services/dry-run.ts";
import { riskOf } from "../../security/policy/risk.ts";
import { withoutSecrets } from "../../security/redaction/redaction.ts";
import { ROUTINE_DOMAINS } from "../../security/routines/routine-changes.ts";
import { accessEntity, LONGEST_NAME, shorten } from "../entity-access.ts";
import { defineReadTool } from "../tool.ts";

interface ExecuteScriptDependencies {
  readonly home: Pick<Home, "find" | "isHidden" | "nearest">;
  readonly dryRun: DryRun;
}

const MOST_CALLS = 30;

/** A dry run: what a script, a scene or an automation would call, and what that does to the house, as policy sees it. Nothing is called. */
export function createExecuteScript({ home, dryRun }: ExecuteScriptDependencies): ReadTool {
  const tool = defineReadTool(
    "execute_script",
    "Dry run of a script, scene or automation: what it would do. Nothing is done.",
    z.object({ entity_id: z.string().max(255) }),
    async ({ entity_id }, caller, signal) => {
      const access = accessEntity(home, entity_id, caller);
      if (!access.ok) return access.result;
      const { domain, entityId, name } = access.entity;
      const kind = ROUTINE_DOMAINS.find((one) => one === domain);
      if (!kind) return { ok: false, error: "no_routine", message: "It is no script, scene or automation." };
      const { steps, caused, effects, unresolved } = await dryRun(kind, entityId, signal);
      const calls = [...steps, ...caused].map((step: DryStep) => ({
        service: step.service,
        targets: step.entityIds.map((target) => shorten(home.find(target)?.name ?? target, LONGEST_NAME)),
        ...(Object.keys(step.data).length > 0 && { data: withoutSecrets(step.data) }),
        risk: riskOf(step.effects),
      }));
      return {
        ok: true,
        name,
        would_call: calls.slice(0, MOST_CALLS),
        more: Math.max(0, calls.length - MOST_CALLS),
        effects,
        unknown: unresolved,
        done: "nothing: this was a dry run",
      };
    },
  );
  return { ...tool, group: "routines" };
}
