import type { InfluxProblem } from "../../web/influx.ts";
import type { StateSample } from "./action-events.ts";
import type { HomeSpan } from "./calendar.ts";
import type { HouseRecord } from "./user-actions.ts";

export interface SourceQuery {
  readonly entityIds: readonly string[];
  /** Persons, whose states tell who is at home. */
  readonly personIds: readonly string[];
  /** Automations and scripts. */
  readonly routineIds: readonly string[];
  /** ms since the epoch */
  readonly to: number;
  readonly signal: AbortSignal;
}

export type SourceAnswer =
  | { readonly kind: "ok"; readonly record: HouseRecord }
  | { readonly kind: "problem"; readonly problem: InfluxProblem };

/** Where the past of the house is read from. Throws the signal's reason if that is aborted. */
export interface HouseSource {
  readonly name: "influxdb" | "history";
  read(query: SourceQuery): Promise<SourceAnswer>;
}

/** In order of time, without what only says the same again. */
export function changesOf(samples: readonly StateSample[]): readonly StateSample[] {
  return samples
    .toSorted((a, b) => a.at - b.at)
    .filter(({ state, target }, index, all) => {
      const before = all[index - 1];
      return before?.state !== state || before.target !== target;
    });
}

/** When a person was at home, from the states of the person's entity. */
export function homeSpans(personId: string, samples: readonly StateSample[], to: number): readonly HomeSpan[] {
  const changes = changesOf(samples);
  return changes.flatMap(({ at, state }, index) => (state === "home" ? [{ personId, from: at, to: changes[index + 1]?.at ?? to }] : []));
}
