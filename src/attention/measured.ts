import type { History } from "../homeassistant/history/history.ts";
import { zoneOffset } from "../homeassistant/home-time.ts";
import type { Statistics } from "../homeassistant/reading/statistics.ts";
import { toCelsius } from "../homeassistant/registry/at-rest.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import type { Logger } from "../observability/logger.ts";
import type { Later } from "../text/later.ts";
import type { KindOfEntityRule } from "./finding-kinds.ts";
import { type LearnedRange, learnRange } from "./learned-range.ts";
import { createPowerRuns } from "./power-runs.ts";
import { type Night, usuallyArmedAfter } from "./usual-nights.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HOURS_OF_WEEK = 168;
/** A start has other things to do. */
const FIRST_MS = 10 * MINUTE_MS;
const RETRY_MS = HOUR_MS;
/** Each weekday eight times. */
const RANGE_DAYS = 56;
/** As long as the recorder keeps states unless it is told otherwise. */
const HISTORY_DAYS = 10;
const MOST_CHANGES = 1_000;
/** What is learned of a sensor takes 3 KB; Home Assistant exposes fewer by itself. */
const MOST_SENSORS = 300;
/** Groceries and an open door are over by then. */
const STANDS_MS = HOUR_MS;
/** Degrees above the warmest that it was. */
const WARMER_C = 3;

interface MeasuredDependencies {
  readonly home: Pick<Home, "ready" | "exposed" | "info">;
  readonly statistics: Pick<Statistics, "of" | "meters">;
  readonly history: Pick<History, "of">;
  /** The night that a moment lies in, or else the next. */
  readonly nightOf: (at: number) => Night | undefined;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

export type Measured = ReturnType<typeof createMeasured>;

/** What is usual in this home, read once a day from what Home Assistant keeps: ranges of sensors, and when alarms are armed. Kept in memory. */
export function createMeasured({ home, statistics, history, nightOf, clock, later, logger }: MeasuredDependencies) {
  const ranges = new Map<string, LearnedRange>();
  const armedAfter = new Map<string, number>();
  /** Devices that make or count the home's electricity: these run, but are never done. */
  let meters: ReadonlySet<string | undefined> = new Set();
  const stopping = new AbortController();
  const { signal } = stopping;
  const runs = createPowerRuns({ clock });
  let version = 0;
  let timer: Disposable | undefined;

  const hours = new Map<number, number>();
  function hourOfWeek(at: number): number {
    const hour = Math.floor(at / HOUR_MS);
    const known = hours.get(hour);
    if (known !== undefined) return known;
    const local = Math.floor((at + zoneOffset(home.info.timeZone)(at)) / HOUR_MS) % HOURS_OF_WEEK;
    hours.set(hour, local);
    return local;
  }

  async function learn(): Promise<void> {
    const now = clock();
    hours.clear();
    const exposed = home.exposed();
    const sources = new Set((await statistics.meters(signal)).map(({ statisticId }) => statisticId));
    meters = new Set(exposed.flatMap(({ entityId, deviceId }) => (sources.has(entityId) ? (deviceId ?? []) : [])));
    for (const entity of exposed.filter(isMeasurement).slice(0, MOST_SENSORS)) {
      const { entityId } = entity;
      const rows = await statistics.of({ statisticId: entityId, from: now - RANGE_DAYS * DAY_MS, to: now, period: "hour", signal });
      const range = learnRange(rows, { toCelsius: celsiusOf(entity), hourOfWeek });
      if (range) ranges.set(entityId, range);
      else ranges.delete(entityId);
    }
    const nights = Array.from({ length: HISTORY_DAYS }, (_, night) => nightOf(now - (night + 1) * DAY_MS) ?? []).flat();
    for (const { entityId } of exposed.filter(({ domain }) => domain === "alarm_control_panel")) {
      const span = { from: now - (HISTORY_DAYS + 1) * DAY_MS, to: now, limit: MOST_CHANGES, buckets: 0 };
      const after = usuallyArmedAfter((await history.of(entityId, span, { signal })).changes, nights);
      if (after === undefined) armedAfter.delete(entityId);
      else armedAfter.set(entityId, after);
    }
    version += 1;
  }

  function again(wait: number): void {
    timer = later(wait, () => {
      learn().then(
        () => again(DAY_MS),
        (error: unknown) => {
          if (signal.aborted) return;
          logger.debug({ err: error }, "what is usual in the home was not learned");
          again(RETRY_MS);
        },
      );
    });
  }

  const rules: readonly KindOfEntityRule[] = [
    { ...runs, fits: (entity) => runs.fits(entity) && !meters.has(entity.deviceId) },
    {
      kind: "warm",
      fits: ({ entityId }) => ranges.get(entityId)?.warmest !== undefined,
      isAmiss(entity) {
        const degrees = celsiusOf(entity)?.(measuredValue(entity));
        const warmest = ranges.get(entity.entityId)?.warmest;
        return degrees !== undefined && warmest !== undefined && degrees > warmest + WARMER_C;
      },
      standsMs: () => STANDS_MS,
    },
    {
      kind: "unusual",
      fits: ({ entityId }) => ranges.has(entityId) && ranges.get(entityId)?.warmest === undefined,
      isAmiss: (entity) => ranges.get(entity.entityId)?.isUnusual(measuredValue(entity), hourOfWeek(clock())) === true,
      standsMs: () => STANDS_MS,
    },
  ];

  return {
    rules,
    /** How long after the beginning of the quiet hours (ms) an alarm is usually armed at the latest; undefined where it is not. */
    armedAfter: (entityId: string): number | undefined => armedAfter.get(entityId),
    nightOf,
    /** Goes up each time that something was learned. */
    get version(): number {
      return version;
    },
    start: () => again(FIRST_MS),
    [Symbol.dispose](): void {
      stopping.abort();
      timer?.[Symbol.dispose]();
    },
  };
}

/** Batteries have a rule of their own. */
function isMeasurement({ domain, deviceClass, state: { attributes } }: Entity): boolean {
  return domain === "sensor" && attributes["state_class"] === "measurement" && deviceClass !== "battery";
}

function measuredValue({ state: { state } }: Entity): number {
  return state.trim() === "" ? Number.NaN : Number(state);
}

function celsiusOf({ deviceClass, state: { attributes } }: Entity): ((value: number) => number) | undefined {
  if (deviceClass !== "temperature") return undefined;
  return (value) => toCelsius(value, attributes["unit_of_measurement"]);
}
