import type { Fact } from "../storage/facts/fact-row.ts";
import type { FactStore } from "../storage/facts/facts.ts";
import { normalisedKey } from "./facts/fact-keys.ts";
import { saysNoMore } from "./facts/fact-values.ts";
import { wordsOf } from "./facts/fact-words.ts";
import { isOver } from "./facts/pruning.ts";

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
