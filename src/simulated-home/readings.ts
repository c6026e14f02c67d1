import { homeTime } from "../homeassistant/home-time.ts";
import type { Recorder } from "./history/history.ts";
import { isoTime } from "./ids.ts";
import { invalidCall } from "./refusal.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An event of a calendar, so many days from today. */
export interface FurnishedEvent {
  readonly summary: string;
  readonly inDays: number;
  /** `18:30`; an event of the whole day when left out. */
  readonly from?: string;
  readonly to?: string;
  readonly location?: string;
  readonly description?: string;
}

/** Rows of a forecast, from now on, without their times. */
export interface FurnishedForecast {
  readonly daily?: readonly Fields[];
  readonly hourly?: readonly Fields[];
}

const DAY_MS = 86_400_000;
const STEPS = { daily: DAY_MS, hourly: 3_600_000 };

/** What `weather.get_forecasts` answers for one entity. Throws a Refusal for a kind of forecast that it does not have. */
export function forecastOf(entityId: string, forecast: FurnishedForecast, { type }: Fields, now: number): Fields {
  const kind = type === "daily" || type === "hourly" ? type : undefined;
  const rows = kind && forecast[kind];
  if (!rows)
    throw invalidCall(`Weather entity ${entityId} does not support the ${type} forecast type`, "forecast_not_supported", "weather");
  return { forecast: rows.map((row, at) => ({ datetime: isoTime(now + at * STEPS[kind]), ...row })) };
}

/** What `calendar.get_events` answers for one entity. */
export function eventsOf(events: readonly FurnishedEvent[], fields: Fields, { now, timeZone }: { now: number; timeZone: string }): Fields {
  const time = homeTime(timeZone);
  const [from, to] = [fields["start_date_time"], fields["end_date_time"]].map((at) => Date.parse(String(at)));
  const dayAt = (at: number) => time.date(at);
  const placed = events.map(({ inDays, from: start, to: end, ...told }) => {
    const day = dayAt(now + inDays * DAY_MS);
    const at = (clock: string) => time.iso(time.startOfDay(day) + Date.parse(`1970-01-01T${clock}:00Z`));
    if (start === undefined) return { start: day, end: dayAt(time.endOfDay(day)), ...told };
    return { start: at(start), end: at(end ?? start), ...told };
  });
  return {
    events: placed.filter(({ start, end }) => {
      const [begins, ends] = [start, end].map((one) => (one.includes("T") ? Date.parse(one) : time.startOfDay(one)));
      return (begins ?? 0) < (to ?? 0) && (ends ?? 0) > (from ?? 0);
    }),
  };
}

interface StatisticsQuery {
  /** ms since the epoch. */
  readonly from: number;
  readonly to: number;
  /** By day otherwise. */
  readonly isByHour: boolean;
}

/** Long-term statistics, made of what the recorder has; nothing of what it has no numbers of. */
export function statisticsOf(recorder: Recorder, ids: readonly string[], { from, to, isByHour }: StatisticsQuery): Fields {
  const width = isByHour ? STEPS.hourly : STEPS.daily;
  return Object.fromEntries(
    ids.map((id) => [id, rowsOf(recorder, id, { from, to, width })] as const).filter(([, rows]) => rows.length > 0),
  );
}

function rowsOf(recorder: Recorder, entityId: string, { from, to, width }: { from: number; to: number; width: number }) {
  const asked = { entityIds: [entityId], startState: false, significantOnly: true, attributes: false };
  const recorded = recorder.query({ from, to, ...asked })[entityId] ?? [];
  const known = (recorded as readonly { s: string; lu: number }[]).filter(({ s }) => Number.isFinite(Number(s)));
  const buckets = Map.groupBy(known, ({ lu }) => Math.floor((lu * 1_000 - from) / width));
  return [...buckets].map(([bucket, rows]) => {
    const values = rows.map(({ s }) => Number(s));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const start = from + bucket * width;
    return { start, end: start + width, min: Math.min(...values), mean, max: Math.max(...values) };
  });
}
