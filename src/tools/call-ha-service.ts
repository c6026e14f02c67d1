import { z } from "zod";
import { routineChange } from "../security/routines/routine-changes.ts";
import { isRecord } from "../text/is-record.ts";
import { defineActTool } from "./tool.ts";

/** A call at more targets than this is a mistake, or better made by area in several calls. */
const MOST_TARGETS = 50;

const WHEN = "say now, or when in the person's words";

const input = z.object({
  service: z.string().max(100).describe("light.turn_on"),
  entity_id: z.array(z.string().max(255)).max(MOST_TARGETS).optional(),
  data: z.looseObject({}).optional().describe("its fields: brightness_pct 30"),
  // a model that may leave it out does so with words for later that it finds no field for
  when: z.string({ error: WHEN }).trim().min(1, WHEN).max(200).describe("now, or as said"),
});

/** Services that only answer with data, and the tool that reads it. */
const READ_BY: ReadonlyMap<string, string> = new Map([
  ["weather.get_forecasts", "get_weather"],
  ["calendar.get_events", "get_calendar_events"],
  ["todo.get_items", "get_list_items"],
  ["recorder.get_statistics", "get_statistics"],
]);

/** Proposes one service call. What small models misplace (targets in `data`, fields beside it, JSON as text) is put right. */
export function createCallHaService(): ReturnType<typeof defineActTool> {
  const tool = defineActTool(
    "call_ha_service",
    "Calls a Home Assistant service on exact ids, never 'all'. Say what its answer says; accept a refusal.",
    input,
    ({ service, entity_id: ids = [], data = {} }) => {
      const entityId = [...new Set(ids.flatMap((id) => id.split(",")).map((id) => id.trim().toLowerCase()))].filter(Boolean);
      return {
        service: service.replaceAll(/\s/g, "").replace("/", ".").toLowerCase(),
        target: entityId.length > 0 ? { entityId } : {},
        data,
      };
    },
  );
  return {
    ...tool,
    propose(args) {
      const proposal = tool.propose(mended(args));
      if (proposal.ok && routineChange(proposal.call.service))
        return {
          ok: false,
          result: { ok: false, error: "not_allowed", message: "Use create_automation, update_automation or delete_automation." },
        };
      const reader = proposal.ok ? READ_BY.get(proposal.call.service) : undefined;
      return reader === undefined
        ? { ...proposal, when: String(isRecord(args) ? args["when"] : "") }
        : { ok: false, result: { ok: false, error: "reads_only", message: `Call ${reader} for that.` } };
    },
  };
}

function mended(args: unknown): unknown {
  if (!isRecord(args)) return args;
  const { service, entity_id, data, target, when, ...beside } = args;
  const given = parsed(data ?? undefined);
  if (given !== undefined && !isRecord(given)) return { service, data: given, when };
  // what lies beside `data` was meant for it: dropped, "set to 30 %" would become "turn on"
  const { entity_id: misplaced, ...fields } = { ...beside, ...recordOf(parsed(target)), ...recordOf(given) };
  const targets = parsed(entity_id ?? misplaced ?? undefined);
  return { service, entity_id: typeof targets === "string" ? [targets] : targets, data: fields, when };
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
