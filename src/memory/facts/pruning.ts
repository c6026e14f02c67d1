import type { Fact, Scope } from "../../storage/facts/fact-row.ts";
import type { FactStore } from "../../storage/facts/facts.ts";
import { importanceAt } from "./importance.ts";

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
