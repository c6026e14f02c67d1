import type { Fact, NewFact } from "../storage/facts/fact-row.ts";
import type { FactStore } from "../storage/facts/facts.ts";
import type { Learned } from "./facts/fact.ts";
import { normalisedKey, wordsOf } from "./facts/fact-keys.ts";
import { comparable, saysNoMore, withoutItems } from "./facts/fact-values.ts";
import { prune } from "./facts/importance.ts";
import { freshFact, mergedFact, type Plan, type Prepared } from "./plan.ts";

interface CorrectionDependencies {
  readonly store: FactStore;
  readonly limit: number;
  readonly dropAnswered: (prepared: Prepared) => void;
  readonly carryOut: (plan: Plan, prepared: Prepared, now: number) => Learned;
}

export function supersede(
  replaced: readonly Fact[],
  by: NewFact,
  { store, now }: { readonly store: Pick<FactStore, "end" | "insert" | "link">; readonly now: number },
): Fact {
  for (const { id } of replaced) store.end(id, now);
  const next = store.insert(by, wordsOf(by));
  for (const { id } of replaced) store.link(id, next.id);
  return next;
}

/** What becomes of a fact that is put right: at once in its person's own words, after a yes in others. */
export function createCorrections({ store, limit, dropAnswered, carryOut }: CorrectionDependencies) {
  /** A model wants something put right that the person did not say: it waits, and what is known stands. */
  function ask(fact: Fact, prepared: Prepared, now: number): Learned {
    const { key, compared } = prepared;
    return store.atomically(() => {
      const ofKey = store.ofKey(fact.scope, key.name);
      const isSame = ({ value }: Fact) => comparable(value, key) === compared;
      if (ofKey.some((one) => one.status === "active" && isSame(one))) return { outcome: "rejected", reason: "recalled" };
      const before = ofKey.find((one) => one.status === "quarantined" && isSame(one));
      return carryOut({ kind: "wait", contradicts: fact, before }, prepared, now);
    });
  }

  function putRight(
    fact: Fact,
    prepared: Prepared,
    { now, instead }: { readonly now: number; readonly instead?: string | undefined },
  ): Learned {
    const { key, isSet, compared } = prepared;
    return store.atomically(() => {
      if (comparable(fact.value, key) === compared) {
        const reworded = mergedFact(fact, prepared, now, { isReworded: true });
        return { outcome: "merged", before: fact, fact: store.rewrite(fact.id, reworded, wordsOf(reworded)) };
      }
      dropAnswered(prepared);
      // the new value may be known already, or another source's stand beside the old one
      const others = store.ofKey(fact.scope, key.name).filter(({ id, status, value }) => {
        return id !== fact.id && status === "active" && (!isSet || comparable(value, key) === compared);
      });
      const next = supersede([fact, ...others], freshFact(prepared, "active", now), { store, now });
      if (instead !== undefined) insertRest(fact, instead);
      prune(fact.scope, { store, limit, now, kept: next.id });
      return { outcome: "superseded", before: fact, fact: next };
    });
  }

  /** What a list of things is without some of them, beside what is known. */
  function insertRest(fact: Fact, without: string): Fact | undefined {
    const key = normalisedKey(fact.key);
    const value = withoutItems(fact.value, without);
    if (value === undefined) return undefined;
    const same = store.ofKey(fact.scope, fact.key).find((one) => one.status === "active" && saysNoMore(value, one.value, key));
    return same ?? store.insert({ ...fact, value, slot: comparable(value, key) }, wordsOf({ key: fact.key, value }));
  }

  return { ask, putRight, insertRest };
}
