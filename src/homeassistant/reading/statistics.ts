import { z } from "zod";
import type { HomeConnection } from "../connection/connection.ts";
import { CommandError, inForm } from "../connection/errors.ts";

export type StatisticsPeriod = "hour" | "day" | "week" | "month";

const number = z.number().nullish();
const row = z.object({
  /** ms since the epoch. */
  start: z.number(),
  end: z.number(),
  min: number,
  mean: number,
  max: number,
  /** What a meter counted in this period. */
  change: number,
});
const rows = z.record(z.string(), z.array(row));

export type StatisticsRow = z.infer<typeof row>;

const text = z.string().nullish();
const flow = z.object({ stat_energy_from: text, stat_energy_to: text, stat_cost: text, number_energy_price: number });
const flows = z.array(flow).nullish();
const preferences = z.object({ energy_sources: z.array(flow.extend({ type: z.string(), flow_from: flows, flow_to: flows })) });
/** Sources of the energy dashboard that electricity comes from; gas and water are counted there too. */
const ELECTRIC: ReadonlySet<string> = new Set(["grid", "solar", "battery"]);
const information = z.object({ cost_sensors: z.record(z.string(), z.string()) });

interface AskedStatistics {
  readonly statisticId: string;
  /** ms since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly period: StatisticsPeriod;
  /** Of energy; the sensor's own when left out. */
  readonly unit?: "kWh";
  readonly signal?: AbortSignal;
}

/** Long-term statistics of Home Assistant's recorder. Throws what the connection throws, or for an unknown form. */
export function createStatistics({ connection }: { connection: Pick<HomeConnection, "command"> }) {
  /** What the energy dashboard tells; undefined in a home without it. */
  const ofDashboard = async <Form extends z.ZodType>(type: string, form: Form, signal: AbortSignal | undefined) => {
    try {
      return form.safeParse(await connection.command<unknown>({ type }, { signal })).data;
    } catch (error) {
      if (error instanceof CommandError) return undefined;
      throw error;
    }
  };

  return {
    /** Oldest first; none for what Home Assistant keeps no statistics of. */
    async of({ statisticId, from, to, period, unit, signal }: AskedStatistics): Promise<readonly StatisticsRow[]> {
      const command = {
        type: "recorder/statistics_during_period",
        start_time: new Date(from).toISOString(),
        end_time: new Date(to).toISOString(),
        statistic_ids: [statisticId],
        period,
        types: ["min", "mean", "max", "change"],
        units: unit && { energy: unit },
      };
      return inForm(rows, await connection.command<unknown>(command, { signal }), "statistics")[statisticId] ?? [];
    },

    /** Meters of the energy dashboard: what came in less what went out is what the home used. */
    async meters(signal?: AbortSignal): Promise<readonly { readonly statisticId: string; readonly sign: 1 | -1 }[]> {
      const told = await ofDashboard("energy/get_prefs", preferences, signal);
      const electric = told?.energy_sources.filter(({ type }) => ELECTRIC.has(type)) ?? [];
      return electric
        .flatMap((source) => [source, ...(source.flow_from ?? []), ...(source.flow_to ?? [])])
        .flatMap(({ stat_energy_from: from, stat_energy_to: to }) => [
          ...(from ? [{ statisticId: from, sign: 1 } as const] : []),
          ...(to ? [{ statisticId: to, sign: -1 } as const] : []),
        ]);
    },

    /** The statistic that counts what a meter of the energy dashboard costs, or the price of a unit; undefined where there is neither. */
    async costOf(
      meterId: string,
      signal?: AbortSignal,
    ): Promise<{ readonly statisticId: string } | { readonly price: number } | undefined> {
      const told = await ofDashboard("energy/get_prefs", preferences, signal);
      const sources = told?.energy_sources.flatMap((source) => [source, ...(source.flow_from ?? [])]);
      const meter = sources?.find(({ stat_energy_from }) => stat_energy_from === meterId);
      if (!meter) return undefined;
      const statisticId = meter.stat_cost ?? (await ofDashboard("energy/info", information, signal))?.cost_sensors[meterId];
      if (statisticId !== undefined) return { statisticId };
      return typeof meter.number_energy_price === "number" ? { price: meter.number_energy_price } : undefined;
    },
  };
}

export type Statistics = ReturnType<typeof createStatistics>;
