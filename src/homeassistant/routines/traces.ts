import { z } from "zod";
import { isRecord } from "../../text/is-record.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { inForm } from "../connection/errors.ts";
import type { Home, WholeHome } from "../registry/home.ts";
import { readableError } from "../registry/readable-error.ts";

/** One run of an automation. Home Assistant keeps the last five of each, and forgets them when it restarts. */
export interface TracedRun {
  readonly runId: string;
  /** ms since the epoch; `endedAt` is undefined while it runs. */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** `conditions`: they did not hold; `stopped`: somebody, a step or another run of it ended it. */
  readonly result: "done" | "conditions" | "failed" | "stopped" | "running";
  /** What Home Assistant, or an integration, says went wrong, fit for a person's eyes. */
  readonly error: string | undefined;
}

/** The step at which a run failed. */
export interface FailedStep {
  readonly service: string;
  readonly entityIds: readonly string[];
}

/** What set off a run: the trigger as it stands in the automation, with what it saw. */
export type TracedTrigger = Readonly<Record<string, unknown>>;

type Config = Readonly<Record<string, unknown>>;

const RESULTS: Readonly<Record<string, TracedRun["result"]>> = { finished: "done", failed_conditions: "conditions", error: "failed" };
/** A change may be logged this long after its run ended. */
const AFTER_RUN_MS = 5_000;
/** The logbook rounds to seconds. */
const ROUNDED_MS = 1_000;

const time = z.string().transform((text) => Date.parse(text));
const row = z.object({
  run_id: z.string(),
  item_id: z.string(),
  script_execution: z.string().nullish(),
  timestamp: z.object({ start: time, finish: time.nullish() }),
  error: z.string().nullish(),
});

export type Traces = ReturnType<typeof createTraces>;

/** What Home Assistant traced of runs of automations. Throws what the connection throws. */
export function createTraces({
  connection,
  home,
}: {
  readonly connection: Pick<HomeConnection, "command">;
  readonly home: Pick<WholeHome, "known"> & Pick<Home, "find">;
}) {
  /** Under which traces are kept; automations without an id have none. */
  const itemOf = (entityId: string): string | undefined => {
    const id = home.known(entityId)?.state.attributes["id"];
    return typeof id === "string" ? id : undefined;
  };

  function runOf({ run_id: runId, script_execution: execution, timestamp, error }: z.infer<typeof row>): TracedRun {
    return {
      runId,
      startedAt: timestamp.start,
      endedAt: timestamp.finish ?? undefined,
      result: error ? "failed" : execution ? (RESULTS[execution] ?? "stopped") : "running",
      error: error ? readableError(error, home) : undefined,
    };
  }

  /** By the automation's id, the oldest first; of one automation, or of all. */
  async function list(item_id: string | undefined, signal: AbortSignal): Promise<ReadonlyMap<string, readonly TracedRun[]>> {
    const command = { type: "trace/list", domain: "automation", ...(item_id !== undefined && { item_id }) };
    const rows = inForm(z.array(row), await connection.command<unknown>(command, { signal }), "traces");
    const sorted = rows.toSorted((one, other) => one.timestamp.start - other.timestamp.start);
    return new Map([...Map.groupBy(sorted, (one) => one.item_id)].map(([id, some]) => [id, some.map(runOf)]));
  }

  /** The oldest first. */
  async function runs(entityId: string, signal: AbortSignal): Promise<readonly TracedRun[]> {
    const id = itemOf(entityId);
    return id === undefined ? [] : ((await list(id, signal)).get(id) ?? []);
  }

  async function traceOf(item_id: string | undefined, run_id: string, signal: AbortSignal): Promise<Config> {
    const answer = await connection.command<unknown>({ type: "trace/get", domain: "automation", item_id, run_id }, { signal });
    return isRecord(answer) ? answer : {};
  }

  async function triggerOf(item_id: string | undefined, run_id: string, signal: AbortSignal): Promise<TracedTrigger | undefined> {
    const { trace, config } = await traceOf(item_id, run_id, signal);
    const [, steps] = Object.entries(isRecord(trace) ? trace : {}).find(([path]) => path.startsWith("trigger")) ?? [];
    const [first]: readonly unknown[] = Array.isArray(steps) ? steps : [];
    const { trigger } = isRecord(first) && isRecord(first["changed_variables"]) ? first["changed_variables"] : {};
    if (!isRecord(trigger)) return undefined;
    const { triggers, trigger: single } = isRecord(config) ? config : {};
    const written: unknown = [triggers ?? single ?? []].flat()[Number(trigger["idx"] ?? 0)];
    return { ...(isRecord(written) && written), ...trigger };
  }

  return {
    runs,
    /** Of all automations, by their ids. */
    all: (signal: AbortSignal) => list(undefined, signal),
    /** The call at which a run failed; undefined where it was another step. */
    async failedStep(entityId: string, run: TracedRun, signal: AbortSignal): Promise<FailedStep | undefined> {
      const { last_step: path, config } = await traceOf(itemOf(entityId), run.runId, signal);
      const step = isRecord(config) && typeof path === "string" ? stepAt(config, path) : undefined;
      const service = step?.["action"] ?? step?.["service"];
      if (!step || typeof service !== "string") return undefined;
      const target = isRecord(step["target"]) ? step["target"] : step;
      return { service, entityIds: [target["entity_id"] ?? []].flat().filter((id) => typeof id === "string") };
    },
    /** What set off the run in which something happened (ms since the epoch); undefined where no trace is left of it. */
    async triggerAt(entityId: string, at: number, signal: AbortSignal): Promise<TracedTrigger | undefined> {
      const run = (await runs(entityId, signal)).findLast(
        ({ startedAt, endedAt = at }) => startedAt <= at + ROUNDED_MS && at <= endedAt + AFTER_RUN_MS,
      );
      return run && triggerOf(itemOf(entityId), run.runId, signal);
    },
    /** What set off the run that has this context; by the automation's id. */
    async triggerIn(item_id: string, contextId: string, signal: AbortSignal): Promise<TracedTrigger | undefined> {
      const contexts = await connection.command<unknown>({ type: "trace/contexts", domain: "automation", item_id }, { signal });
      const runId = inForm(z.record(z.string(), z.object({ run_id: z.string() })), contexts, "contexts of traces")[contextId]?.run_id;
      return runId === undefined ? undefined : triggerOf(item_id, runId, signal);
    },
  };
}

/** What stands at a path of a trace in a config: `action/0/choose/1/sequence/0`. Home Assistant writes lists without their plural. */
function stepAt(config: Config, path: string): Config | undefined {
  let at: unknown = config;
  for (const key of path.split("/")) {
    const within: unknown = isRecord(at) ? (at[key] ?? at[`${key}s`]) : Array.isArray(at) ? at[Number(key)] : undefined;
    // a single step may stand there without a list
    at = within === undefined && isRecord(at) && key === "0" ? at : within;
  }
  return isRecord(at) ? at : undefined;
}
