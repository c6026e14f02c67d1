import { isoTime } from "../ids.ts";
import { Refusal } from "../refusal.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Home Assistant keeps so many of each automation. */
const MOST_TRACES = 5;

interface Traced {
  readonly item_id: string;
  readonly run_id: string;
  readonly contextId: string;
  readonly trigger: Fields;
  readonly config: Fields;
  readonly startedAt: number;
  endedAt?: number;
  execution?: "finished" | "failed_conditions" | "error";
  error?: string;
}

/** Traces of automations, as `trace/list`, `trace/contexts` and `trace/get` tell them. */
export function createTraces() {
  const byItem = new Map<string, Traced[]>();

  const short = ({ item_id, run_id, trigger, startedAt, endedAt, execution, error }: Traced): Fields => ({
    domain: "automation",
    item_id,
    run_id,
    // the first step stands for whichever failed
    last_step: error === undefined ? null : "action/0",
    state: endedAt === undefined ? "running" : "stopped",
    script_execution: execution ?? null,
    timestamp: { start: isoTime(startedAt), finish: endedAt === undefined ? null : isoTime(endedAt) },
    trigger: trigger["description"] ?? null,
    ...(error !== undefined && { error }),
  });

  return {
    /** What to call when the run is through. */
    begin(run: Pick<Traced, "item_id" | "run_id" | "contextId" | "trigger" | "config" | "startedAt">) {
      const traced: Traced = { ...run };
      const kept = byItem.get(run.item_id) ?? [];
      byItem.set(run.item_id, [...kept, traced].slice(-MOST_TRACES));
      return (at: number, execution: Traced["execution"], error?: string): void => {
        Object.assign(traced, { endedAt: at, execution, ...(error !== undefined && { error }) });
      };
    },
    list: (itemId?: string): readonly Fields[] =>
      (itemId === undefined ? [...byItem.values()].flat() : (byItem.get(itemId) ?? [])).map(short),
    contexts: (itemId: string): Fields =>
      Object.fromEntries(
        (byItem.get(itemId) ?? []).map(({ contextId, item_id, run_id }) => [contextId, { domain: "automation", item_id, run_id }]),
      ),
    get(itemId: string, runId: string): Fields {
      const traced = byItem.get(itemId)?.find(({ run_id }) => run_id === runId);
      if (!traced) throw new Refusal("not_found", "The trace could not be found");
      const { trigger, config } = traced;
      return { ...short(traced), config, trace: { "trigger/0": [{ path: "trigger/0", changed_variables: { trigger } }] } };
    },
  };
}
