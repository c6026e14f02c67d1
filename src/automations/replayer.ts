import type { History, HistoryChange } from "../homeassistant/history/history.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import type { WorkerPool } from "../workers/pool.ts";
import { SUN } from "./compile.ts";
import { type Automation, type AutomationTrigger, conditionsIn, factsIn, HOME_ZONE, stepsIn, triggersIn } from "./intent.ts";
import type { OlderStates } from "./older-states.ts";
import { type Column, columnOf, seriesKey } from "./past.ts";
import { isWhole, type Replayed, type ReplayInput } from "./replay.ts";

const WORKER = new URL("./replay-worker.ts", import.meta.url);

/** A week: every weekday once, and within what the recorder keeps unless it is told otherwise. */
const DAYS = 7;
/** A month: habits of a weekday show four times. */
export const MOST_REPLAYED_DAYS = 30;
const DAY_MS = 86_400_000;
/** Before the first day: how long something was so already, and the offset of the sun. */
const LEAD_MS = DAY_MS / 2;
/** Of one entity: five a minute for two days. What changes more often is replayed over the time that its newest changes cover. */
const MOST_CHANGES = 15_000;
/** What is read first, and how much more at once where little happened: a week in four answers, and few too many of what changes 10,000 times a minute. */
const FIRST_SLICE_MS = 2 * 60_000;
const WIDER = 32;

export interface Replay extends Replayed {
  /** From when on it was wanted; what is known may begin later. */
  readonly wanted: number;
  readonly from: number;
  readonly to: number;
  /** Whether all that starts it or that it waits for can be replayed. */
  readonly isWhole: boolean;
  /** Entities that the recorder tells nothing of, or that are not to be read. */
  readonly missing: readonly string[];
}

interface Reading {
  readonly entityId: string;
  readonly attribute: string | undefined;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly signal: AbortSignal;
}

/** What is known of an entity, oldest first. `isCut`: there is more before it, which is not read. */
interface Kept {
  readonly changes: readonly HistoryChange[];
  readonly isCut: boolean;
}

interface ReplayerDependencies {
  readonly history: Pick<History, "of" | "rows">;
  /** What was before that; undefined in a home that keeps no more. */
  readonly older?: OlderStates | undefined;
  readonly home: Pick<Home, "find" | "info">;
  readonly zoneName: (zoneId: string) => string | undefined;
  readonly pool: Pick<WorkerPool, "run">;
  readonly now: () => number;
}

/** Replays in a thread, which takes the columns with it. Throws what the pool throws, and the signal's reason. */
export function runReplay(pool: Pick<WorkerPool, "run">, input: ReplayInput, signal: AbortSignal): Promise<Replayed> {
  return pool.run({ file: WORKER, name: "replay" }, input, { signal, moved: [...input.series.values()].map(({ at }) => at.buffer) });
}

export type Replayer = ReturnType<typeof createReplayer>;

/** Replays automations over what Home Assistant's recorder kept of the last days, and InfluxDB before it, in a thread. Throws what those throw. */
export function createReplayer({ history, older, home, zoneName, pool, now }: ReplayerDependencies) {
  return async (automation: Automation, signal: AbortSignal, days = DAYS): Promise<Replay> => {
    const to = now();
    const wanted = to - days * DAY_MS;
    const series = new Map<string, Column>();
    const needed = readingsOf(automation);
    const acted = stepsIn(automation.actions).flatMap((step) => (step.kind === "call" ? plain(step.entities) : []));
    let covered = wanted;
    let first = to;
    for (const reading of [...needed, ...acted]) {
      const { entityId, attribute } = reading;
      const key = seriesKey(entityId, attribute);
      const isReadable = entityId === SUN || entityId === HOME_ZONE || home.find(entityId) !== undefined;
      if (series.has(key) || !isReadable) continue;
      const span = { from: wanted - LEAD_MS, to, signal };
      const { changes, isCut } = await withOlder(reading, await newest(reading, span), span);
      const [oldest] = changes;
      if (!oldest) continue;
      series.set(key, columnOf(changes));
      if (isCut) covered = Math.max(covered, oldest.at);
      if (needed.includes(reading)) first = Math.min(first, oldest.at);
    }
    // nothing is known from before the recorder began
    const from = needed.length === 0 ? wanted : Math.max(covered, first);
    const missing = needed.filter(({ entityId, attribute }) => !series.has(seriesKey(entityId, attribute))).map(({ entityId }) => entityId);
    const zones = new Map(zonesOf(automation).map((id) => [id, id === HOME_ZONE ? "home" : (zoneName(id) ?? "")]));
    const replayed = await runReplay(pool, { automation, series, zones, timeZone: home.info.timeZone, from, to }, signal);
    return { ...replayed, wanted, from, to, isWhole: isWhole(automation), missing: [...new Set(missing)] };
  };

  /** With what was before the recorder's memory. */
  async function withOlder(reading: Reading, kept: Kept, span: Span): Promise<Kept> {
    const begins = kept.changes[0]?.at ?? span.to;
    if (!older || kept.isCut || begins <= span.from) return kept;
    const before = await older(reading, { ...span, to: begins });
    return { changes: [...before, ...kept.changes].slice(-MOST_CHANGES), isCut: before.length + kept.changes.length > MOST_CHANGES };
  }

  /** The newest changes, slice by slice: what changes often is never read whole. */
  async function newest(reading: Reading, { from, to, signal }: Span): Promise<Kept> {
    let changes: readonly HistoryChange[] = [];
    let [start, span] = [to, FIRST_SLICE_MS];
    while (start > from && changes.length < MOST_CHANGES) {
      const end = start;
      start = Math.max(from, end - span);
      const slice = await read(reading, start, end, signal);
      const left = MOST_CHANGES - changes.length - slice.length;
      span = Math.max(FIRST_SLICE_MS, (end - start) * Math.min(WIDER, left / (slice.length + 1)));
      // a slice begins with what was so already
      changes = [...slice, ...(slice.at(-1)?.state === changes[0]?.state ? changes.slice(1) : changes)];
    }
    return { changes, isCut: start > from };
  }

  async function read({ entityId, attribute }: Reading, from: number, to: number, signal: AbortSignal): Promise<readonly HistoryChange[]> {
    if (attribute === undefined) return (await history.of(entityId, { from, to, limit: Infinity, buckets: 0 }, { signal })).changes;
    const rows = await history.rows(entityId, from, to, { signal });
    return rows.map(({ at, attributes }) => ({ at, state: String(attributes[attribute] ?? "") }));
  }
}

/** What has to be known of the past to tell when an automation would have run. */
function readingsOf(automation: Automation): readonly Reading[] {
  const facts = conditionsIn(automation)
    .flatMap(factsIn)
    .flatMap((fact): readonly Reading[] => {
      switch (fact.kind) {
        case "state":
          return plain(fact.entities);
        case "numeric":
          return [{ entityId: fact.entity, attribute: fact.attribute }];
        case "sun":
          return plain([SUN]);
        case "presence":
          return plain(fact.people.length === 0 ? [HOME_ZONE] : fact.people);
        default:
          return [];
      }
    });
  return [...triggersIn(automation).flatMap(readOf), ...facts];
}

function readOf(trigger: AutomationTrigger): readonly Reading[] {
  if (trigger.kind === "sun") return plain([SUN]);
  if (trigger.kind === "numeric") return trigger.entities.map((entityId) => ({ entityId, attribute: trigger.attribute }));
  return "entities" in trigger ? plain(trigger.entities) : [];
}

function plain(entityIds: readonly string[]): readonly Reading[] {
  return entityIds.map((entityId) => ({ entityId, attribute: undefined }));
}

function zonesOf(automation: Automation): readonly string[] {
  return triggersIn(automation).flatMap((trigger) => (trigger.kind === "zone" ? [trigger.zone] : []));
}
