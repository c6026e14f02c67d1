import type { Hono } from "hono";
import type { ActionView, ShownAction } from "../../../agent/commands/views/turn-view.ts";
import type { Person } from "../../../agent/turn.ts";
import { catalogueFor } from "../../../languages/catalogue.ts";
import { mayReadOthers } from "../../../security/policy/read-access.ts";
import type { AuditCheck } from "../../../storage/audit/audit.ts";
import { type ConsoleEnv, cursorOf, limitOf, listed, placeForm, textOf, timeOf } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import { plainOf, wireReceipt } from "../rendering.ts";
import type { ActionItem, ChainCheck, NamedThing } from "../wire.ts";

export interface ActionPorts {
  readonly actions: ActionView;
  readonly nameOf: (entityId: string) => string | undefined;
  /** What the person may read of, by names that tell each from all others. */
  readonly things: (person: Person) => readonly NamedThing[];
  readonly record: {
    verify(signal?: AbortSignal): Promise<AuditCheck>;
    since(): number | undefined;
  };
}

/** What was done, and whether the record of it is whole. */
export function routeActions(app: Hono<ConsoleEnv>, { actions, nameOf, things, record }: ActionPorts): void {
  let checking: Promise<AuditCheck> | undefined;

  app.get("/activity", (context) => {
    const until = timeOf(context, "to");
    const cursor = cursorOf(context, placeForm);
    const page = actions(context.var.person, {
      limit: limitOf(context),
      before: cursor ?? (until === undefined ? undefined : { at: until + 1, row: 0 }),
      since: timeOf(context, "from"),
      entityId: textOf(context, "entity")?.toLowerCase(),
      personId: textOf(context, "person"),
      outcome: textOf(context, "outcome", 20),
    });
    return context.json(listed(page, itemOf));
  });

  app.get("/activity/things", (context) => {
    const answer: readonly NamedThing[] = things(context.var.person);
    return context.json(answer);
  });

  app.get("/activity/chain", async (context) => {
    if (!mayReadOthers(context.var.person.role)) throw new Refusal("not-yours");
    // a long record takes seconds to check: who asks meanwhile gets the same answer
    checking ??= record.verify().finally(() => {
      checking = undefined;
    });
    const { ok, rows, brokenAt } = await checking;
    const catalogue = catalogueFor(context.var.person.language);
    const answer: ChainCheck = {
      ok,
      rows,
      from: record.since() ?? null,
      ...(brokenAt !== undefined && { problem: catalogue.text("console.chain-broken", { row: brokenAt }) }),
    };
    return context.json(answer);
  });

  function itemOf({ outcomes, text, details, ...action }: ShownAction): ActionItem {
    const { receipt } = details ?? {};
    return {
      ...action,
      text: plainOf(text),
      outcome: outcomes.join(","),
      details: details ? { ...details, receipt: receipt ? wireReceipt(receipt, nameOf) : null } : null,
    };
  }
}
