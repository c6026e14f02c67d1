import type { Home } from "../homeassistant/registry/home.ts";
import type { TracedTrigger } from "../homeassistant/routines/traces.ts";
import { OF_THE_HOME } from "../security/routines/routine-changes.ts";
import { isRecord } from "../text/is-record.ts";
import { type AutomationTrigger, watchedIn } from "./intent.ts";

const OFFSET = /^(-?)(\d+):(\d{2})/;

/** What set off a run, as what an automation is set off by; undefined for kinds that have no words here, and where it saw what is hidden. */
export function triggerTraced(traced: TracedTrigger, home: Pick<Home, "find">): AutomationTrigger | undefined {
  const trigger = triggerOf(traced);
  const seen = trigger && watchedIn({ triggers: [trigger], conditions: [], actions: [] });
  return seen?.every((entityId) => OF_THE_HOME.test(entityId) || home.find(entityId)) === true ? trigger : undefined;
}

/** From what to what the state went that set off a run. */
export function changeTraced(traced: TracedTrigger): { readonly from?: string; readonly to?: string } {
  const [from, to] = ["from_state", "to_state"].map((name) => stateIn(traced[name]));
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function stateIn(traced: unknown): string | undefined {
  return isRecord(traced) && typeof traced["state"] === "string" ? traced["state"] : undefined;
}

function triggerOf(traced: TracedTrigger): AutomationTrigger | undefined {
  const platform = traced["platform"] ?? traced["trigger"];
  const text = (name: string) => (typeof traced[name] === "string" ? traced[name] : undefined);
  const number = (name: string) => (typeof traced[name] === "number" ? traced[name] : undefined);
  const entity = text("entity_id") ?? [traced["entity_id"]].flat().find((id) => typeof id === "string");
  switch (platform) {
    case "state":
    case "device": {
      const to = stateIn(traced["to_state"]);
      return entity === undefined ? undefined : { kind: "state", entities: [entity], ...(to !== undefined && { to: [to] }) };
    }
    case "numeric_state":
      return entity === undefined
        ? undefined
        : { kind: "numeric", entities: [entity], above: number("above"), below: number("below"), attribute: text("attribute") };
    case "time": {
      const clock = (text("now") ?? "").slice("2026-11-28T".length, "2026-11-28T07:00".length);
      return clock === "" ? undefined : { kind: "time", at: [clock] };
    }
    case "time_pattern": {
      const [unit, every] = (["minutes", "hours"] as const)
        .map((name) => [name, /^\/(\d+)$/.exec(String(traced[name] ?? ""))?.[1]] as const)
        .find(([, count]) => count !== undefined) ?? ["minutes"];
      return every === undefined ? undefined : { kind: "pattern", every: Number(every), unit };
    }
    case "sun": {
      const [, sign, hours, minutes] = OFFSET.exec(String(traced["offset"] ?? "")) ?? [];
      const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === "-" ? -1 : 1);
      return { kind: "sun", event: text("event") === "sunrise" ? "sunrise" : "sunset", ...(offset !== 0 && { offsetMinutes: offset }) };
    }
    case "zone": {
      const zone = isRecord(traced["zone"]) ? String(traced["zone"]["entity_id"] ?? "") : text("zone");
      return entity === undefined || !zone
        ? undefined
        : { kind: "zone", entities: [entity], zone, event: text("event") === "leave" ? "leave" : "enter" };
    }
    case "event": {
      const type = isRecord(traced["event"]) ? String(traced["event"]["event_type"] ?? "") : text("event_type");
      return type ? { kind: "event", type } : undefined;
    }
    case "calendar":
      return entity === undefined ? undefined : { kind: "calendar", entity, event: text("event") === "end" ? "end" : "start" };
    default:
      return undefined;
  }
}
