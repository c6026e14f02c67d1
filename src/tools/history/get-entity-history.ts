import { z } from "zod";
import type { History } from "../../homeassistant/history/history.ts";
import type { Logbook } from "../../homeassistant/history/logbook.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { ActionLedger } from "../../storage/turns/actions.ts";
import { accessEntity } from "../entity-access.ts";
import { defineReadTool, type ReadTool } from "../tool.ts";
import { tellActions } from "./history-actions.ts";
import { tellCauses } from "./history-causes.ts";
import { tellChanges } from "./history-changes.ts";

const DEFAULT_HOURS = 24;
/** "Who did it?" is mostly asked about today and yesterday. */
const DEFAULT_HOURS_OF_CAUSES = 48;
/** Home Assistant keeps ten days of history unless told otherwise. */
const MOST_HOURS = 240;

const HOUR_MS = 3_600_000;

const input = z.object({
  entity_id: z.string().max(255).describe("exact id from get_ha_entities"),
  kind: z
    .enum(["changes", "causes", "actions"])
    .optional()
    .describe("changes: what it did. causes: who or what did it. actions: what people asked me to do with it. changes when left out"),
  hours: z
    .number()
    .min(0.1)
    .max(MOST_HOURS)
    .optional()
    .describe(`how far back, at most ${MOST_HOURS}; when left out ${DEFAULT_HOURS}, for causes and actions ${DEFAULT_HOURS_OF_CAUSES}`),
});

interface HistoryToolDependencies {
  readonly home: Pick<Home, "find" | "isHidden" | "nearest" | "info">;
  readonly history: Pick<History, "of">;
  readonly logbook: Logbook;
  readonly actions: Pick<ActionLedger, "list" | "byContext">;
  /** The person that a user of Home Assistant is; undefined for users without one. */
  readonly personOfUser: (userId: string) => string | undefined;
  /** ms since the epoch */
  readonly now: () => number;
}

/**
 * What one exposed entity did, who or what did it, and what people asked this service to do with it. Children and guests learn of no
 * action but their own, and of other people only "someone". Unknown and hidden ids answer as in get_entity_state.
 */
export function createGetEntityHistory({ home, history, logbook, actions, personOfUser, now }: HistoryToolDependencies): ReadTool {
  return defineReadTool(
    "get_entity_history",
    "The past of an entity. kind changes: states with local times, hours per state, for numbers min, mean and max per span. " +
      'kind causes: who opened, unlocked or switched it, and when ("who opened the garage yesterday?"). ' +
      "kind actions: what people asked me to do with it, who said yes, how it ended.",
    input,
    async ({ entity_id, kind = "changes", hours = kind === "changes" ? DEFAULT_HOURS : DEFAULT_HOURS_OF_CAUSES }, caller, signal) => {
      const access = accessEntity(home, entity_id, caller);
      if (!access.ok) return access.result;
      const to = now();
      const asked = { entity: access.entity, from: to - hours * HOUR_MS, to, time: homeTime(home.info.timeZone) };
      switch (kind) {
        case "changes":
          return await tellChanges(asked, { history, signal });
        case "causes":
          return await tellCauses(asked, { home, logbook, actions, personOfUser }, { caller, signal });
        case "actions":
          return tellActions(asked, { actions, caller });
      }
    },
  );
}
