import { setTimeout as pause } from "node:timers/promises";
import type { FieldRow, Influx, InfluxProblem } from "../../web/influx.ts";
import { type StateSample, TARGET_DOMAINS } from "./action-events.ts";
import { changesOf, type HouseSource, homeSpans, type SourceAnswer, type SourceQuery } from "./house-source.ts";

/** Five weeks: a habit of one weekday has five chances in it. */
const DAYS = 35;
const DAY_MS = 86_400_000;
/** One query is about a week of so many things, so that a small machine has done with it in a second or two. */
const SPAN_DAYS = 7;
const ENTITIES_PER_QUERY = 20;
/** Between two queries the database is left to others. */
const REST_MS = 50;

/** What one field had, changes only. */
type Values = Map<string, { at: number; value: string | number }[]>;

/** Reads what Home Assistant's integration wrote: `state`, `temperature` of thermostats, `last_triggered` of routines. */
export function createInfluxSource({ influx }: { influx: Influx }): HouseSource {
  return {
    name: "influxdb",
    async read({ entityIds, personIds, routineIds, to, signal }: SourceQuery): Promise<SourceAnswer> {
      const from = to - DAYS * DAY_MS;
      const busy = new Set<string>();
      const readField = async (ids: readonly string[], field: string): Promise<Values | InfluxProblem> => {
        const values: Values = new Map();
        for (const { domain, objectIds } of batches(ids)) {
          for (let start = from; start < to; start += SPAN_DAYS * DAY_MS) {
            const query = { domain, objectIds, field, from: start, to: Math.min(to, start + SPAN_DAYS * DAY_MS) };
            const answer = await influx.read(query, (row) => keep(values, domain, row), { signal });
            if (answer.kind !== "ok") return answer.kind;
            for (const objectId of answer.cut) busy.add(`${domain}.${objectId}`);
            await pause(REST_MS, undefined, { signal });
          }
        }
        return values;
      };
      const states = await readField([...entityIds, ...personIds], "state");
      if (typeof states === "string") return { kind: "problem", problem: states };
      const thermostats = entityIds.filter((id) => TARGET_DOMAINS.includes(id.split(".")[0] ?? ""));
      const targets = await readField(thermostats, "temperature");
      if (typeof targets === "string") return { kind: "problem", problem: targets };
      const triggered = await readField(routineIds, "last_triggered_str");
      if (typeof triggered === "string") return { kind: "problem", problem: triggered };

      const samples = entityIds.flatMap((id) => {
        const all = samplesOf(states.get(id) ?? [], targets.get(id) ?? []);
        return all.length > 0 && !busy.has(id) ? [[id, all] as const] : [];
      });
      return {
        kind: "ok",
        record: {
          ...{ from, to, causes: new Map() },
          samples: new Map(samples),
          runs: [...triggered.values()].flat().map(({ at }) => at),
          hasAllRuns: !routineIds.some((id) => busy.has(id)),
          home: personIds.flatMap((id) => (busy.has(id) ? [] : homeSpans(id, samplesOf(states.get(id) ?? [], []), to))),
        },
      };
    },
  };
}

function* batches(ids: readonly string[]): Generator<{ domain: string; objectIds: readonly string[] }> {
  for (const [domain, group] of Map.groupBy(ids, (id) => id.split(".")[0] ?? "")) {
    const objectIds = group.map((id) => id.slice(domain.length + 1));
    for (let start = 0; start < objectIds.length; start += ENTITIES_PER_QUERY) {
      yield { domain, objectIds: objectIds.slice(start, start + ENTITIES_PER_QUERY) };
    }
  }
}

/** A row is written for every change of an attribute too: what repeats the value before is dropped as it comes. */
function keep(values: Values, domain: string, { objectId, at, value }: FieldRow): void {
  const entityId = `${domain}.${objectId}`;
  const kept = values.get(entityId);
  if (!kept) values.set(entityId, [{ at, value }]);
  else if (kept.at(-1)?.value !== value) kept.push({ at, value });
}

/** States and target temperatures of one entity, joined by time. */
function samplesOf(
  states: readonly { at: number; value: string | number }[],
  targets: readonly { at: number; value: string | number }[],
): readonly StateSample[] {
  let state: string | undefined;
  let target: number | undefined;
  const joined = [...states, ...targets].toSorted((a, b) => a.at - b.at);
  const samples = new Map<number, StateSample>();
  for (const { at, value } of joined) {
    if (typeof value === "number") target = value;
    else state = value;
    // both fields of one point: the second one completes it
    if (state !== undefined) samples.set(at, { at, state, ...(target !== undefined && { target }) });
  }
  return changesOf([...samples.values()]);
}
