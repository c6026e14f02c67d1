import { z } from "zod";
import type { ReadTool } from "../../agent/toolbox.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { createActionReader } from "../../homeassistant/services/action-reader.ts";
import type { Services } from "../../homeassistant/services/services.ts";
import type { CallFacts } from "../../security/effects/action-facts.ts";
import { effectsOf } from "../../security/effects/effects.ts";
import { withoutSecrets } from "../../security/redaction/redaction.ts";
import { accessEntity, LONGEST_NAME, shorten } from "../entity-access.ts";
import { defineReadTool } from "../tool.ts";

interface ExecuteScriptDependencies {
  readonly home: Pick<Home, "find" | "isHidden" | "nearest">;
  readonly services: Pick<Services, "resolve">;
  readonly reader: Pick<ReturnType<typeof createActionReader>, "read">;
  readonly words: () => Parameters<typeof effectsOf>[1];
}

const MOST_CALLS = 30;

/** A dry run: what a script, a scene or an automation would call, and what that does to the house, as policy sees it. Nothing is called. */
export function createExecuteScript({ home, services, reader, words }: ExecuteScriptDependencies): ReadTool {
  const tool = defineReadTool(
    "execute_script",
    "Dry run of a script, scene or automation: what it would do. Nothing is done.",
    z.object({ entity_id: z.string().max(255) }),
    async ({ entity_id }, caller, signal) => {
      const access = accessEntity(home, entity_id, caller);
      if (!access.ok) return access.result;
      const { domain, entityId, name } = access.entity;
      const service = domain === "automation" ? "automation.trigger" : `${domain}.turn_on`;
      const resolved = services.resolve({ service, target: { entityId: [entityId] }, data: {} });
      if (!["script", "scene", "automation"].includes(domain) || !resolved.ok)
        return { ok: false, error: "no_routine", message: "It is no script, scene or automation." };
      const facts = await reader.read(resolved.call, { signal });
      const effects = new Set(effectsOf(facts, words()).map(({ effect }) => effect));
      const calls = [...facts.inside, ...facts.caused].map(({ service: called, targets, data }: CallFacts) => ({
        service: called,
        targets: targets.map(({ entityId: target }) => shorten(home.find(target)?.name ?? target, LONGEST_NAME)),
        ...(Object.keys(data).length > 0 && { data: withoutSecrets(data) }),
      }));
      return {
        ok: true,
        name,
        would_call: calls.slice(0, MOST_CALLS),
        more: Math.max(0, calls.length - MOST_CALLS),
        effects: [...effects],
        unknown: facts.unresolved,
        done: "nothing: this was a dry run",
      };
    },
  );
  return { ...tool, group: "routines" };
}
