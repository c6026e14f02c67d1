/** One figure of the benchmark: a count or a ratio, or a time on this machine, with the goal that it is held to. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: string;
  readonly holds: boolean;
}

/** A figure whose goal is a largest value. */
export function atMost(limit: number, { name, value, unit }: { name: string; value: number; unit: string }): Figure {
  const rounded = Number(value.toPrecision(4));
  return { name, value: rounded, unit, goal: `<= ${limit}`, holds: value <= limit };
}

/** A figure whose goal is a smallest value. */
export function atLeast(limit: number, { name, value, unit }: { name: string; value: number; unit: string }): Figure {
  const rounded = Number(value.toPrecision(4));
  return { name, value: rounded, unit, goal: `>= ${limit}`, holds: value >= limit };
}

/** The value below which `share` of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** ms by a clock that all threads of this process share. */
export function sharedNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
