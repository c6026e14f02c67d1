import type { Hono } from "hono";
import { z } from "zod";
import type { Person } from "../../../agent/turn.ts";
import { capitalised } from "../../../agent/wording/phrases.ts";
import type { PlanWordsFor } from "../../../agent/wording/planned.ts";
import type { PlanChanges } from "../../../attention/plan-changes.ts";
import { type Clockwork, isAwaited, repeats, triggerIn } from "../../../attention/trigger.ts";
import type { Schedule, ScheduleStore } from "../../../storage/turns/schedules.ts";
import { bodyOf, type ConsoleEnv, numberOf } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import { plainOf } from "../rendering.ts";
import type { Planned, PlannedItem } from "../wire-attention.ts";

export interface PlannedPorts {
  readonly planned: {
    readonly store: Pick<ScheduleStore, "get" | "ofPerson" | "actionsOfOthers">;
    readonly changes: PlanChanges;
    readonly planWords: PlanWordsFor;
    readonly clockwork: () => Clockwork;
    /** Whom the options do not name any more: nothing of theirs is done. */
    readonly isStranger: (personId: string) => boolean;
  };
  readonly now: () => number;
}

const changeForm = z.strictObject({ change: z.enum(["cancel", "restore", "pause", "resume", "10", "60", "day"]) });

/** What is planned: one's own, to see, cancel, pause and put off; for an owner also what others planned to be done in the house. */
export function routePlanned(app: Hono<ConsoleEnv>, { planned, now }: PlannedPorts): void {
  const { store, changes, planWords, clockwork, isStranger } = planned;

  app.get("/planned", (context) => {
    const { person } = context.var;
    const others = person.role === "owner" ? store.actionsOfOthers(person.id).filter(({ personId }) => !isStranger(personId)) : [];
    const answer: Planned = { own: store.ofPerson(person.id).map(itemFor(person)), others: others.map(itemFor(person)) };
    return context.json(answer);
  });

  app.post("/planned/:id", async (context) => {
    const { change } = await bodyOf(context, changeForm);
    const plan = store.get(numberOf(context, "id"));
    if (plan?.personId !== context.var.person.id) throw new Refusal("missing");
    if (!isDone(plan, change)) throw new Refusal("over");
    return context.json({ ok: true });
  });

  function itemFor({ language, id: personId, role }: Person): (plan: Schedule) => PlannedItem {
    const said = planWords({ language, personId });
    return (plan) => {
      const { id, kind, dueAt, leftMs, personName: person, calls } = plan;
      const group = groupOf(plan);
      return {
        ...{ kind, group, person, dueAt, leftMs },
        id: String(id),
        domain: calls[0]?.service.split(".")[0] ?? kind,
        what: plainOf(capitalised(said.what(plan))),
        when: plainOf(said.when(plan)),
        next: group === "repeating" && dueAt !== undefined ? plainOf(said.moment(dueAt)) : undefined,
        mayPutOff: changes.mayPutOff(plan),
        details: role === "owner" && calls.length > 0 ? calls.map(({ service, entityIds }) => ({ service, entityIds })) : undefined,
      };
    };
  }

  function groupOf(plan: Schedule): PlannedItem["group"] {
    const trigger = triggerIn(plan);
    if (isAwaited(trigger)) return "waiting";
    if (repeats(trigger)) return "repeating";
    const { date } = clockwork().time;
    return plan.dueAt === undefined || date(plan.dueAt) <= date(now()) ? "today" : "later";
  }

  function isDone(plan: Schedule, change: z.infer<typeof changeForm>["change"]): boolean {
    switch (change) {
      case "cancel":
      case "restore":
      case "pause":
        return changes[change](plan);
      case "resume":
        return changes.resume(plan) !== undefined;
      default:
        return changes.putOff(plan, change) !== undefined;
    }
  }
}
