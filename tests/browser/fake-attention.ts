import type { Planned, PlannedItem } from "../../src/channels/console/wire-attention.ts";
import { LONG_NAME } from "./fake-records.ts";

const MINUTE_MS = 60_000;

const plan = (id: string, what: string, more: Partial<PlannedItem> = {}): PlannedItem => ({
  ...{ id, what, kind: "reminder", group: "today", domain: "reminder", when: "today at 5:00 PM", next: null },
  ...{ dueAt: Date.now() + 90 * MINUTE_MS, leftMs: null, person: "Anna", mayPutOff: true, details: null },
  ...more,
});
const lights = [{ service: "light.turn_on", entityIds: ["light.kitchen", "light.hallway"] }];

export function somePlans(): Planned {
  return {
    own: [
      plan("1", "A timer for pasta", { kind: "timer", domain: "timer", dueAt: Date.now() + 9 * MINUTE_MS }),
      plan("2", "A timer", { kind: "timer", domain: "timer", dueAt: null, leftMs: 65 * MINUTE_MS, mayPutOff: false }),
      plan("3", "Call my mother"),
      plan("4", `Read ${LONG_NAME}`, { group: "later", when: "Friday, December 11 at 9:00 AM" }),
      plan("5", "Turn on Kitchen ceiling and Hallway", {
        ...{ kind: "action", domain: "light", group: "repeating", when: "on weekdays at 6:30 AM", next: "tomorrow at 6:30 AM" },
        ...{ mayPutOff: false, details: lights },
      }),
      plan("6", "Turn on Kitchen ceiling", {
        ...{
          kind: "action",
          domain: "light",
          group: "waiting",
          when: "when Ben comes home",
          dueAt: null,
          mayPutOff: false,
          details: lights,
        },
      }),
    ],
    others: [
      plan("7", "Close Garage door", {
        ...{ kind: "action", domain: "cover", when: "today at 10:00 PM", person: "Ben", mayPutOff: false },
        details: [{ service: "cover.close_cover", entityIds: ["cover.garage_door"] }],
      }),
    ],
  };
}

const cancelled = new Map<string, PlannedItem>();

export function changedPlans({ own, others }: Planned, id: string, change: string): Planned {
  const plan = own.find((one) => one.id === id) ?? cancelled.get(id);
  if (!plan) return { own, others };
  const rest = own.filter((one) => one.id !== id);
  switch (change) {
    case "cancel":
      cancelled.set(id, plan);
      return { own: rest, others };
    case "pause":
      return { own: [{ ...plan, dueAt: null, leftMs: (plan.dueAt ?? 0) - Date.now() }, ...rest], others };
    case "resume":
      return { own: [{ ...plan, dueAt: Date.now() + (plan.leftMs ?? 0), leftMs: null }, ...rest], others };
    case "restore":
      return { own: [plan, ...rest], others };
    default:
      return { own: [{ ...plan, when: "today at 6:00 PM" }, ...rest], others };
  }
}
