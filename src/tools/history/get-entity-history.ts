import { z } from "zod";
import type { ReadTool, ToolAnswer } from "../../agent/toolbox.ts";
import type { EntityHistory, History, HistoryBucket } from "../../homeassistant/history/history.ts";
import type { Logbook } from "../../homeassistant/history/logbook.ts";
import { type HomeTime, homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { Traces } from "../../homeassistant/routines/traces.ts";
import { mayReadPast } from "../../security/policy/read-access.ts";
import { originOfState, worstOrigin } from "../../security/provenance/provenance.ts";
import type { ActionLedger } from "../../storage/turns/actions.ts";
import { accessEntity, LONGEST_NAME, shorten } from "../entity-access.ts";
import { defineReadTool } from "../tool.ts";
import { type AskedPast, headOf, tellActions } from "./history-actions.ts";
import { tellCauses } from "./history-causes.ts";

const DEFAULT_HOURS = 24;
/** "Who did it?" is mostly asked about today and yesterday. */
const DEFAULT_HOURS_OF_CAUSES = 48;
/** Home Assistant keeps ten days of history unless told otherwise. */
const MOST_HOURS = 240;

const HOUR_MS = 3_600_000;

const input = z.object({
  entity_id: z.string().max(255),
  kind: z.enum(["changes", "causes", "actions"]).optional(),
  hours: z.number().min(0.1).max(MOST_HOURS).optional(),
});

interface HistoryToolDependencies {
  readonly home: Pick<Home, "find" | "isHidden" | "nearest" | "info">;
  readonly history: Pick<History, "of">;
  readonly logbook: Pick<Logbook, "causes" | "ownUserId">;
  readonly traces: Pick<Traces, "triggerAt">;
  readonly actions: Pick<ActionLedger, "list" | "byContext">;
  /** The person that a user of Home Assistant is; undefined for users without one. */
  readonly personOfUser: (userId: string) => string | undefined;
  readonly now: () => number;
}

/** What an entity did, who did it, and what people asked for; children and guests learn of no action but their own. */
export function createGetEntityHistory({ home, history, logbook, traces, actions, personOfUser, now }: HistoryToolDependencies): ReadTool {
  return defineReadTool(
    "get_entity_history",
    "Past of an entity: changes, causes (who did it), actions (asked of you).",
    input,
    async ({ entity_id, kind = "changes", hours = kind === "changes" ? DEFAULT_HOURS : DEFAULT_HOURS_OF_CAUSES }, caller, signal) => {
      const access = accessEntity(home, entity_id, caller);
      if (!access.ok) return access.result;
      if (!mayReadPast(access.entity.domain, caller.role)) {
        return { ok: false, error: "household_only", message: "When people came and went is readable by the household." };
      }
      const to = now();
      const asked = { entity: access.entity, from: to - hours * HOUR_MS, to, time: homeTime(home.info.timeZone) };
      switch (kind) {
        case "changes":
          return await tellChanges(asked, { history, signal });
        case "causes":
          return await tellCauses(asked, { home, logbook, traces, actions, personOfUser }, { caller, signal });
        case "actions":
          return tellActions(asked, { actions, caller });
      }
    },
  );
}

/** Changes read to add up times per state; an entity that changes more often in the span is told by its newest changes only. */
const MOST_CHANGES = 5_000;
/** Of these, as many as leave the answer below 2,000 characters (about 600 tokens). */
const CHANGES_SHOWN = 30;
const CHANGES_SHOWN_OF_NUMBERS = 5;
const MOST_STATES = 6;
const LONGEST_STATE = 30;
/** A bucket an hour for a day; coarser for more, finer for less. */
const FEWEST_BUCKETS = 4;
const MOST_BUCKETS = 24;

/** Newest changes in the home's time and the hours in each state; for numbers min, mean and max per span. */
async function tellChanges(asked: AskedPast, { history, signal }: { history: Pick<History, "of">; signal: AbortSignal }) {
  const { entity, from, to, time } = asked;
  const buckets = Math.min(MOST_BUCKETS, Math.max(FEWEST_BUCKETS, Math.round((to - from) / HOUR_MS)));
  const past = await history.of(entity.entityId, { from, to, limit: MOST_CHANGES, buckets }, { signal });
  const unit = entity.state.attributes["unit_of_measurement"];
  const shown = past.changes.slice(past.buckets ? -CHANGES_SHOWN_OF_NUMBERS : -CHANGES_SHOWN);
  const earlier = past.omitted + past.changes.length - shown.length;
  return {
    ...headOf(asked),
    read: { kind: "changes", entity, past },
    ...(typeof unit === "string" && { unit: shorten(unit, LONGEST_NAME) }),
    ...(past.buckets ? numbersOf(past.buckets, time) : { hours_per_state: hoursPerState(past) }),
    changes: shown.map(({ at, state }) => `${time.minute(at)} ${shorten(state, LONGEST_STATE)}`),
    origin: worstOrigin(past.changes.map(({ state }) => originOfState(state))) === "outside" ? "outside" : "home",
    ...(earlier > 0 && { earlier_changes_left_out: earlier }),
    ...(past.changes.length === 0 && { note: "Home Assistant has no history of it in this time." }),
  } satisfies ToolAnswer;
}

function numbersOf(buckets: readonly HistoryBucket[], time: HomeTime) {
  return {
    min: rounded(Math.min(...buckets.map(({ min }) => min))),
    max: rounded(Math.max(...buckets.map(({ max }) => max))),
    spans: buckets.map(({ from, min, mean, max }) => `${time.minute(from)} min ${rounded(min)} mean ${rounded(mean)} max ${rounded(max)}`),
  };
}

/** Undefined when changes were left out: part of a sum is no sum. */
function hoursPerState({ changes, to, omitted }: EntityHistory): Readonly<Record<string, number>> | undefined {
  if (omitted > 0 || changes.length === 0) return undefined;
  const sums = new Map<string, number>();
  changes.forEach(({ at, state }, index) => {
    const key = shorten(state, LONGEST_STATE);
    sums.set(key, (sums.get(key) ?? 0) + (changes[index + 1]?.at ?? to) - at);
  });
  const longest = [...sums].sort(([, a], [, b]) => b - a).slice(0, MOST_STATES);
  return Object.fromEntries(longest.map(([state, sum]) => [state, rounded(sum / HOUR_MS)]));
}

/** Two decimals are finer than any sensor of a home; large numbers lose nothing. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
