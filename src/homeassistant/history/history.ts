import { setImmediate } from "node:timers/promises";
import { isRecord } from "../../text/is-record.ts";
import type { CommandOptions, HomeConnection } from "../connection/connection.ts";

/** One change of an entity's state; `at` in ms since the epoch. */
export interface HistoryChange {
  readonly at: number;
  readonly state: string;
}

export interface HistoryBucket {
  readonly from: number;
  readonly to: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}

export interface EntityHistory {
  readonly from: number;
  readonly to: number;
  /** Newest last; at most `limit`, the newest kept. */
  readonly changes: readonly HistoryChange[];
  /** For numbers: time-weighted over equal spans. Undefined for other states. */
  readonly buckets: readonly HistoryBucket[] | undefined;
  readonly omitted: number;
}

/** Raw rows of Home Assistant's recorder with attributes, for reading back missed Telegram messages. */
export interface HistoryRow extends HistoryChange {
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** `signal` gives the reading up: it rejects. */
type HistoryOptions = Pick<CommandOptions, "signal">;

/** States in which nothing is known: no value, no time that counts. */
const GAPS: ReadonlySet<string> = new Set(["unknown", "unavailable", "none", ""]);

/** Rows that are read before everything else gets its turn: about a millisecond. */
const CHUNK = 5_000;

/** Reads Home Assistant's recorder; an entity without history has no changes. Throws what the connection throws, or for an unknown form. */
export function createHistory({ connection }: { connection: Pick<HomeConnection, "command"> }) {
  async function read(
    { entityId, from, to, signal }: { entityId: string; from: number; to: number; signal: AbortSignal | undefined },
    options: Readonly<Record<string, boolean>>,
    take: (row: ReturnType<typeof rowOf>) => void,
  ): Promise<void> {
    const command = {
      type: "history/history_during_period",
      start_time: new Date(from).toISOString(),
      end_time: new Date(to).toISOString(),
      entity_ids: [entityId],
      ...options,
    };
    const answer = await connection.command<unknown>(command, { signal });
    let left = CHUNK;
    for (const row of rowsOf(answer, entityId)) {
      if (left === 0) {
        await setImmediate(undefined, { signal });
        left = CHUNK;
      }
      left -= 1;
      take(rowOf(row));
    }
  }

  return {
    async of(
      entityId: string,
      { from, to, limit, buckets }: { from: number; to: number; limit: number; buckets: number },
      { signal }: HistoryOptions = {},
    ): Promise<EntityHistory> {
      const changes: HistoryChange[] = [];
      await read({ entityId, from, to, signal }, { minimal_response: true, no_attributes: true }, ({ state, changed }) => {
        if (changes.at(-1)?.state !== state) changes.push({ at: Math.max(from, changed), state });
      });
      const kept = limit > 0 ? changes.slice(-limit) : [];
      return { from, to, changes: kept, buckets: bucketsOf(changes, from, to, buckets), omitted: changes.length - kept.length };
    },

    async rows(entityId: string, from: number, to: number, { signal }: HistoryOptions = {}): Promise<readonly HistoryRow[]> {
      const rows: HistoryRow[] = [];
      const options = { significant_changes_only: false, include_start_time_state: false };
      await read({ entityId, from, to, signal }, options, ({ updated: at, state, attributes }) => rows.push({ at, state, attributes }));
      return rows;
    },
  };
}

export type History = ReturnType<typeof createHistory>;

function rowsOf(answer: unknown, entityId: string): readonly unknown[] {
  const rows = isRecord(answer) ? (answer[entityId] ?? []) : undefined;
  if (!Array.isArray(rows)) throw unknownForm();
  return rows;
}

/**
 * `s` state, `a` attributes, `lu` last updated, `lc` last changed if that is another time; seconds. By hand: a schema takes several times
 * as long for each of a million rows.
 */
function rowOf(row: unknown) {
  if (!isRecord(row)) throw unknownForm();
  const { s = null, lu, lc, a = {} } = row;
  const isState = typeof s === "string" || s === null;
  if (!isState || !isTime(lu) || !isTime(lc) || !isRecord(a)) throw unknownForm();
  return { state: s ?? "", changed: milliseconds(lc ?? lu ?? 0), updated: milliseconds(lu ?? lc ?? 0), attributes: a };
}

function isTime(value: unknown): value is number | undefined {
  return value === undefined || Number.isFinite(value);
}

function unknownForm(): Error {
  return new Error("Home Assistant's history has an unknown form");
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1_000);
}

/** Equal spans, each with the values that held in it; spans in which nothing was known are left out. */
function bucketsOf(changes: readonly HistoryChange[], from: number, to: number, count: number): readonly HistoryBucket[] | undefined {
  const known = changes.filter(({ state }) => !GAPS.has(state));
  if (known.length === 0 || known.some(({ state }) => !Number.isFinite(Number(state))) || count < 1 || to <= from) return undefined;
  const width = (to - from) / count;
  const sums = Array.from({ length: count }, () => ({ min: Infinity, max: -Infinity, weighted: 0, time: 0 }));
  changes.forEach(({ at, state }, index) => {
    if (GAPS.has(state)) return;
    const value = Number(state);
    const end = Math.min(to, changes[index + 1]?.at ?? to);
    const last = Math.min(count - 1, Math.floor((end - from) / width));
    for (let bucket = Math.floor((at - from) / width); bucket <= last; bucket += 1) {
      const sum = sums[bucket];
      const time = Math.min(end, from + (bucket + 1) * width) - Math.max(at, from + bucket * width);
      if (!sum || time <= 0) continue;
      sum.min = Math.min(sum.min, value);
      sum.max = Math.max(sum.max, value);
      sum.weighted += value * time;
      sum.time += time;
    }
  });
  return sums.flatMap(({ min, max, weighted, time }, bucket) =>
    time > 0 ? [{ from: from + bucket * width, to: from + (bucket + 1) * width, min, max, mean: weighted / time }] : [],
  );
}
