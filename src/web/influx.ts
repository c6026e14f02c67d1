import type { ParameterizedQuery, QueryApi } from "@influxdata/influxdb-client";
import { timeLimit } from "../text/time-limit.ts";

export interface InfluxOptions {
  readonly url: string;
  readonly token: string;
  readonly org: string;
  readonly bucket: string;
}

/** One field of entities of one domain, as Home Assistant's integration writes them; `from` and `to` in ms since the epoch. */
export interface FieldQuery {
  readonly domain: string;
  /** Without the domain; at least one. */
  readonly objectIds: readonly string[];
  readonly field: string;
  readonly from: number;
  readonly to: number;
}

export interface FieldRow {
  readonly objectId: string;
  readonly at: number;
  readonly value: string | number;
}

/** Why a database gave nothing. A token without rights to a bucket is told as a missing bucket, for InfluxDB does so itself. */
export type InfluxProblem = "wrong-token" | "missing-bucket" | "wrong-org" | "slow" | "down" | "refused";

export type InfluxAnswer =
  /** `cut`: of these object ids rows beyond the bound were left out, so what was read of them has holes. */
  { readonly kind: "ok"; readonly cut: readonly string[] } | { readonly kind: InfluxProblem };

/** A week of twenty entities takes a database on a small machine a second or two; what takes so long is not well. */
const QUERY_TIMEOUT_MS = 30_000;
/** Of one entity in one query: a thermostat that tells a temperature every half minute for a week. */
const MOST_ROWS = 20_160;
/** The client takes a broken stream for one with a last row of these columns. */
const ERROR_COLUMN = "error";

export type Influx = ReturnType<typeof createInflux>;

/** The only way to InfluxDB 2. Reads by Flux; every text in a query is escaped. The client is loaded with the first query. */
export function createInflux({ url, token, org, bucket }: InfluxOptions, { timeoutMs = QUERY_TIMEOUT_MS } = {}) {
  return {
    /** Calls `take` with each row; rows may have come before a problem shows. Throws nothing but the signal's reason. */
    async read(query: FieldQuery, take: (row: FieldRow) => void, { signal }: { readonly signal: AbortSignal }): Promise<InfluxAnswer> {
      signal.throwIfAborted();
      const client = await import("@influxdata/influxdb-client");
      const { flux, fluxDateTime, fluxExpression, fluxInteger, InfluxDB } = client;
      // chained by "or", for only that is looked up in the index
      const wanted = query.objectIds.map((id) => flux`r.entity_id == ${id}`.toString()).join(" or ");
      const text = flux`from(bucket: ${bucket})
  |> range(start: ${fluxDateTime(new Date(query.from).toISOString())}, stop: ${fluxDateTime(new Date(query.to).toISOString())})
  |> filter(fn: (r) => r.domain == ${query.domain} and (${fluxExpression(wanted)}) and r._field == ${query.field})
  |> keep(columns: ["_time", "_value", "entity_id"])
  |> limit(n: ${fluxInteger(MOST_ROWS)})`;
      using inTime = timeLimit(timeoutMs, signal);
      const stop = inTime.signal;
      // `timeout` left out would be ten seconds of silence
      const database = new InfluxDB({ url, token, timeout: timeoutMs, transportOptions: { signal: stop } });
      try {
        return { kind: "ok", cut: await readRows(database.getQueryApi(org), text, take) };
      } catch (error) {
        signal.throwIfAborted();
        return { kind: stop.aborted || error instanceof client.RequestTimedOutError ? "slow" : problemOf(error) };
      }
    },
  };
}

/** Resolves with the object ids that have more rows than were asked for. */
async function readRows(api: QueryApi, query: ParameterizedQuery, take: (row: FieldRow) => void): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  for await (const { values, tableMeta } of api.iterateRows(query)) {
    const { [ERROR_COLUMN]: error, entity_id: objectId, _time: time, _value: value } = tableMeta.toObject(values);
    if (error !== undefined) throw new Error(String(error));
    const at = Date.parse(String(time));
    if (typeof objectId !== "string" || (typeof value !== "string" && typeof value !== "number") || Number.isNaN(at)) continue;
    counts.set(objectId, (counts.get(objectId) ?? 0) + 1);
    take({ objectId, at, value });
  }
  return [...counts].flatMap(([objectId, count]) => (count >= MOST_ROWS ? objectId : []));
}

/** By status and by InfluxDB's own words; the client's classes have no names of their own in its bundle. */
function problemOf(error: unknown): InfluxProblem {
  if (!(error instanceof Error)) return "down";
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === undefined) return /runtime error|schema collision|memory allocation/.test(error.message) ? "refused" : "down";
  if (status === 401 || status === 403) return "wrong-token";
  if (status === 404) return /could not find bucket/.test(error.message) ? "missing-bucket" : "refused";
  if (status === 429 || /queue length exceeded/.test(error.message)) return "slow";
  if (status === 400) return /organization name .{0,200}not found/.test(error.message) ? "wrong-org" : "refused";
  return Number(status) >= 500 ? "down" : "refused";
}
