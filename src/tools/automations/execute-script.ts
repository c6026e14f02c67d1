import { z } from "zod";
import type { ReadTool } from "../../agent/toolbox.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { DryRun, DryStep } from "../../homeassistant/services/dry-run.ts";
import { riskOf } from "../../security/policy/risk.ts";
import { isNameLike, outsideTextsOf } from "../../security/provenance/provenance.ts";
import { withoutSecrets } from "../../security/redaction/redaction.ts";
import { ROUTINE_DOMAINS } from "../../security/routines/routine-changes.ts";
import { accessEntity, LONGEST_NAME, plainFields, shorten } from "../entity-access.ts";
import { defineReadTool } from "../tool.ts";

interface ExecuteScriptDependencies {
  readonly home: Pick<Home, "find" | "isHidden" | "nearest">;
  readonly dryRun: DryRun;
}

const MOST_CALLS = 30;
const MOST_TARGETS = 20;
/** A message and a few values: thirty calls stay below what a small model reads. */
const DATA_CHARACTERS = 300;

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
      const calls = [...steps, ...caused].slice(0, MOST_CALLS).map((step: DryStep) => {
        const { kept: data, leftOut } = plainFields(withoutSecrets(step.data), DATA_CHARACTERS);
        return {
          service: step.service,
          targets: step.entityIds.slice(0, MOST_TARGETS).map((target) => shorten(home.find(target)?.name ?? target, LONGEST_NAME)),
          ...(Object.keys(data).length > 0 && { data }),
          ...(leftOut > 0 && { data_left_out: leftOut }),
          risk: riskOf(step.effects),
        };
      });
      // whoever wrote a routine or its blueprint may have written to the model
      const texts = calls.flatMap(({ data = {} }) => outsideTextsOf("", data)).filter((text) => !home.find(text));
      const outside = isNameLike(name) ? texts : [name, ...texts];
      return {
        ok: true,
        name: shorten(name, LONGEST_NAME),
        would_call: calls,
        more: steps.length + caused.length - calls.length,
        effects,
        unknown: unresolved,
        done: "nothing: this was a dry run",
        origin: outside.length > 0 ? "outside" : "home",
        outside,
      };
    },
  );
  return { ...tool, group: "routines" };
}
