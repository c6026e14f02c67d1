import type { Fact, FactSource } from "../../storage/facts/fact-row.ts";
import { isExactKey, type KeyKind } from "./fact-keys.ts";

const DAY_MS = 86_400_000;

/** After so long without being heard or seen again, a fact counts half: half a year, so that what belongs to a season lasts to the next. */
const HALF_LIFE_MS = 180 * DAY_MS;

/** Of what is missing to 1, each repetition takes this share. */
const RAISE = 0.25;

const OF_SOURCE: Readonly<Record<FactSource, number>> = { told: 0.6, inferred: 0.4, observed: 0.4 };

/** Of a new fact: what its kind is worth when it was told, else what its source is worth. */
export function firstImportance(source: FactSource, kind: KeyKind | undefined): number {
  return source === "told" ? (kind?.importance ?? OF_SOURCE.told) : Math.min(OF_SOURCE[source], kind?.importance ?? 1);
}

/** What is left of a fact's importance at that time, ms. What somebody must not eat and has to take is as important after a year of silence. */
export function importanceAt({ key, importance, lastSeen }: Pick<Fact, "key" | "importance" | "lastSeen">, now: number): number {
  if (isExactKey(key)) return importance;
  return importance * 0.5 ** (Math.max(0, now - lastSeen) / HALF_LIFE_MS);
}

/** Nearer to 1 by a quarter of what is missing. */
export function raised(value: number): number {
  return value + (1 - value) * RAISE;
}
