import type { Home } from "../../homeassistant/registry/home.ts";
import type { EgressLog, LoggedEgress } from "../../storage/audit/search-audit.ts";
import type { Page, Place } from "../../storage/place.ts";
import { dayNamed } from "./command-days.ts";

/** A request that left the house or was kept from it, as a list shows it. */
export interface SearchLogEntry {
  readonly id: string;
  /** ms since the epoch */
  readonly at: number;
  readonly person: string | null;
  readonly kind: LoggedEgress["kind"];
  /** What was sent; of what was kept back what was asked. */
  readonly query: string;
  /** Who was asked: an engine, a host, a model. */
  readonly target: string | null;
  readonly blocked: boolean;
  /** Why it was kept back; empty for nothing. */
  readonly reason: string;
}

interface SearchLogViewDependencies {
  readonly egress: Pick<EgressLog, "page">;
  readonly home: Pick<Home, "ready" | "info">;
  /** ms since the epoch */
  readonly now: () => number;
}

/** The list of what left the house, in pages, newest first; of everybody if nobody is named. */
export function createSearchLogView({ egress, home, now }: SearchLogViewDependencies) {
  return {
    page({
      personId,
      filter,
      before,
      limit,
    }: {
      readonly personId: string | undefined;
      readonly filter: "all" | "today" | "blocked";
      readonly before: Place | undefined;
      readonly limit: number;
    }): Page<SearchLogEntry> {
      const timeZone = home.ready ? home.info.timeZone : "UTC";
      const since = filter === "today" ? { since: dayNamed("today", { now: now(), timeZone })?.from ?? 0 } : {};
      const rows = egress.page({ ...(before && { before: before.row }), ...since, personId, filter, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return { items: shown.map(entryOf), next: rows.length > limit && last ? { at: last.at, row: last.id } : undefined };
    },
  };
}

function entryOf({ id, at, personName, kind, original, sanitized, provider, blocked, reason = "" }: LoggedEgress): SearchLogEntry {
  return {
    ...{ id: String(id), at, kind, blocked, reason },
    person: personName ?? null,
    query: blocked ? original : sanitized,
    target: provider === "" ? null : provider,
  };
}
