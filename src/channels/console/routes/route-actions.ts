import type { Hono } from "hono";
import type { ActionView, ShownAction } from "../../../agent/commands/turn-view.ts";
import { catalogueFor } from "../../../languages/catalogue.ts";
import { mayReadOthers } from "../../../security/policy/read-access.ts";
import type { AuditCheck } from "../../../storage/audit/audit.ts";
import { type ConsoleEnv, cursorOf, limitOf, listed, placeForm, textOf, timeOf } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import { wireReceipt } from "../rendering.ts";
import type { ActionItem, ChainCheck } from "../wire.ts";

export interface ActionPorts {
  readonly actions: ActionView;
  readonly nameOf: (entityId: string) => string | undefined;
  readonly record: {
    verify(signal?: AbortSignal): Promise<AuditCheck>;
    since(): number | undefined;
  };
}

/** What was done, and whether the record of it is whole. */
export function routeActions(app: Hono<ConsoleEnv>, { actions, nameOf, record }: ActionPorts): void {
  let checking: Promise<AuditCheck> | undefined;

  app.get("/actions", (context) => {
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

  app.get("/actions/chain", async (context) => {
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

  function itemOf({ id, at, service, things, outcomes, personName, rule, effects, receipt }: ShownAction): ActionItem {
    return {
      id,
      at,
      service,
      things,
      rule,
      effects,
      outcome: outcomes.join(","),
      person: personName,
      receipt: receipt ? wireReceipt(receipt, nameOf) : null,
    };
  }
}
