import { type Evidence, type Fact, isSameScope, type NewFact, type Scope } from "../storage/facts/fact-row.ts";
import type { FactStore, FactVector } from "../storage/facts/facts.ts";
import type { Asker, Claim, Forgetter, Learned, ProposedFact, Recalled, RejectReason } from "./facts/fact.ts";
import { isKeyOfTaste, isSetKey, normalisedKey, wordsOf } from "./facts/fact-keys.ts";
import { comparable, saysNoMore, saysOpposite, withoutItems } from "./facts/fact-values.ts";
import type { FactVectors } from "./facts/fact-vectors.ts";
import { importanceAt, index, isOver, lapse, prune } from "./facts/importance.ts";
import { isKeyOfDislike } from "./facts/polarity.ts";
import {
  firstTeller,
  freshFact,
  isRefusedBy,
  isTheirs,
  mergedFact,
  type Opposed,
  type Plan,
  type Prepared,
  planFor,
  prepare,
  refusalOf,
  takenBack,
  toldNow,
} from "./plan.ts";
import { filterFor, recallFacts } from "./recall.ts";

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

interface Correction {
  readonly personId: string;
  readonly evidence: readonly Evidence[];
  readonly said?: string | undefined;
  readonly claim?: Claim | undefined;
  readonly instead?: string | undefined;
}

export type Memory = ReturnType<typeof createMemory>;

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
}: MemoryDependencies) {
  const insert = (fact: NewFact): Fact => store.insert(fact, wordsOf(fact));
  const tellerOf = (scope: Scope, standing: Fact | undefined) => firstTeller(scope, standing, isStranger);

  function carryOut(plan: Plan, prepared: Prepared, now: number): Learned {
    const { proposed } = prepared;
    switch (plan.kind) {
      case "reject":
        return rejected(plan.reason);
      case "add":
        dropAnswered(prepared);
        return { outcome: "stored", fact: insert(freshFact(prepared, "active", now)) };
      case "merge": {
        const merged = mergedFact(plan.into, prepared, now);
        const fact = store.rewrite(plan.into.id, merged, wordsOf(merged));
        const [first] = plan.opposed;
        if (!first) return { outcome: "merged", before: plan.into, fact };
        takeBack(plan.opposed, fact, now);
        return { outcome: "superseded", before: takenBack(first), fact };
      }
      case "extend": {
        dropAnswered(prepared);
        // what it says more may be forgotten again: what was known before is kept
        const extended = mergedFact(plan.known, prepared, now, { isReworded: true });
        const fact = supersede([plan.known, ...plan.others], extended, now);
        takeBack(plan.opposed, fact, now);
        return { outcome: "superseded", before: plan.known, fact };
      }
      case "replace": {
        dropAnswered(prepared);
        const fact = supersede([plan.old.fact], freshFact(prepared, "active", now), now);
        if (plan.old.items !== undefined) insertRest(plan.old.fact, plan.old.items);
        takeBack(plan.opposed, fact, now);
        return { outcome: "superseded", before: takenBack(plan.old), fact };
      }
      case "wait": {
        const { proposed: of } = prepared;
        // what nobody said is asked of whoever told what stands, and so is what somebody else says of the house
        const teller = tellerOf(of.scope, plan.contradicts);
        const toldBy = teller ?? of.toldBy ?? plan.contradicts?.toldBy;
        const { before } = plan;
        // somebody else has told otherwise since it was asked
        const asked = before !== undefined && (teller === undefined || before.toldBy === teller);
        const waits = freshFact({ ...prepared, proposed: { ...of, toldBy } }, "quarantined", now);
        const fact = asked ? before : before ? store.rewrite(before.id, waits, "") : insert(waits);
        if (!asked) onWaiting(fact, plan.contradicts);
        if (!plan.contradicts) return { outcome: "quarantined", fact, asked };
        return { outcome: "contradiction", fact: plan.contradicts, proposed, waiting: fact, asked };
      }
    }
  }

  /** Ends facts in whose place another one is, with a number of its own or under that of a fact that is put right. */
  function supersede(replaced: readonly Fact[], by: NewFact, now: number, right?: Fact): Fact {
    for (const { id } of replaced) store.end(id, now);
    if (right) store.setAside(right.id, now);
    const next = right ? store.rewrite(right.id, by, wordsOf(by)) : insert(by);
    for (const { id } of replaced) store.link(id, next.id);
    return next;
  }

  /** Ends what somebody says is so no more; of a list what they did not speak of stays. */
  function takeBack(opposed: readonly Opposed[], by: Fact, now: number): void {
    for (const { fact, items } of opposed) {
      store.end(fact.id, now);
      store.link(fact.id, by.id);
      if (items !== undefined) insertRest(fact, items);
    }
  }

  /** What a person says now answers what was asked of them, and lifts their no, about the same. */
  function dropAnswered({ proposed, key, isSet, compared, value: said }: Prepared): void {
    if (proposed.source !== "told") return;
    const answered = store.ofKey(proposed.scope, key.name).filter(({ status, value }) => {
      if (status === "active" || !isSet) return status !== "active";
      return status === "refused" ? isRefusedBy(value, said, key, isSet) : comparable(value, key) === compared;
    });
    store.remove(answered.map(({ id }) => id));
  }

  function prepareFor(proposed: ProposedFact): Prepared | RejectReason {
    const { scope } = proposed;
    return scope.kind === "person" && isStranger(scope.personId) ? "stranger" : prepare(proposed);
  }

  /** Applies the rules to what is known now; joins an open transaction. */
  function learnNow(
    prepared: Prepared,
    { vector, now, saidAt }: { readonly vector?: FactVector | undefined; readonly now: number; readonly saidAt?: number | undefined },
  ): Learned {
    const { scope } = prepared.proposed;
    return store.atomically(() => {
      const all = store.ofKey(scope, prepared.key.name);
      const over = all.filter((fact) => isOver(fact, now));
      const ofKey = lapse(over, { store, now }) === 0 ? all : store.ofKey(scope, prepared.key.name);
      const isRecalled = () =>
        store.ofScope(scope).some((fact) => fact.status === "active" && comparable(fact.value, prepared.key) === prepared.compared);
      const known = { ofKey, isRecalled, twin: twinOf(prepared, { store, vector, now }), opposite: oppositeOf(prepared, { store, now }) };
      const learned = carryOut(planFor(prepared, { ...known, others: namesOfOthers(personOf(scope)), saidAt, tellerOf }), prepared, now);
      if (vector && learned.outcome !== "rejected") keepVector(learned, prepared, vector);
      if (learned.outcome !== "rejected" && learned.outcome !== "merged") prune(scope, { store, limit, now, kept: newIn(learned) });
      return learned;
    });
  }

  /** What was asked for to find its twin is the fact's own, if it is in these words. */
  function keepVector(learned: Exclude<Learned, { outcome: "rejected" }>, { key, value }: Prepared, vector: FactVector): void {
    const { fact } = learned;
    if (fact.key === key.name && fact.value === value) store.putVector(fact.id, vector);
  }

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

  /** A person puts something right in their own words. */
  function putRight(fact: Fact, prepared: Prepared, now: number, instead: string | undefined): Learned {
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
      const next = supersede(others, freshFact(prepared, "active", now), now, fact);
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
    return same ?? insert({ ...fact, value, slot: comparable(value, key) });
  }

  function forgotten(facts: readonly Fact[], by: Forgetter | undefined): void {
    if (by && facts.length > 0) onForgetting(facts, by);
    const told = facts.flatMap(({ source, toldBy }) => (source === "observed" ? [] : (toldBy ?? [])));
    for (const personId of new Set(told)) onForgotten(personId);
  }

  return {
    /** Applies the rules to one proposal. The same proposal of the same turn counts once. Never rejects for want of vectors. */
    async learn(proposed: ProposedFact, now: number): Promise<Learned> {
      const prepared = prepareFor(proposed);
      if (typeof prepared === "string") return rejected(prepared);
      const learned = learnNow(prepared, { vector: await vectors.ofFact(wordedIn(prepared)), now });
      if (learned.outcome !== "rejected") vectors.fillLater();
      return learned;
    },
    /** The same for all that was said at a time (ms), within `commit`'s transaction; undefined, and nothing is learned, if that does not run it. */
    async learnAll(
      proposed: readonly ProposedFact[],
      saidAt: number,
      { signal, commit }: { readonly signal: AbortSignal; readonly commit: (work: () => void) => boolean },
    ): Promise<readonly Learned[] | undefined> {
      const all = proposed.map(prepareFor);
      const facts = all.filter((one) => typeof one !== "string");
      const made = await vectors.ofFacts(facts.map(wordedIn), signal);
      const vectorOf = new Map(facts.map((one, index) => [one, made[index]]));
      let learned: readonly Learned[] = [];
      const isDone = commit(() => {
        learned = all.map((one) =>
          typeof one === "string" ? rejected(one) : learnNow(one, { vector: vectorOf.get(one), now: saidAt, saidAt }),
        );
      });
      if (!isDone) return undefined;
      if (learned.some(({ outcome }) => outcome !== "rejected")) vectors.fillLater();
      return learned;
    },
    /** A person corrects a fact. What a model read in their message (`said`) and cannot be verified waits for a yes. Undefined without such a valid fact. */
    correct(factId: number, value: string, { personId, evidence, said, claim, instead }: Correction, now: number): Learned | undefined {
      const fact = store.get(factId);
      if (fact?.status !== "active" || fact.validTo !== undefined || isOver(fact, now)) return undefined;
      const prepared = toldNow(fact, { value, by: personId, said, claim, evidence, now, writtenBy: "person" });
      if (typeof prepared === "string") return rejected(prepared);
      const isOwn = isTheirs(prepared, namesOfOthers(personOf(fact.scope)));
      // what a model heard somebody else say of the house
      const teller = said === undefined ? undefined : tellerOf(fact.scope, fact);
      const learned = isOwn && (teller ?? personId) === personId ? putRight(fact, prepared, now, instead) : ask(fact, prepared, now);
      vectors.fillLater();
      return learned;
    },
    /** A person says yes to what waits, or types what is right instead. Undefined if it does not wait, or is over. What is rejected changes nothing. */
    confirm(factId: number, by: string, now: number, typed?: string): Learned | undefined {
      const fact = store.get(factId);
      if (fact?.status !== "quarantined" || isOver(fact, now)) return undefined;
      const words =
        typed === undefined ? { ...fact, writtenBy: fact.origin } : { value: typed, evidence: [], writtenBy: "person" as const };
      const prepared = toldNow(fact, { ...words, by, now });
      if (typeof prepared === "string") return rejected(prepared);
      const learned = store.atomically(() => {
        const next = learnNow(prepared, { now });
        // what is asked of somebody else now goes on waiting
        if (next.outcome !== "rejected" && next.outcome !== "contradiction") store.remove([fact.id]);
        return next;
      });
      vectors.fillLater();
      return learned;
    },
    /** A person says no: it is kept as refused, without its words, and not learned again. False if there is no such fact. */
    refuse(factId: number, now: number): boolean {
      const fact = store.get(factId);
      if (!fact || fact.validTo !== undefined) return false;
      const key = normalisedKey(fact.key);
      const value = fact.status === "refused" ? fact.value : refusalOf(fact.value, key, isSetKey(key));
      const evidence = fact.evidence.filter(({ kind }) => kind === "turn");
      store.rewrite(fact.id, { ...fact, value, evidence, slot: "", status: "refused", lastSeen: now }, "");
      return true;
    },
    /** Removes facts with all traces and what they superseded; with `by`, also what was said about them. Returns how many. */
    forget(factIds: readonly number[], by?: Forgetter): number {
      const count = store.atomically(() => {
        forgotten(store.withReplaced(factIds), by);
        return store.remove(factIds);
      });
      if (count > 0) store.emptyLog();
      return count;
    },
    /** The same for some of the things that a fact lists; undefined if nothing of it is left to be known, or there is no such fact. */
    forgetItems(factId: number, items: string, by: Forgetter): Fact | undefined {
      const left = store.atomically(() => {
        const fact = store.get(factId);
        if (!fact || withoutItems(fact.value, items) === undefined) return undefined;
        const facts = store.withReplaced([factId]);
        forgotten([...facts, { ...fact, value: items }], by);
        store.end(factId, fact.lastSeen);
        const rest = insertRest({ ...fact, evidence: [] }, items);
        store.remove([factId]);
        return rest;
      });
      if (left) {
        store.emptyLog();
        vectors.fillLater();
      }
      return left;
    },
    /** Takes from the disk what was said to end, and has ended: what it had taken the place of is valid again. Returns how many. */
    dropOver(now: number): number {
      const count = store.atomically(() => lapse(store.ofIds(store.overBy(now)), { store, now }));
      if (count > 0) {
        store.emptyLog();
        vectors.fillLater();
      }
      return count;
    },
    /** Makes what is valid again, because what took its place was erased, to be found again. */
    comeBack(): void {
      store.atomically(() => index(store));
      vectors.fillLater();
    },
    get: store.get,
    /** What is valid and may be told to the asker, the most important first. */
    visibleTo(asker: Asker, now: number): readonly Fact[] {
      const facts = store.visible(filterFor(asker, now));
      return facts.toSorted((one, other) => importanceAt(other, now) - importanceAt(one, now));
    },
    /** What waits for the person's yes. */
    waitingFor: store.waitingFor,
    /** What fits a question. By words at once; by meaning too if the model answers in time. */
    recall: (
      query: string,
      asker: Asker,
      options: { readonly limit: number; readonly now: number; readonly signal: AbortSignal },
    ): Promise<readonly Recalled[]> => recallFacts(query, asker, options, { store, vectors }),
  };
}

function wordedIn({ key, value }: Prepared): Pick<Fact, "key" | "value"> {
  return { key: key.name, value };
}

function rejected(reason: RejectReason): Learned {
  return { outcome: "rejected", reason };
}

function newIn(learned: Exclude<Learned, { outcome: "rejected" }>): number {
  return learned.outcome === "contradiction" ? learned.waiting.id : learned.fact.id;
}

function personOf(scope: Scope): string {
  return scope.kind === "person" ? scope.personId : "";
}

/** From here on two facts with the same value under different keys are one: `music_taste: jazz` and `likes: jazz`, as nomic-embed-text has them. */
const SAME_MEANING = 0.86;
const NEIGHBOURS = 5;

function twinOf(
  { proposed, key, compared }: Prepared,
  { store, vector, now }: { readonly store: FactStore; readonly vector: FactVector | undefined; readonly now: number },
): Fact | undefined {
  if (!vector || vector.vector.length === 0) return undefined;
  const { scope } = proposed;
  const personId = scope.kind === "person" ? scope.personId : "";
  const ids = store.visibleIds({ personId, now, onlyPublic: false, shared: "sensitive" });
  const near = store.searchVectors(vector, ids, NEIGHBOURS).filter(({ score }) => score >= SAME_MEANING);
  return store
    .ofIds(near.map(({ id }) => id))
    .find((fact) => isSameScope(fact.scope, scope) && fact.key !== key.name && comparable(fact.value, key) === compared);
}

/** What somebody likes is no more in what they do not like, and the other way round. */
function oppositeOf(
  { proposed, key, isSet, value }: Prepared,
  { store, now }: { readonly store: FactStore; readonly now: number },
): Fact | undefined {
  if (!isSet) return undefined;
  const isDislike = isKeyOfDislike(key.name);
  return store.ofScope(proposed.scope).find((fact) => {
    const isValid = fact.status === "active" && fact.validTo === undefined && !isOver(fact, now);
    const [liked, other] = isDislike ? [fact.key, key.name] : [key.name, fact.key];
    if (!isValid || !isKeyOfTaste(liked) || !isKeyOfDislike(other)) return false;
    return saysOpposite(fact.value, `not ${value}`);
  });
}
