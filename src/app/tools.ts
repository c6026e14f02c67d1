import type { ReadTool, Tool } from "../agent/toolbox.ts";
import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import { personOfUser } from "../homeassistant/history/logbook.ts";
import type { ActionLedger } from "../storage/turns/actions.ts";
import type { TurnQuotes } from "../storage/turns/turn-quotes.ts";
import { createChangeAutomations, type ProposedAutomation } from "../tools/automations/change-automations.ts";
import { createExecuteScript } from "../tools/automations/execute-script.ts";
import { createReadAutomations } from "../tools/automations/read-automations.ts";
import { createCallHaService } from "../tools/call-ha-service.ts";
import { createGetEntityState } from "../tools/get-entity-state.ts";
import { createGetHaEntities } from "../tools/get-ha-entities.ts";
import { createDownloadStateHistory } from "../tools/history/download-state-history.ts";
import { createGetEntityHistory } from "../tools/history/get-entity-history.ts";
import { createQueryRecentEvents } from "../tools/history/query-recent-events.ts";
import { createGetCalendarEvents } from "../tools/reading/get-calendar-events.ts";
import { createGetCameraImage } from "../tools/reading/get-camera-image.ts";
import { createGetListItems } from "../tools/reading/get-list-items.ts";
import { createGetStatistics } from "../tools/reading/get-statistics.ts";
import { createGetWeather } from "../tools/reading/get-weather.ts";
import type { HomeParts } from "./foundation/home.ts";
import type { AutomationKeeper } from "./proactive/automations.ts";

interface ToolsOptions
  extends Pick<HomeParts, "home" | "states" | "history" | "logbook" | "traces" | "answers" | "statistics" | "dryRun">,
    Pick<AutomationKeeper, "overview" | "replay"> {
  readonly search: EntityIndexSearch;
  readonly actions: Pick<ActionLedger, "list" | "byContext">;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly quotes: Pick<TurnQuotes, "add">;
  readonly propose: ProposedAutomation;
  /** What other parts let the model read: the past, memory, the web. */
  readonly others: readonly ReadTool[];
}

export type Tools = ReturnType<typeof createTools>;

/** All tools of the model, and those that only read, by their names; docs/tools.md tells of each. */
export function createTools(options: ToolsOptions) {
  const { home, search, states, history, logbook, traces, answers, statistics, dryRun, actions, clock } = options;
  const { overview, replay, quotes, propose, others } = options;
  const reading: readonly ReadTool[] = [
    createGetHaEntities({ home, search }),
    createGetEntityState({ home, now: clock }),
    createGetEntityHistory({ home, history, logbook, traces, actions, personOfUser: (userId) => personOfUser(states, userId), now: clock }),
    createGetWeather({ home, answers }),
    createGetCalendarEvents({ home, answers, now: clock }),
    createGetListItems({ home, answers }),
    createGetStatistics({ home, statistics, now: clock }),
    createQueryRecentEvents({ home, logbook, now: clock }),
    createDownloadStateHistory({ home, history, now: clock }),
    createExecuteScript({ home, dryRun }),
    ...createReadAutomations({ home, quotes, replay, overview }),
    ...others,
  ];
  return {
    readTools: byName(reading),
    tools: byName<Tool>([...reading, createGetCameraImage({ home }), createCallHaService(), ...createChangeAutomations({ propose })]),
  };
}

function byName<Kind extends Tool>(tools: readonly Kind[]): ReadonlyMap<string, Kind> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
