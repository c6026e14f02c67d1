import { z } from "zod";
import type { ReadTool, ToolCaller } from "../agent/toolbox.ts";
import type { PlanWords } from "../agent/wording/planned.ts";
import type { Trigger } from "../attention/trigger.ts";
import type { ScheduleStore } from "../storage/turns/schedules.ts";
import { defineReadTool } from "./tool.ts";

const LONGEST_TEXT = 300;
const MOST_LISTED = 20;

const input = z.object({
  text: z.string().max(LONGEST_TEXT).optional(),
  when: z.string().max(200).optional(),
  cancel: z.number().int().optional(),
});

interface ScheduleDependencies {
  readonly schedules: Pick<ScheduleStore, "add" | "ofPerson" | "cancel">;
  /** When something is due by words for a time; undefined for words that name none. */
  readonly due: (
    when: string,
    caller: ToolCaller,
    signal: AbortSignal,
  ) => Promise<{ readonly trigger: Trigger; readonly dueAt: number | undefined } | undefined>;
  readonly words: (language: string) => Pick<PlanWords, "made" | "cancelled" | "line">;
  /** ms since the epoch */
  readonly now: () => number;
}

/** Reminders and timers of the person; what is done to the home at a time goes by `when` of `call_ha_service`. The person is told by code what was planned. */
export function createSchedule({ schedules, due, words, now }: ScheduleDependencies): ReadTool {
  const tool = defineReadTool(
    "schedule",
    "Reminders, timers; without arguments lists all planned.",
    input,
    async ({ text, when, cancel }, caller, signal) => {
      const { personId, turn } = caller;
      const own = schedules.ofPerson(personId);
      const { made, cancelled, line } = words(turn.language);
      const planned = () => own.slice(0, MOST_LISTED).map(line);
      if (text === undefined && when === undefined && cancel === undefined) return { ok: true, planned: planned() };
      // what others wrote makes no reminders
      if (turn.origin === "outside" || turn.outside.length > 0)
        return { ok: false, error: "not_allowed", message: "Only a person may plan something." };
      if (cancel !== undefined) {
        const plan = own.find(({ id }) => id === cancel);
        if (!plan) return { ok: false, error: "unknown_number", planned: planned() };
        schedules.cancel(plan.id, now());
        return { ok: true, told: cancelled([plan]) };
      }
      const time = when === undefined ? undefined : await due(when, caller, signal);
      const plan = time && text && schedules.add({ turnId: turn.id, personId, kind: "reminder", text, ...time }, now());
      if (plan) return { ok: true, told: made(plan) };
      if (time && text) return { ok: false, error: "too_many_plans", planned: planned() };
      return { ok: false, error: "no_time", message: "Give text, and when in the person's own words; or ask when." };
    },
  );
  return { ...tool, withoutHome: true };
}
