import { setTimeout as pause } from "node:timers/promises";
import type { History } from "../../homeassistant/history/history.ts";
import type { Logbook } from "../../homeassistant/history/logbook.ts";
import type { FieldRow, Influx, InfluxProblem } from "../../web/influx.ts";
import type { HomeSpan } from "./calendar.ts";
import { type HouseRecord, type StateSample, TARGET_DOMAINS } from "./user-actions.ts";

export interface SourceQuery {
  readonly entityIds: readonly string[];
  /** Persons, whose states tell who is at home. */
  readonly personIds: readonly string[];
  readonly routineIds: readonly string[];
  readonly to: number;
  readonly signal: AbortSignal;
}

export type SourceAnswer =
  | { readonly kind: "ok"; readonly record: HouseRecord }
  | { readonly kind: "problem"; readonly problem: InfluxProblem };

/** Where the past of the house is read from. Throws the signal's reason if that is aborted. */
export interface HouseSource {
  readonly name: "influxdb" | "history";
  read(query: SourceQuery): Promise<SourceAnswer>;
}

/** In order of time, without what only says the same again. */
function changesOf(samples: readonly StateSample[]): readonly StateSample[] {
  return samples
    .toSorted((a, b) => a.at - b.at)
    .filter(({ state, target }, index, all) => {
      const before = all[index - 1];
      return before?.state !== state || before.target !== target;
    });
}

/** When a person was at home, from the states of the person's entity. */
function homeSpans(personId: string, samples: readonly StateSample[], to: number): readonly HomeSpan[] {
  const changes = changesOf(samples);
  return changes.flatMap(({ at, state }, index) => (state === "home" ? [{ personId, from: at, to: changes[index + 1]?.at ?? to }] : []));
}

/** Five weeks: a habit of one weekday has five chances in it. The recorder keeps ten days unless it is told otherwise. */
const DAYS = 35;
const DAY_MS = 86_400_000;
/** Of one entity: what changes more often is used at no time of its own. */
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

/** One query is about a week of so many things, so that a small machine has done with it in a second or two. */
const SPAN_DAYS = 7;
const ENTITIES_PER_QUERY = 20;
/** Between two queries the database is left to others. */
const REST_MS = 50;

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
          from,
          to,
          causes: new Map(),
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
