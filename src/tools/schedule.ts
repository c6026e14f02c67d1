import { z } from "zod";
import type { ReadTool, ToolCaller } from "../agent/toolbox.ts";
import type { PlanWordsFor } from "../agent/wording/planned.ts";
import type { KeepPlan, PlanChanges } from "../attention/plan-changes.ts";
import type { Trigger } from "../attention/trigger.ts";
import { isUnattended } from "../security/provenance/provenance.ts";
import type { Schedule, ScheduleStore } from "../storage/turns/schedules.ts";
import type { TurnQuotes } from "../storage/turns/turn-quotes.ts";
import { defineReadTool } from "./tool.ts";

const LONGEST_TEXT = 300;
const MOST_LISTED = 20;

const input = z.object({
  text: z.string().max(LONGEST_TEXT).optional(),
  when: z.string().max(200).optional(),
  repeats: z.boolean().optional(),
  to: z.string().max(60).optional(),
  id: z.number().optional(),
});

interface ScheduleDependencies {
  readonly schedules: Pick<ScheduleStore, "toldTo">;
  readonly keepPlan: KeepPlan;
  readonly changes: Pick<PlanChanges, "cancel" | "pause" | "resume" | "move">;
  /** When something is due by words for a time; undefined for words that name none, or do not say how often where it is to come each time. */
  readonly due: (
    when: string,
    caller: ToolCaller,
    signal: AbortSignal,
    repeats?: boolean,
  ) => Promise<{ readonly trigger: Trigger; readonly dueAt: number | undefined } | undefined>;
  readonly planWords: PlanWordsFor;
  /** Has somebody else told something, now where no trigger says when; what the person is answered. */
  readonly send: (caller: ToolCaller, message: { readonly to: string; readonly what: string }, trigger: Trigger | undefined) => string;
  readonly quotes: Pick<TurnQuotes, "add">;
  /** ms since the epoch */
  readonly now: () => number;
}

/**
 * Reminders, timers and messages to others of the house; one tool for what is planned, listed and changed, for a tool costs a model more than an
 * argument. What is done to the home at a time goes by `when` of `call_ha_service`. The person is told by code what was planned.
 */
export function createSchedule({ schedules, keepPlan, changes, due, send, planWords, quotes, now }: ScheduleDependencies): ReadTool {
  /** What the person is told of it; undefined if it cannot be changed so. */
  async function change(plan: Schedule, when: string, caller: ToolCaller, signal: AbortSignal): Promise<string | undefined> {
    const { cancelled, paused, made } = planWords({ language: caller.turn.language, personId: caller.personId });
    switch (when) {
      case "cancel":
        return changes.cancel(plan) ? cancelled([plan]) : undefined;
      case "pause":
        return changes.pause(plan) ? paused(plan) : undefined;
      case "resume": {
        const dueAt = changes.resume(plan);
        return dueAt === undefined ? undefined : made({ ...plan, dueAt });
      }
      default: {
        const time = await due(when, caller, signal);
        return (
          time &&
          changes
            .move([plan], () => time.trigger)
            ?.map((moved) => made(moved))
            .join("\n")
        );
      }
    }
  }

  const tool = defineReadTool(
    "schedule",
    "Reminders, messages, plans. id: new when, cancel, pause, resume",
    input,
    async ({ text, when, repeats, to, id }, caller, signal) => {
      const { personId, turn } = caller;
      const own = schedules.toldTo(caller);
      const { made, line } = planWords({ language: turn.language, personId });
      const planned = () => {
        const shown = own.slice(0, MOST_LISTED);
        quotes.add(turn.id, { turnIds: shown.map((plan) => plan.turnId) });
        return shown.map(line);
      };
      if (text === undefined && when === undefined && id === undefined) return { ok: true, planned: planned() };
      // what others wrote, or an automation has asked, makes no reminders
      if (isUnattended(turn.origin) || turn.outside.length > 0)
        return { ok: false, error: "not_allowed", message: "Only a person may plan something." };
      if (id !== undefined) {
        const plan = own.find((one) => one.id === id);
        if (!plan) return { ok: false, error: "unknown_number", planned: planned() };
        quotes.add(turn.id, { turnIds: [plan.turnId] });
        const told = await change(plan, when ?? "", caller, signal);
        return told === undefined ? { ok: false, error: "cannot_change", planned: planned() } : { ok: true, told };
      }
      const time = when === undefined ? undefined : await due(when, caller, signal, repeats);
      if (text && to !== undefined && (time || when === undefined))
        return { ok: true, told: send(caller, { to, what: text }, time?.trigger) };
      const plan = time && text && keepPlan({ turnId: turn.id, personId, kind: "reminder", text, ...time }, now());
      if (plan) return { ok: true, told: plan.objection ?? made(plan) };
      if (time && text) return { ok: false, error: "too_many_plans", planned: planned() };
      return { ok: false, error: "no_time", message: "Give text, and when in the person's own words; or ask when." };
    },
  );
  return { ...tool, withoutHome: true };
}
