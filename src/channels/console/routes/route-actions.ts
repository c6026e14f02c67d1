import type { Hono } from "hono";
import type { Person } from "../../../agent/turn.ts";
import { createPhrases, verbatim } from "../../../agent/wording/phrases.ts";
import type { Home } from "../../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../../languages/catalogue.ts";
import { mayRead, mayReadOthers } from "../../../security/policy/read-access.ts";
import type { AuditCheck } from "../../../storage/audit/audit.ts";
import { type ActionLedger, outcomesIn, type PastAction } from "../../../storage/turns/actions.ts";
import { type ConsoleEnv, cursorOf, limitOf, listed, placeForm, textOf, timeOf } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import { plainOf, wireReceipt } from "../rendering.ts";
import type { ActionItem, ChainCheck, NamedThing } from "../wire.ts";

export interface ActionPorts {
  readonly actions: Pick<ActionLedger, "page">;
  readonly home: Pick<Home, "find">;
  readonly nameOf: (entityId: string) => string | undefined;
  /** What the person may read of, by names that tell each from all others. */
  readonly things: (person: Person) => readonly NamedThing[];
  readonly record: {
    verify(signal?: AbortSignal): Promise<AuditCheck>;
    since(): number | undefined;
  };
}

/** Of actions that did what was wanted: they are told as done. */
const WELL: ReadonlySet<string> = new Set(["done", "sent", "started"]);

/** What was done, for adults all of it and for others their own, and whether the record of it is whole. */
export function routeActions(app: Hono<ConsoleEnv>, { actions, home, nameOf, things, record }: ActionPorts): void {
  let checking: Promise<AuditCheck> | undefined;

  app.get("/activity", (context) => {
    const until = timeOf(context, "to");
    const cursor = cursorOf(context, placeForm);
    const { person } = context.var;
    const [entityId = "", personId] = [textOf(context, "entity")?.toLowerCase(), textOf(context, "person")];
    // asked for an entity that they may not read: their own
    const isEverybodys = mayReadOthers(person.role) && mayRead(entityId, person.role);
    const page = actions.page({
      limit: limitOf(context),
      before: cursor ?? (until === undefined ? undefined : { at: until + 1, row: 0 }),
      since: timeOf(context, "from"),
      entityId: entityId || undefined,
      personId: isEverybodys ? personId : person.id,
      outcome: textOf(context, "outcome", 20),
    });
    return context.json(listed(page, (action) => itemOf(action, person)));
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
      from: record.since(),
      ...(brokenAt !== undefined && { problem: catalogue.text("console.chain-broken", { row: brokenAt }) }),
    };
    return context.json(answer);
  });

  /** Of routines their names are for owners and whoever started them. */
  function itemOf(action: PastAction, viewer: Person): ActionItem {
    const { id, at, personId, personName, rule, effects, service, entityIds, receipt } = action;
    const catalogue = catalogueFor(viewer.language);
    const mayName = personId === viewer.id || [service, ...entityIds].every((name) => mayRead(name, viewer.role));
    const outcomes = outcomesIn(receipt);
    const person = verbatim(personName.trim()) || catalogue.text("actions.nameless");
    const phrases = createPhrases({ home, catalogue });
    const isDone = mayName && outcomes.every((outcome) => WELL.has(outcome));
    const named = () => (mayName ? phrases.action(action) : catalogue.text("actions.routine"));
    const details = { rule, effects, service, receipt: receipt && wireReceipt(receipt, nameOf) };
    return {
      id,
      at,
      text: plainOf(isDone ? phrases.did(action, person) : catalogue.text("did.other", { person, action: named() })),
      domain: service.split(".")[0] ?? "",
      outcome: outcomes.join(","),
      details: viewer.role === "owner" ? details : undefined,
    };
  }
}
