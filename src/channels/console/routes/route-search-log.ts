import type { Hono } from "hono";
import { dayNamed } from "../../../agent/commands/command-arguments.ts";
import type { Home } from "../../../homeassistant/registry/home.ts";
import type { EgressLog, LoggedEgress } from "../../../storage/audit/search-audit.ts";
import { type ConsoleEnv, cursorOf, limitOf, listed, placeForm, textOf } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import type { SearchLogItem } from "../wire.ts";

export interface SearchLogPorts {
  readonly searchLog: { readonly egress: Pick<EgressLog, "page">; readonly home: Pick<Home, "ready" | "info"> };
  readonly now: () => number;
}

const FILTERS = ["all", "today", "blocked"] as const;

/** What left the house, or was kept from it, newest first: one's own requests, for an owner everybody's. */
export function routeSearchLog(app: Hono<ConsoleEnv>, { searchLog: { egress, home }, now }: SearchLogPorts): void {
  app.get("/searchlog", (context) => {
    const { id, role } = context.var.person;
    const wanted = textOf(context, "filter", 20) ?? "all";
    const filter = FILTERS.find((one) => one === wanted);
    if (!filter) throw new Refusal("wrong");
    const personId = role === "owner" ? textOf(context, "person") : id;
    const since = dayNamed("today", { now: now(), timeZone: home.ready ? home.info.timeZone : "UTC" })?.from ?? 0;
    const limit = limitOf(context);
    const rows = egress.page({ personId, filter, since, before: cursorOf(context, placeForm)?.row, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return context.json(listed({ items, next: rows.length > limit && last ? { at: last.at, row: last.id } : undefined }, itemOf));
  });
}

/** What was sent; of what was kept back what was asked. */
function itemOf({ id, at, personName, kind, original, sanitized, provider, blocked, reason = "" }: LoggedEgress): SearchLogItem {
  return {
    ...{ at, kind, blocked, reason },
    id: String(id),
    person: personName,
    query: blocked ? original : sanitized,
    target: provider || undefined,
  };
}
