import type { Hono } from "hono";
import { z } from "zod";
import { PLAN_CHANGES, type PlannedView, type ShownPlan } from "../../../agent/commands/views/planned-view.ts";
import { bodyOf, type ConsoleEnv, numberOf } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import { plainOf } from "../rendering.ts";
import type { Planned, PlannedItem } from "../wire-attention.ts";

export interface PlannedPorts {
  readonly planned: PlannedView;
}

const changeForm = z.strictObject({ change: z.enum(PLAN_CHANGES) });

/** What is planned: to see, and to cancel, pause and put off. */
export function routePlanned(app: Hono<ConsoleEnv>, { planned }: PlannedPorts): void {
  app.get("/planned", (context) => {
    const { person } = context.var;
    const shown = (plan: ShownPlan) => itemOf(plan, person.role === "owner");
    const answer: Planned = { own: planned.own(person).map(shown), others: planned.others(person).map(shown) };
    return context.json(answer);
  });

  app.post("/planned/:id", async (context) => {
    const { change } = await bodyOf(context, changeForm);
    const end = planned.change(context.var.person, numberOf(context, "id"), change);
    if (end !== "done") throw new Refusal(end === "unknown" ? "missing" : "over");
    return context.json({ ok: true });
  });
}

function itemOf(
  { id, kind, group, what, when, next, dueAt, leftMs, personName, mayPutOff, calls }: ShownPlan,
  isOwner: boolean,
): PlannedItem {
  return {
    ...{ kind, group, mayPutOff },
    id: String(id),
    domain: calls[0]?.service.split(".")[0] ?? kind,
    what: plainOf(what),
    when: plainOf(when),
    next: next === undefined ? null : plainOf(next),
    dueAt: dueAt ?? null,
    leftMs: leftMs ?? null,
    person: personName,
    details: isOwner && calls.length > 0 ? calls.map(({ service, entityIds }) => ({ service, entityIds })) : null,
  };
}
