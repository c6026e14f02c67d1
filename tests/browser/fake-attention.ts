import type { NotificationKind, Notifications, Planned, PlannedItem, ToldFinding } from "../../src/channels/console/wire-attention.ts";
import { LONG_NAME } from "./fake-records.ts";

const MINUTE_MS = 60_000;

const plan = (id: string, what: string, more: Partial<PlannedItem> = {}): PlannedItem => ({
  ...{ id, what, kind: "reminder", group: "today", domain: "reminder", when: "today at 5:00 PM" },
  ...{ dueAt: Date.now() + 90 * MINUTE_MS, person: "Anna", mayPutOff: true },
  ...more,
});
const lights = [{ service: "light.turn_on", entityIds: ["light.kitchen", "light.hallway"] }];

export function somePlans(): Planned {
  return {
    own: [
      plan("1", "A timer for pasta", { kind: "timer", domain: "timer", dueAt: Date.now() + 9 * MINUTE_MS }),
      plan("2", "A timer", { kind: "timer", domain: "timer", dueAt: undefined, leftMs: 65 * MINUTE_MS, mayPutOff: false }),
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
          dueAt: undefined,
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
      return { own: [{ ...plan, dueAt: undefined, leftMs: (plan.dueAt ?? 0) - Date.now() }, ...rest], others };
    case "resume":
      return { own: [{ ...plan, dueAt: Date.now() + (plan.leftMs ?? 0), leftMs: undefined }, ...rest], others };
    case "restore":
      return { own: [plan, ...rest], others };
    default:
      return { own: [{ ...plan, when: "today at 6:00 PM" }, ...rest], others };
  }
}

const HOUR_MS = 60 * MINUTE_MS;
const OPEN = "doors, gates and windows that stay open";
const kind = (id: string, text: string, more: Partial<NotificationKind> = {}): NotificationKind => ({
  ...{ kind: id, text, choice: "all", isUrgent: false, isTold: true },
  ...more,
});
const told = (id: string, text: string, more: Partial<ToldFinding> = {}): ToldFinding => ({
  ...{ id, text, at: Date.now() - 20 * MINUTE_MS, kind: OPEN, status: "told", why: "matters" },
  details: { score: 0.48, entityIds: ["binary_sensor.terrace_door"] },
  ...more,
});

export function someNotifications(): Notifications {
  return {
    open: [
      {
        ...{ id: "open/binary_sensor.terrace_door", text: "Terrace door has been open for 35 minutes.", kind: OPEN },
        ...{ since: Date.now() - 35 * MINUTE_MS, isMuted: false, isUrgent: false, entityIds: ["binary_sensor.terrace_door"] },
      },
    ],
    told: [
      told("3", "Terrace door has been open for 15 minutes."),
      told("2", `${LONG_NAME} is at 12 %.`, { at: Date.now() - 9 * HOUR_MS, kind: "low batteries", status: "held", why: "minor" }),
      told("1", "Garage door", { at: Date.now() - 40 * HOUR_MS, status: "dropped", why: "over", details: undefined }),
    ],
    kinds: [
      kind("danger", "smoke, gas and carbon monoxide", { isUrgent: true }),
      kind("open", OPEN),
      kind("battery", "low batteries", { choice: "less", isTold: false }),
    ],
    muted: [{ subject: "open/cover.garage_door", text: "Garage door", kind: OPEN, choice: "never" }],
    options: { notify: "important", quietHours: "22:00-07:00" },
  };
}

export function chosen(before: Notifications, { subject, choice }: { subject: string; choice: "all" | "less" | "never" }): Notifications {
  return {
    ...before,
    open: before.open.map((one) => (one.id === subject ? { ...one, isMuted: choice === "never" } : one)),
    kinds: before.kinds.map((one) => (subject === `kind:${one.kind}` ? { ...one, choice } : one)),
    muted: before.muted.filter((one) => one.subject !== subject),
  };
}
