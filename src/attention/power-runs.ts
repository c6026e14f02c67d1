import { powerOf, STANDBY_W } from "../homeassistant/registry/at-rest.ts";
import type { Entity } from "../homeassistant/registry/home.ts";
import { KINDS, type KindOfEntityRule } from "./finding-kinds.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Washing machines soak and dishwashers dry for minutes; who waits ten minutes longer for the washing loses nothing. */
export const RUN_ENDS_MS = 10 * MINUTE_MS;
/** A kettle, a toaster, a hair dryer: nobody waits for these. */
const SHORTEST_RUN_MS = 20 * MINUTE_MS;
/** What works longer is on all day. */
const LONGEST_RUN_MS = 6 * HOUR_MS;
/** Heating and spinning take more than a television, a lamp or the compressor of a fridge ever do. */
const STRONG_W = 300;
/** A compressor takes that much for the second in which it starts. */
const STRONG_MS = 2 * MINUTE_MS;

/** Kept in place: a meter's every value would leave one behind. */
interface Run {
  readonly since: number;
  /** When the last value came, and what it was. */
  at: number;
  watts: number;
  /** For how long it took a strong current. */
  strongMs: number;
  /** When it went to standby; undefined while it works. */
  endedAt: number | undefined;
}

/** Runs of appliances, by the power that their plug measures: from standby to work and back. Kept in memory. */
export function createPowerRuns({ clock }: { readonly clock: () => number }): KindOfEntityRule {
  const runs = new Map<string, Run>();

  /** The run with the entity's present value. Values come in order. */
  function runOf({ entityId, state }: Entity, watts: number): Readonly<Run> | undefined {
    const at = state.lastUpdated;
    const run = runs.get(entityId);
    const isWorking = watts > STANDBY_W;
    if (!run || (run.endedAt !== undefined && at - run.endedAt >= RUN_ENDS_MS)) {
      if (!isWorking) return run;
      const begun = { since: at, at, watts, strongMs: 0, endedAt: undefined };
      runs.set(entityId, begun);
      return begun;
    }
    if (run.watts >= STRONG_W) run.strongMs += at - run.at;
    run.endedAt = isWorking ? undefined : (run.endedAt ?? at);
    run.at = at;
    run.watts = watts;
    return run;
  }

  return {
    kind: "finished",
    fits: ({ domain, deviceClass, deviceId }) => domain === "sensor" && deviceClass === "power" && deviceId !== undefined,
    isAmiss(entity) {
      const watts = powerOf(entity);
      const run = watts === undefined ? undefined : runOf(entity, watts);
      if (run?.endedAt === undefined || clock() - run.endedAt >= (KINDS.finished.newsMs ?? 0)) return false;
      const length = run.endedAt - run.since;
      return length >= SHORTEST_RUN_MS && length <= LONGEST_RUN_MS && run.strongMs >= STRONG_MS;
    },
    standsMs: () => RUN_ENDS_MS,
    since: ({ entityId }) => runs.get(entityId)?.since,
  };
}
