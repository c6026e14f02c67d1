import { homeTime } from "../../homeassistant/home-time.ts";
import { domainOf, seconds } from "../ids.ts";
import type { StateChange, StateMachine } from "../states.ts";
import { answers } from "../tables/tables.ts";

/** The recorder keeps this many rows of an entity: enough for any test, bounded for a demo that runs for days. */
const MOST_ROWS = 2_000;
interface RecordedRow {
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly changed: number;
  readonly updated: number;
}

interface HistoryQuery {
  /** ms since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly entityIds: readonly string[];
  readonly startState: boolean;
  readonly significantOnly: boolean;
  readonly attributes: boolean;
}

/** The recorder of the simulated home. */
export function createRecorder({ states }: { states: StateMachine }) {
  const recorded = new Map<string, RecordedRow[]>();
  const record = ({ entityId, after }: StateChange) => {
    if (!after) return;
    const rows = recorded.get(entityId) ?? [];
    recorded.set(entityId, rows);
    rows.push({ state: after.state, attributes: after.attributes, changed: after.lastChanged, updated: after.lastUpdated });
    if (rows.length > MOST_ROWS) rows.splice(0, rows.length - MOST_ROWS);
  };
  const stop = states.onChange(record);
  return {
    query({ from, to, entityIds, startState, significantOnly, attributes }: HistoryQuery): Record<string, unknown[]> {
      const found: Record<string, unknown[]> = {};
      for (const entityId of entityIds) {
        const rows = recorded.get(entityId) ?? [];
        const before = rows.findLast((row) => row.updated < from);
        const inside = rows.filter((row) => row.updated >= from && row.updated <= to && (!significantOnly || row.changed === row.updated));
        const start = startState && before ? [{ ...before, changed: from, updated: from }] : [];
        const answer = [...start, ...inside].map((row) => historyFrame(entityId, row, attributes));
        if (answer.length > 0) found[entityId] = answer;
      }
      return found;
    },
    /** Writes rows into the past; `at` in ms since the epoch, oldest first. They must be older than what is recorded already. */
    backfill(entityId: string, rows: readonly { at: number; state: string; attributes?: Record<string, unknown> }[]): void {
      const own = rows.map(({ at, state, attributes = {} }) => ({ state, attributes, changed: at, updated: at }));
      recorded.set(entityId, [...own, ...(recorded.get(entityId) ?? [])]);
    },
    [Symbol.dispose]: stop,
  };
}

export type Recorder = ReturnType<typeof createRecorder>;

function historyFrame(entityId: string, row: RecordedRow, withAttributes: boolean): Record<string, unknown> {
  const hidden = answers.unrecorded[domainOf(entityId)] ?? [];
  const kept = Object.fromEntries(Object.entries(row.attributes).filter(([key]) => !hidden.includes(key)));
  return {
    s: row.state,
    ...(withAttributes && { a: kept }),
    ...(row.changed !== row.updated && { lc: seconds(row.changed) }),
    lu: seconds(row.updated),
  };
}

/** A day of numbers, each with its lowest at three and its highest at fifteen o'clock of the home, up to now: something to ask the history for. */
export function dayCurve({ now, timeZone, steps = 48 }: { now: number; timeZone: string; steps?: number }) {
  const day = 24 * 60 * 60 * 1000;
  const time = homeTime(timeZone);
  const height = (at: number) => Math.sin(((Number(time.minute(at).slice(11, 13)) - 9) / 24) * 2 * Math.PI);
  const points = Array.from({ length: steps }, (_, index) => now - day + ((index + 1) * day) / (steps + 1)).map((at) => ({
    at,
    rise: height(at) - height(now),
  }));
  return (last: number, swing: number) => points.map(({ at, rise }) => ({ at, state: (last + rise * swing).toFixed(1) }));
}
