import type { Fact, Scope } from "../storage/fact.ts";
import type { FactStore } from "../storage/facts.ts";
import type { NewFact } from "../storage/facts-rows.ts";
import type { Asker, Forgetter, Learned, Memory, ProposedFact, RejectReason } from "./fact.ts";
import { wordsOfKey } from "./fact-keys.ts";
import { comparable } from "./fact-values.ts";
import type { FactVectors } from "./fact-vectors.ts";
import { importanceAt } from "./importance.ts";
import { freshFact, mergedFact, type Plan, type Prepared, planFor, prepare } from "./learning.ts";
import { filterFor, type RecallParts, recallFacts } from "./recall.ts";

/** From here on two facts with the same value under different keys are one: `music_taste: jazz` and `likes: jazz`, as nomic-embed-text has them. */
const SAME_MEANING = 0.86;
const NEIGHBOURS = 5;
/** A no is remembered after everything else of that scope is gone. */
const PRUNED_LAST = 2;

interface MemoryDependencies {
  readonly store: FactStore;
  readonly vectors: FactVectors;
  /** Facts a person, a room or the house has at most, those that are not valid any more included. */
  readonly limit: number;
  /** True for somebody whom the options do not name any more. */
  readonly isStranger: (personId: string) => boolean;
  /** Names of the people of the household besides that one. */
  readonly namesOfOthers?: ((personId: string) => readonly string[]) | undefined;
  /** A fact begins to wait for a person's yes; `contradicts` is what they told before. In the transaction that writes it. */
  readonly onWaiting?: ((fact: Fact, contradicts: Fact | undefined) => void) | undefined;
  /** Somebody's facts are forgotten: what they have said so far is not to bring them back. In the transaction that does it. */
  readonly onForgotten?: ((personId: string) => void) | undefined;
  /** Somebody wants these forgotten, so that no word of them is left. In the transaction that removes them, before it does. */
  readonly onForgetting?: ((facts: readonly Fact[], by: Forgetter) => void) | undefined;
}

/** What is known about people, rooms and the house: what may be learned, who is told, what comes to mind. */
export function createMemory({
  store,
  vectors,
  limit,
  isStranger,
  namesOfOthers = () => [],
  onWaiting = () => {},
  onForgotten = () => {},
  onForgetting = () => {},
}: MemoryDependencies): Memory {
  const insert = (fact: NewFact): Fact => store.insert(fact, wordsOf(fact));

  async function twinOf({ proposed, key, value, compared }: Prepared): Promise<Fact | undefined> {
    const vector = await vectors.ofFact({ key: key.name, value });
    if (!vector) return undefined;
    const filter = { personId: personOf(proposed.scope), now: 0, onlyPublic: false, shared: "all" } as const;
    const near = store.searchVectors(vector, filter, NEIGHBOURS).filter(({ score }) => score >= SAME_MEANING);
    return store
      .ofIds(near.map(({ id }) => id))
      .find((fact) => isSameScope(fact.scope, proposed.scope) && fact.key !== key.name && comparable(fact.value, key) === compared);
  }

  function carryOut(plan: Plan, prepared: Prepared, now: number): Learned {
    const { proposed } = prepared;
    switch (plan.kind) {
      case "reject":
        return { outcome: "rejected", reason: plan.reason };
      case "add":
        dropAnswered(prepared);
        return { outcome: "stored", fact: insert(freshFact(prepared, "active", now)) };
      case "merge": {
        const merged = mergedFact(plan.into, prepared, now);
        return { outcome: "merged", before: plan.into, fact: store.rewrite(plan.into.id, merged, wordsOf(merged)) };
      }
      case "replace": {
        dropAnswered(prepared);
        store.end(plan.old.id, now);
        const fact = insert(freshFact(prepared, "active", now));
        store.link(plan.old.id, fact.id);
        return { outcome: "superseded", before: plan.old, fact };
      }
      case "wait": {
        const asked = plan.before !== undefined;
        const fact = plan.before ?? insert(freshFact(prepared, "quarantined", now));
        if (!asked) onWaiting(fact, plan.contradicts);
        if (!plan.contradicts) return { outcome: "quarantined", fact, asked };
        return { outcome: "contradiction", fact: plan.contradicts, proposed, waiting: fact, asked };
      }
    }
  }

  /** What a person says now answers what was asked of them, and lifts their no, about the same. */
  function dropAnswered({ proposed, key, isSet, compared }: Prepared): void {
    if (proposed.source !== "told") return;
    const answered = store
      .ofKey(proposed.scope, key.name)
      .filter(({ status, value }) => status !== "active" && (!isSet || comparable(value, key) === compared));
    store.remove(answered.map(({ id }) => id));
  }

  /** Asks for what is not in the store; what it gives applies the rules, within a transaction that is open. */
  async function weigh(proposed: ProposedFact, now: number, saidAt: number | undefined): Promise<() => Learned> {
    const rejected = (reason: RejectReason) => () => ({ outcome: "rejected", reason }) as const;
    if (proposed.scope.kind === "person" && isStranger(proposed.scope.personId)) return rejected("stranger");
    const prepared = prepare(proposed);
    if (typeof prepared === "string") return rejected(prepared);
    const twin = await twinOf(prepared);
    return () => learnNow(prepared, { twin, now, saidAt });
  }

  function learnNow(
    prepared: Prepared,
    { twin, now, saidAt }: { readonly twin: Fact | undefined; readonly now: number; readonly saidAt: number | undefined },
  ): Learned {
    const { scope } = prepared.proposed;
    return store.atomically(() => {
      const isOver = ({ expiresAt }: Fact) => expiresAt !== undefined && expiresAt <= now;
      const all = store.ofKey(scope, prepared.key.name);
      for (const { id, expiresAt = now } of all.filter(isOver)) store.end(id, expiresAt);
      const ofKey = all.filter((fact) => !isOver(fact));
      const isRecalled = () =>
        store.ofScope(scope).some((fact) => fact.status === "active" && comparable(fact.value, prepared.key) === prepared.compared);
      const learned = carryOut(
        planFor(prepared, { ofKey, isRecalled, twin, others: namesOfOthers(personOf(scope)), saidAt }),
        prepared,
        now,
      );
      if (learned.outcome !== "rejected" && learned.outcome !== "merged") prune(scope, now, newIn(learned));
      return learned;
    });
  }

  /** Until the limit holds, the least important goes; what was learned just now stays. */
  function prune(scope: Scope, now: number, kept: number): void {
    const surplus = store.countOf(scope) - limit;
    if (surplus <= 0) return;
    const worth = (fact: Fact): number => {
      if (fact.status === "refused") return PRUNED_LAST;
      const isOver = fact.validTo !== undefined || (fact.expiresAt !== undefined && fact.expiresAt <= now);
      return isOver ? importanceAt(fact, now) - 1 : importanceAt(fact, now);
    };
    const all = store.ofScope(scope).toSorted((one, other) => worth(one) - worth(other) || one.lastSeen - other.lastSeen);
    // what was superseded goes with what took its place, so one may take several
    for (const { id } of all) {
      if (store.countOf(scope) <= limit) return;
      if (id === kept) continue;
      store.remove([id]);
    }
  }

  function told(
    fact: Fact,
    value: string,
    { by, evidence, now, writtenBy }: { by: string; evidence: Fact["evidence"]; now: number; writtenBy: Fact["origin"] },
  ): Learned {
    const { scope, category, key, sensitivity, language } = fact;
    const proposed: ProposedFact = {
      ...{ scope, category, key, value, sensitivity, language, evidence, toldBy: by },
      ...{ source: "told", origin: "person", confidence: 1 },
    };
    const prepared = prepare(proposed, writtenBy);
    if (typeof prepared === "string") return { outcome: "rejected", reason: prepared };
    return learnNow(prepared, { twin: undefined, now, saidAt: undefined });
  }

  const parts: RecallParts = { store, vectors };
  return {
    async learn(proposed, now) {
      const apply = await weigh(proposed, now, undefined);
      const learned = apply();
      if (learned.outcome !== "rejected") vectors.fillLater();
      return learned;
    },
    async learnAll(proposed, saidAt, commit) {
      const ready: (() => Learned)[] = [];
      for (const one of proposed) ready.push(await weigh(one, saidAt, saidAt));
      let learned: readonly Learned[] = [];
      const isDone = commit(() => {
        learned = ready.map((apply) => apply());
      });
      if (!isDone) return undefined;
      if (learned.some(({ outcome }) => outcome !== "rejected")) vectors.fillLater();
      return learned;
    },
    correct(factId, value, { personId, evidence }, now) {
      const fact = store.get(factId);
      if (fact?.status !== "active" || fact.validTo !== undefined) return undefined;
      const learned = store.atomically(() => {
        const next = told(fact, value, { by: personId, evidence, now, writtenBy: "person" });
        // of a set the old value would stand beside the new one
        const isReplaced = next.outcome === "stored" || (next.outcome === "merged" && next.fact.id !== fact.id);
        if (isReplaced) {
          store.end(fact.id, now);
          store.link(fact.id, next.fact.id);
        }
        return isReplaced ? ({ outcome: "superseded", before: fact, fact: next.fact } as const) : next;
      });
      vectors.fillLater();
      return learned;
    },
    confirm(factId, by, now) {
      const fact = store.get(factId);
      if (fact?.status !== "quarantined") return undefined;
      const learned = store.atomically(() => {
        store.remove([fact.id]);
        return told(fact, fact.value, { by, evidence: fact.evidence, now, writtenBy: fact.origin });
      });
      vectors.fillLater();
      return learned;
    },
    refuse(factId, now) {
      const fact = store.get(factId);
      if (!fact || fact.validTo !== undefined) return false;
      store.rewrite(fact.id, { ...fact, slot: "", status: "refused", lastSeen: now }, "");
      return true;
    },
    forget(factIds, by) {
      const count = store.atomically(() => {
        const facts = store.withReplaced(factIds);
        if (by && facts.length > 0) onForgetting(facts, by);
        const told = facts.flatMap(({ source, toldBy }) => (source === "observed" ? [] : (toldBy ?? [])));
        for (const personId of new Set(told)) onForgotten(personId);
        return store.remove(factIds);
      });
      if (count > 0) store.emptyLog();
      return count;
    },
    get: (factId) => store.get(factId),
    visibleTo(asker: Asker, now) {
      const facts = store.visible(filterFor(asker, now));
      return facts.toSorted((one, other) => importanceAt(other, now) - importanceAt(one, now));
    },
    waitingFor: (personId) => store.waitingFor(personId),
    recall: (query, asker, options) => recallFacts(query, asker, options, parts),
  };
}

function wordsOf({ key, value }: Pick<Fact, "key" | "value">): string {
  return `${wordsOfKey(key)} ${value}`;
}

function newIn(learned: Exclude<Learned, { outcome: "rejected" }>): number {
  return learned.outcome === "contradiction" ? learned.waiting.id : learned.fact.id;
}

function personOf(scope: Scope): string {
  return scope.kind === "person" ? scope.personId : "";
}

function isSameScope(one: Scope, other: Scope): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
