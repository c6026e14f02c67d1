import type { History } from "../../homeassistant/history/history.ts";
import type { Logbook } from "../../homeassistant/history/logbook.ts";
import { type StateSample, TARGET_DOMAINS } from "./action-events.ts";
import { changesOf, type HouseSource, homeSpans, type SourceAnswer, type SourceQuery } from "./house-source.ts";

/** The recorder keeps ten days unless it is told otherwise; more is read if there is more. */
const DAYS = 35;
const DAY_MS = 86_400_000;
/** Of one entity: what changes oftener is used at no time of its own. */
const MOST_CHANGES = 20_000;

/** Reads Home Assistant's own recorder: histories, and the logbook for when routines ran. */
export function createHistorySource({ history, logbook }: { history: History; logbook: Pick<Logbook, "causes"> }): HouseSource {
  return {
    name: "history",
    async read({ entityIds, personIds, routineIds, to, signal }: SourceQuery): Promise<SourceAnswer> {
      const from = to - DAYS * DAY_MS;
      const read = async (entityId: string): Promise<readonly StateSample[]> => {
        if (TARGET_DOMAINS.includes(entityId.split(".")[0] ?? "")) {
          const rows = await history.rows(entityId, from, to, { signal });
          return changesOf(rows.map(({ at, state, attributes }) => ({ at, state, ...targetOf(attributes["temperature"]) })));
        }
        const { changes } = await history.of(entityId, { from, to, limit: MOST_CHANGES, buckets: 0 }, { signal });
        return changesOf(changes);
      };
      const samples = new Map<string, readonly StateSample[]>();
      for (const entityId of entityIds) {
        const found = await read(entityId);
        if (found.length > 0) samples.set(entityId, found);
      }
      const home = [];
      for (const personId of personIds) home.push(...homeSpans(personId, await read(personId), to));
      const runs: number[] = [];
      let hasAllRuns = true;
      for (const routineId of routineIds) {
        const entries = await logbook.causes(routineId, { from, to, limit: MOST_CHANGES }, { signal });
        for (const { at, state } of entries) if (state === undefined) runs.push(at);
        hasAllRuns &&= entries.length < MOST_CHANGES;
      }
      const known = [...samples.values()].flatMap((all) => all[0]?.at ?? []);
      // the days that count begin with the first that is kept
      const first = known.reduce((least, at) => Math.min(least, at), to);
      return { kind: "ok", record: { from: Math.max(from, first), to, samples, runs, hasAllRuns, causes: new Map(), home } };
    },
  };
}

function targetOf(value: unknown): { target?: number } {
  return typeof value === "number" ? { target: value } : {};
}
