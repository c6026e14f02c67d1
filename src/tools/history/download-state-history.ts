import { z } from "zod";
import type { ReadTool } from "../../agent/toolbox.ts";
import { MOST_REPLAYED_DAYS } from "../../automations/replayer.ts";
import type { History } from "../../homeassistant/history/history.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { mayReadPast } from "../../security/policy/read-access.ts";
import { originOfState } from "../../security/provenance/provenance.ts";
import { accessEntity, LONGEST_TEXT, shorten } from "../entity-access.ts";
import { defineReadTool } from "../tool.ts";

interface DownloadHistoryDependencies {
  readonly home: Pick<Home, "find" | "isHidden" | "nearest" | "info">;
  readonly history: Pick<History, "of">;
  readonly now: () => number;
}

const DAY_MS = 86_400_000;
/** About 3,000 tokens: what a model can still reckon with. */
const MOST_ROWS = 200;

/** The states of an entity as lines of CSV, the newest that fit. */
export function createDownloadStateHistory({ home, history, now }: DownloadHistoryDependencies): ReadTool {
  const tool = defineReadTool(
    "download_state_history",
    "All states of an entity over days, as CSV.",
    z.object({ entity_id: z.string().max(255), days: z.number().min(0.1).max(MOST_REPLAYED_DAYS).optional() }),
    async ({ entity_id, days = 1 }, caller, signal) => {
      const access = accessEntity(home, entity_id, caller);
      if (!access.ok) return access.result;
      const { entityId, domain, name } = access.entity;
      if (!mayReadPast(domain, caller.role))
        return { ok: false, error: "household_only", message: "When people came and went is readable by the household." };
      const to = now();
      const time = homeTime(home.info.timeZone);
      const { changes, omitted } = await history.of(entityId, { from: to - days * DAY_MS, to, limit: MOST_ROWS, buckets: 0 }, { signal });
      const outside = changes.map(({ state }) => state).filter((state) => originOfState(state) === "outside");
      const rows = changes.map(({ at, state }) => `${time.iso(at)},${JSON.stringify(shorten(state, LONGEST_TEXT))}`);
      const csv = ["time,state", ...rows].join("\n");
      return { ok: true, name, csv, older_left_out: omitted, origin: outside.length > 0 ? "outside" : "home", outside };
    },
  );
  return { ...tool, group: "routines" };
}
