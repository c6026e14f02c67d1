import { z } from "zod";
import type { ReadTool, ToolAnswer } from "../../agent/toolbox.ts";
import { type HomeTime, homeTime } from "../../homeassistant/home-time.ts";
import type { Statistics, StatisticsPeriod, StatisticsRow } from "../../homeassistant/reading/statistics.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { askedDays, spanOf } from "../asked-days.ts";
import { accessEntity, HOW_TO_EXPOSE, LONGEST_NAME, shorten } from "../entity-access.ts";
import { headOf } from "../history/history-actions.ts";
import { defineReadTool } from "../tool.ts";

const DEFAULT_DAYS = 7;
/** Ten years: as far back as anybody has statistics. */
const MOST_DAYS = 3_660;
/** More rows than this are told by longer periods: about 600 tokens. */
const MOST_ROWS = 48;
const HOURS: Readonly<Record<StatisticsPeriod, number>> = { hour: 1, day: 24, week: 168, month: 730 };
const PERIODS = ["hour", "day", "week", "month"] as const;
const HOUR_MS = 3_600_000;

const input = z.object({
  entity_id: z.string().max(255).optional(),
  ...askedDays,
  by: z.enum(PERIODS).optional(),
});

interface StatisticsToolDependencies {
  readonly home: Pick<Home, "find" | "isHidden" | "nearest" | "exposed" | "info">;
  readonly statistics: Statistics;
  readonly now: () => number;
}

/** Long-term statistics of a sensor: min, mean and max, or for a meter what it counted and cost. */
export function createGetStatistics({ home, statistics, now }: StatisticsToolDependencies): ReadTool {
  const tool = defineReadTool(
    "get_statistics",
    "A sensor over days to years, with cost; without entity_id the home's energy.",
    input,
    async ({ entity_id, from, until, by = "hour" }, caller, signal) => {
      const time = homeTime(home.info.timeZone);
      const span = spanOf({ from, until }, { now: now(), time, days: -DEFAULT_DAYS, most: MOST_DAYS });
      if (!span.ok) return span;
      const { from: start, to } = span;
      if (entity_id === undefined) return await energyOfHome({ from: start, to, time, signal });
      const access = accessEntity(home, entity_id, caller);
      if (!access.ok) return access.result;
      const { entity } = access;
      const hours = (to - start) / HOUR_MS;
      const period = PERIODS.slice(PERIODS.indexOf(by)).find((one) => hours / HOURS[one] <= MOST_ROWS) ?? "month";
      const asked = { statisticId: entity.entityId, from: start, to, period, signal };
      const [rows, cost] = await Promise.all([statistics.of(asked), statistics.costOf(entity.entityId, signal)]);
      if (rows.length === 0) {
        const message = "Home Assistant keeps no long-term statistics of it in this time. get_entity_history has the last ten days.";
        return { ok: false, error: "no_statistics", message };
      }
      const costs = cost && "statisticId" in cost ? totalOf(await statistics.of({ ...asked, statisticId: cost.statisticId })) : undefined;
      const total = totalOf(rows);
      const unit = entity.state.attributes["unit_of_measurement"];
      const spent = costs ?? (cost && "price" in cost && total !== undefined ? total * cost.price : undefined);
      const told = {
        ...(typeof unit === "string" && { unit: shorten(unit, LONGEST_NAME) }),
        ...(total === undefined ? measured(rows) : { total: rounded(total) }),
        ...(spent !== undefined && { cost: `${spent.toFixed(2)} ${home.info.currency ?? ""}`.trim() }),
      };
      return {
        ...headOf({ entity, from: start, to, time }),
        by: period,
        read: { kind: "statistics", entity, rows, ...told },
        ...told,
        rows: rows
          .slice(-MOST_ROWS)
          .map((row) => `${period === "hour" ? time.minute(row.start) : time.weekday(row.start)} ${toldRow(row)}`),
        origin: "home",
      };
    },
  );
  async function energyOfHome({
    time,
    signal,
    ...span
  }: {
    from: number;
    to: number;
    time: HomeTime;
    signal: AbortSignal;
  }): Promise<ToolAnswer> {
    const meters = await statistics.meters(signal);
    if (meters.length === 0)
      return { ok: false, error: "no_meter", message: "There is no energy dashboard. Ask for a meter by its entity_id." };
    if (meters.some(({ statisticId }) => home.isHidden(statisticId)))
      return { ok: false, error: "not_exposed", message: "Meters of the energy dashboard are not exposed.", how_to_expose: HOW_TO_EXPOSE };
    const totals = await Promise.all(
      meters.map(async ({ statisticId, sign }) => {
        const total = totalOf(await statistics.of({ statisticId, ...span, period: "hour", unit: "kWh", signal }));
        return total === undefined ? [] : [sign * total];
      }),
    );
    const known = totals.flat();
    if (known.length === 0)
      return { ok: false, error: "no_statistics", message: "Home Assistant has no statistics of these meters in this time." };
    const told = { unit: "kWh", total: rounded(known.reduce((sum, total) => sum + total, 0)) };
    const head = { ok: true, from: time.iso(span.from), to: time.iso(span.to) } as const;
    return { ...head, read: { kind: "statistics", entity: undefined, rows: [], ...told }, ...told, origin: "home" };
  }

  return { ...tool, offered: () => home.exposed().some(({ state }) => state.attributes["state_class"] !== undefined) };
}

function totalOf(rows: readonly StatisticsRow[]): number | undefined {
  const changes = rows.flatMap(({ change }) => change ?? []);
  return changes.length === 0 ? undefined : changes.reduce((sum, change) => sum + change, 0);
}

function measured(rows: readonly StatisticsRow[]) {
  const means = rows.flatMap(({ mean, start, end }) => (typeof mean === "number" ? { mean, length: end - start } : []));
  const length = means.reduce((sum, one) => sum + one.length, 0);
  const mean = means.reduce((sum, one) => sum + one.mean * (one.length / length), 0);
  const [min, max] = [rows.flatMap((row) => row.min ?? []), rows.flatMap((row) => row.max ?? [])];
  return {
    ...(min.length > 0 && { min: rounded(Math.min(...min)) }),
    ...(length > 0 && { mean: rounded(mean) }),
    ...(max.length > 0 && { max: rounded(Math.max(...max)) }),
  };
}

function toldRow({ min, mean, max, change }: StatisticsRow): string {
  if (typeof change === "number") return String(rounded(change));
  const values = Object.entries({ min, mean, max });
  return values.flatMap(([name, value]) => (typeof value === "number" ? `${name} ${rounded(value)}` : [])).join(" ");
}

/** Two decimals are finer than any sensor of a home; large numbers lose nothing. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
