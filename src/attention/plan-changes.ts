import type { NewSchedule, PlannedCall, Schedule, ScheduleStore } from "../storage/turns/schedules.ts";
import { addDays } from "../text/dates.ts";
import { canonicalJson } from "../text/json.ts";
import { type Clockwork, isAwaited, movedBy, movedTo, nextAt, repeats, type Trigger, triggerIn } from "./trigger.ts";

/** What was cancelled by mistake is noticed at once; later somebody may rely on it. */
const UNDO_MS = 60_000;
const MINUTE_MS = 60_000;

interface PlanChangesDependencies {
  readonly store: Pick<ScheduleStore, "add" | "ofPerson" | "cancel" | "restore" | "move" | "pause">;
  readonly clockwork: () => Clockwork;
  /** ms since the epoch */
  readonly clock: () => number;
}

/** A plan as it was kept; with what is said instead where it does not hold, or not yet. */
export type KeptPlan = Schedule & { readonly objection?: string };

/** Keeps what a turn plans, the same once; undefined for a person who has too many. */
export type KeepPlan = (schedule: NewSchedule, at: number) => KeptPlan | undefined;

/** The plan of another turn that is for the same: what, whom, and when. */
export function samePlan(plans: readonly Schedule[], wanted: NewSchedule): Schedule | undefined {
  const trigger = triggerIn(wanted);
  const { call } = wanted;
  return plans.find(
    (plan) =>
      plan.turnId !== wanted.turnId &&
      plan.kind === wanted.kind &&
      plan.text === wanted.text &&
      plan.recipientId === wanted.recipientId &&
      plan.isImportant === (wanted.isImportant === true) &&
      (!call || plan.calls.some((one) => doneBy(one) === doneBy(call))) &&
      (awaitedBy(triggerIn(plan)) === awaitedBy(trigger) || (plan.kind !== "timer" && isWithinAMinute(plan, wanted))),
  );
}

/** "In ten minutes" was said twice, or once as a time of day. */
function isWithinAMinute(one: Pick<Schedule, "trigger" | "dueAt">, other: Pick<Schedule, "trigger" | "dueAt">): boolean {
  if ([one, other].some((plan) => repeats(triggerIn(plan)))) return false;
  return Math.abs((one.dueAt ?? Number.NaN) - (other.dueAt ?? Number.NaN)) < MINUTE_MS;
}

function doneBy({ service, entityIds, data }: PlannedCall): string {
  return canonicalJson({ service, entityIds, data });
}

/** When, without what changes while it waits, or only says when it was planned. */
function awaitedBy(trigger: Trigger): string {
  const from = trigger.kind === "recurrence" && /INTERVAL/.test(trigger.rule) ? trigger.from : undefined;
  return canonicalJson({ ...trigger, from, except: undefined, isNext: undefined, since: undefined, after: undefined });
}

/** Minutes, or to the next day. */
export type PutOffBy = "10" | "60" | "day";

type Moved = Schedule & { readonly trigger: Trigger; readonly dueAt: number };

/** The plans of some name, or where none has just that those with a name that begins alike (a "Nudeltimer" is for "Nudeln"), or has it in it. */
export function plansCalled(plans: readonly Schedule[], said: string): readonly Schedule[] {
  const name = said.toLowerCase().replace(/-$/, "");
  const called = plans.map((plan) => ({ plan, text: plan.text.toLowerCase() }));
  const exact = called.filter(({ text }) => text === name);
  const alike = called.filter(({ text }) => text !== "" && (text.startsWith(name) || name.startsWith(text)));
  const within = called.filter(({ text }) => ` ${text} `.includes(` ${name} `));
  return ([exact, alike].find(({ length }) => length > 0) ?? within).map(({ plan }) => plan);
}

export type PlanChanges = ReturnType<typeof createPlanChanges>;

/** What a person does to something planned: by a sentence, a command, a button or the console. */
export function createPlanChanges({ store, clockwork, clock }: PlanChangesDependencies) {
  /** Undefined if one of them cannot be changed so: then nothing is. What got a yes got it for its time. */
  function moved(plans: readonly Schedule[], change: (plan: Schedule) => Trigger | undefined): readonly Moved[] | undefined {
    const now = clock();
    const timing = { ...clockwork(), now };
    const next = plans.flatMap((plan) => {
      const trigger = change(plan);
      const dueAt = trigger && nextAt(trigger, timing);
      const isFree = plan.status === "active" && plan.calls.every(({ approvalId }) => approvalId === undefined);
      return trigger && dueAt !== undefined && dueAt > now && isFree ? { ...plan, trigger, dueAt } : [];
    });
    return next.length > 0 && next.length === plans.length ? next : undefined;
  }

  /** What was planned together is put off together: what begins does not end before. */
  function putOff(plan: Schedule, by: PutOffBy): readonly Moved[] | undefined {
    const { time } = clockwork();
    const together = store.ofPerson(plan.personId).filter(({ turnId, kind }) => turnId === plan.turnId && kind === plan.kind);
    return moved(together, (one) => {
      const trigger = triggerIn(one);
      // what repeats would come later every time
      if (one.dueAt === undefined || (trigger.kind !== "moment" && trigger.kind !== "local")) return undefined;
      if (by !== "day") return movedBy(trigger, Number(by) * MINUTE_MS, time);
      return movedTo(trigger, { day: addDays(time.date(one.dueAt), 1) }, { ...clockwork(), now: clock() });
    });
  }

  /** That much later than now; tomorrow at the time that it was for. */
  function snoozedTo({ lastDue }: Schedule, by: PutOffBy): Trigger {
    const now = clock();
    if (by !== "day") return { kind: "moment", at: now + Number(by) * MINUTE_MS };
    const { time } = clockwork();
    return { kind: "local", at: `${addDays(time.date(now), 1)}T${time.iso(lastDue ?? now).slice(11, 16)}` };
  }

  function move(plans: readonly Moved[] | undefined): readonly Moved[] | undefined {
    for (const { id, trigger, dueAt } of plans ?? []) store.move(id, trigger, dueAt);
    return plans;
  }

  return {
    /** False if it had ended. */
    cancel: ({ id }: Schedule): boolean => store.cancel(id, clock()),
    /** What was cancelled just now is planned again; false if that is too long ago, or its time is over. */
    restore(plan: Schedule): boolean {
      const now = clock();
      const trigger = triggerIn(plan);
      const isTimed = plan.leftMs === undefined && !isAwaited(trigger);
      const dueAt = isTimed ? nextAt(trigger, { ...clockwork(), now }) : undefined;
      if (isTimed && (dueAt === undefined || dueAt <= now)) return false;
      return store.restore({ id: plan.id, dueAt, since: now - UNDO_MS });
    },
    /** False for what is no timer that runs. */
    pause({ id, kind, dueAt }: Schedule): boolean {
      return kind === "timer" && dueAt !== undefined && store.pause(id, Math.max(0, dueAt - clock()));
    },
    /** More of a timer that is paused; undefined for every other plan. */
    lengthen(plan: Schedule, ms: number): Schedule | undefined {
      const leftMs = (plan.leftMs ?? 0) + ms;
      return plan.status === "paused" && store.pause(plan.id, leftMs) ? { ...plan, leftMs } : undefined;
    },
    /** When it is due now; undefined for what is not paused. */
    resume({ id, status, trigger, leftMs = 0 }: Schedule): number | undefined {
      if (status !== "paused") return undefined;
      const at = clock() + leftMs;
      store.move(id, { ...trigger, kind: "moment", at }, at);
      return at;
    },
    /** All of them at other times, or none. */
    move: (plans: readonly Schedule[], change: (plan: Schedule) => Trigger | undefined) => move(moved(plans, change)),
    /** Undefined for what cannot be put off. */
    putOff: (plan: Schedule, by: PutOffBy) => move(putOff(plan, by)),
    /**
     * What was told comes once more, by a button or at another time, and what repeats or waits for a state goes on as it is; put off again before
     * that, it is the same that comes later. When it comes (ms), `over` for what has ended, or `full` for a person who has too many.
     */
    snooze(plan: Schedule, to: PutOffBy | Trigger): number | "over" | "full" {
      if (plan.kind === "action" || plan.status === "cancelled" || plan.status === "paused") return "over";
      const trigger = typeof to === "string" ? snoozedTo(plan, to) : to;
      const at = nextAt(trigger, { ...clockwork(), now: clock() });
      if (at === undefined || at <= clock()) return "over";
      const isLater = ({ id, turnId, kind, text, trigger }: Schedule) =>
        id !== plan.id && turnId === plan.turnId && kind === plan.kind && text === plan.text && !repeats(triggerIn({ trigger }));
      const goesOn = plan.status === "active" && (plan.dueAt === undefined || repeats(triggerIn(plan)));
      const again = goesOn ? store.ofPerson(plan.personId).find(isLater) : plan;
      if (again) store.move(again.id, trigger, at);
      else if (!store.add({ ...plan, trigger, dueAt: at, call: undefined }, clock())) return "full";
      return at;
    },
    mayPutOff: (plan: Schedule): boolean => putOff(plan, "day") !== undefined,
  };
}
