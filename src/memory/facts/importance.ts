import type { Fact, FactSource, Scope } from "../../storage/facts/fact-row.ts";
import type { FactStore } from "../../storage/facts/facts.ts";
import { isExactKey, type KeyKind, normalisedKey, wordsOf } from "./fact-keys.ts";
import { saysNoMore } from "./fact-values.ts";

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

export function raised(value: number): number {
  return value + (1 - value) * RAISE;
}

/** What a person told goes after all that was concluded, seen, or waits for a yes. */
const TOLD = 1;
/** A no is remembered after everything else of that scope is gone. */
const PRUNED_LAST = 3;

/** Until the limit holds, the least important of a scope goes; the fact `kept` stays. */
export function prune(
  scope: Scope,
  { store, limit, now, kept }: { readonly store: FactStore; readonly limit: number; readonly now: number; readonly kept: number },
): void {
  if (store.countOf(scope) <= limit) return;
  const worth = (fact: Fact): number => {
    if (fact.status === "refused") return PRUNED_LAST;
    if (fact.validTo !== undefined || isOver(fact, now)) return importanceAt(fact, now) - 1;
    return importanceAt(fact, now) + (fact.source === "told" && fact.status === "active" ? TOLD : 0);
  };
  const all = store.ofScope(scope).toSorted((one, other) => worth(one) - worth(other) || one.lastSeen - other.lastSeen);
  // what was superseded goes with what took its place, so one may take several
  for (const { id } of all) {
    if (store.countOf(scope) <= limit) return;
    if (id !== kept) store.remove([id]);
  }
}

/** True if a fact was said to end, and that time has come. */
export function isOver({ expiresAt }: Fact, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** Removes facts whose time is over; what one had taken the place of for that time is valid again. Returns how many were removed. */
export function lapse(facts: readonly Fact[], { store, now }: { readonly store: FactStore; readonly now: number }): number {
  if (facts.length === 0) return 0;
  /** Of what was itself for a time that is over, what that had replaced. */
  const before = (fact: Fact): readonly Fact[] =>
    store.replacedBy(fact.id).flatMap((replaced) => (isOver(replaced, now) ? before(replaced) : [replaced]));
  const back = facts.filter(({ status, supersededBy }) => status === "active" && supersededBy === undefined).flatMap(before);
  for (const { id } of facts) store.end(id, now);
  for (const { id } of back) store.revive(id);
  const count = store.remove(facts.map(({ id }) => id));
  index(store);
  return count;
}

/** What is valid again is found again, and what was left of it without the one thing that was put right is in it again. */
export function index(store: FactStore): void {
  for (const fact of store.withoutWords()) {
    store.putWords(fact, wordsOf(fact));
    const rest = store.ofKey(fact.scope, fact.key).filter((one) => isRestOf(one, fact));
    store.remove(rest.map(({ id }) => id));
  }
}

function isRestOf(one: Fact, fact: Fact): boolean {
  const isSameTelling = JSON.stringify(one.evidence) === JSON.stringify(fact.evidence);
  return one.id !== fact.id && one.status === "active" && isSameTelling && saysNoMore(one.value, fact.value, normalisedKey(fact.key));
}
