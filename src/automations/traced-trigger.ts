import type { TracedTrigger } from "../homeassistant/routines/traces.ts";
import { isRecord } from "../text/is-record.ts";
import type { AutomationTrigger } from "./intent.ts";

const OFFSET = /^(-?)(\d+):(\d{2})/;

/** What set off a run, as what an automation is set off by; undefined for kinds that have no words here. */
export function triggerTraced(traced: TracedTrigger): AutomationTrigger | undefined {
  const platform = traced["platform"] ?? traced["trigger"];
  const text = (name: string) => (typeof traced[name] === "string" ? traced[name] : undefined);
  const number = (name: string) => (typeof traced[name] === "number" ? traced[name] : undefined);
  const entity = text("entity_id") ?? [traced["entity_id"]].flat().find((id) => typeof id === "string");
  switch (platform) {
    case "state":
    case "device": {
      const { state } = isRecord(traced["to_state"]) ? traced["to_state"] : {};
      return entity === undefined ? undefined : { kind: "state", entities: [entity], ...(typeof state === "string" && { to: [state] }) };
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
