import { z } from "zod";
import type { ReadTool } from "../../agent/toolbox.ts";
import type { Logbook } from "../../homeassistant/history/logbook.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { mayRead, mayReadPast } from "../../security/policy/read-access.ts";
import { originOfState } from "../../security/provenance/provenance.ts";
import { LONGEST_NAME, LONGEST_TEXT, shorten } from "../entity-access.ts";
import { defineReadTool } from "../tool.ts";

interface RecentEventsDependencies {
  readonly home: Pick<Home, "find" | "info">;
  readonly logbook: Pick<Logbook, "recent">;
  readonly now: () => number;
}

const HOUR_MS = 3_600_000;
const MOST_HOURS = 24;
/** About 1,000 tokens. */
const MOST_EVENTS = 40;

/** What changed in the whole home lately, the newest first, of entities whose past the person may read. */
export function createQueryRecentEvents({ home, logbook, now }: RecentEventsDependencies): ReadTool {
  const tool = defineReadTool(
    "query_recent_events",
    "What changed in the whole home in the last hours.",
    z.object({ hours: z.number().min(0.1).max(MOST_HOURS).optional(), entity_id: z.string().max(255).optional() }),
    async ({ hours = 1, entity_id: wanted }, caller, signal) => {
      const to = now();
      const time = homeTime(home.info.timeZone);
      const all = await logbook.recent({ from: to - hours * HOUR_MS, to, entityId: wanted?.trim().toLowerCase() }, { signal });
      const events = all.flatMap(({ at, entityId, state }) => {
        const entity = home.find(entityId);
        if (!entity || !mayRead(entity.domain, caller.role) || !mayReadPast(entity.domain, caller.role)) return [];
        return { at: time.minute(at), name: shorten(entity.name, LONGEST_NAME), entity_id: entityId, state: shorten(state, LONGEST_TEXT) };
      });
      const shown = events.slice(0, MOST_EVENTS);
      const outside = shown.map(({ state }) => state).filter((state) => originOfState(state) === "outside");
      return { ok: true, events: shown, left_out: events.length - shown.length, origin: outside.length > 0 ? "outside" : "home", outside };
    },
  );
  return { ...tool, group: "routines" };
}
