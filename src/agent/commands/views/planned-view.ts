import type { PlanChanges } from "../../../attention/plan-changes.ts";
import { type Clockwork, isAwaited, repeats, triggerIn } from "../../../attention/trigger.ts";
import type { Schedule, ScheduleKind, ScheduleStore } from "../../../storage/turns/schedules.ts";
import type { Person } from "../../turn.ts";
import { capitalised } from "../../wording/phrases.ts";
import type { PlanWordsFor } from "../../wording/planned.ts";

interface PlannedViewDependencies {
  readonly store: Pick<ScheduleStore, "get" | "ofPerson" | "actionsOfOthers">;
  readonly changes: PlanChanges;
  readonly planWords: PlanWordsFor;
  readonly clockwork: () => Clockwork;
  /** Whom the options do not name any more: nothing of theirs is done. */
  readonly isStranger: (personId: string) => boolean;
  readonly now: () => number;
}

export const PLAN_CHANGES = ["cancel", "restore", "pause", "resume", "10", "60", "day"] as const;
export type PlanChange = (typeof PLAN_CHANGES)[number];

/** Something planned, as its page shows it. Texts are Markdown. */
export interface ShownPlan {
  readonly id: number;
  readonly kind: ScheduleKind;
  readonly group: "today" | "later" | "repeating" | "waiting";
  readonly what: string;
  readonly when: string;
  /** When it comes next, of what repeats. */
  readonly next: string | undefined;
  readonly dueAt: number | undefined;
  /** What is left of a timer that is paused. */
  readonly leftMs: number | undefined;
  readonly personName: string;
  readonly mayPutOff: boolean;
  /** What it does, and to what. */
  readonly calls: Schedule["calls"];
}

export type PlannedView = ReturnType<typeof createPlannedView>;

/** What is planned, as a person may see and change it: their own, and for an owner what others planned to be done in the house. */
export function createPlannedView({ store, changes, planWords, clockwork, isStranger, now }: PlannedViewDependencies) {
  function shownTo({ language, id: viewerId }: Person): (plan: Schedule) => ShownPlan {
    const { time } = clockwork();
    const said = planWords({ language, personId: viewerId });
    const dayOf = (at: number) => time.date(at);
    const groupOf = (plan: Schedule): ShownPlan["group"] => {
      const trigger = triggerIn(plan);
      if (isAwaited(trigger)) return "waiting";
      if (repeats(trigger)) return "repeating";
      return plan.dueAt === undefined || dayOf(plan.dueAt) <= dayOf(now()) ? "today" : "later";
    };
    return (plan) => {
      const { id, kind, dueAt, leftMs, personName, calls } = plan;
      const group = groupOf(plan);
      return {
        ...{ id, kind, group, dueAt, leftMs, personName, calls },
        what: capitalised(said.what(plan)),
        when: said.when(plan),
        next: group === "repeating" && dueAt !== undefined ? said.moment(dueAt) : undefined,
        mayPutOff: changes.mayPutOff(plan),
      };
    };
  }

  return {
    own: (viewer: Person): readonly ShownPlan[] => store.ofPerson(viewer.id).map(shownTo(viewer)),
    others(viewer: Person): readonly ShownPlan[] {
      if (viewer.role !== "owner") return [];
      return store
        .actionsOfOthers(viewer.id)
        .filter(({ personId }) => !isStranger(personId))
        .map(shownTo(viewer));
    },
    /** Of their own alone. `over`: it cannot be changed so, or not any more. */
    change(viewer: Person, id: number, change: PlanChange): "done" | "unknown" | "over" {
      const plan = store.get(id);
      if (plan?.personId !== viewer.id) return "unknown";
      return isDone(plan, change) ? "done" : "over";
    },
  };

  function isDone(plan: Schedule, change: PlanChange): boolean {
    switch (change) {
      case "cancel":
        return changes.cancel(plan);
      case "restore":
        return changes.restore(plan);
      case "pause":
        return changes.pause(plan);
      case "resume":
        return changes.resume(plan) !== undefined;
      default:
        return changes.putOff(plan, change) !== undefined;
    }
  }
}
