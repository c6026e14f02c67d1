import type { Hono } from "hono";
import type { Page, Place } from "../../../storage/place.ts";
import { type ConsoleEnv, cursorOf, limitOf, listed, placeForm, textOf } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import type { SearchLogItem } from "../wire.ts";

export interface SearchLogPort {
  /** Requests that left the house or were kept from it, newest first; of everybody if nobody is named. */
  page(wanted: {
    readonly personId: string | undefined;
    readonly filter: "all" | "today" | "blocked";
    readonly before: Place | undefined;
    readonly limit: number;
  }): Page<SearchLogItem>;
}

const FILTERS = ["all", "today", "blocked"] as const;

/** What left the house: one's own requests, for an owner everybody's. */
export function routeSearchLog(app: Hono<ConsoleEnv>, { searchLog }: { readonly searchLog: SearchLogPort }): void {
  app.get("/searchlog", (context) => {
    const { id, role } = context.var.person;
    const wanted = textOf(context, "filter", 20) ?? "all";
    const filter = FILTERS.find((one) => one === wanted);
    if (!filter) throw new Refusal("wrong");
    const personId = role === "owner" ? textOf(context, "person") : id;
    const page = searchLog.page({ personId, filter, before: cursorOf(context, placeForm), limit: limitOf(context) });
    return context.json(listed(page, (item) => item));
  });
}
