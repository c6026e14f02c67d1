import { createHash, randomBytes } from "node:crypto";
import type { Origin } from "../security/provenance/provenance.ts";
import { secrecyOf } from "../security/redaction/personal-secrets.ts";
import { type Sensitivity, sensitivityOf, stricter } from "../security/redaction/sensitivity.ts";
import {
  type Evidence,
  FACT_SOURCES,
  type Fact,
  type FactCategory,
  type FactSource,
  type NewFact,
  type Scope,
} from "../storage/facts/fact-row.ts";
import { singleSpaced } from "../text/fold.ts";
import type { ProposedFact, RejectReason } from "./facts/fact.ts";
import { isSetKey, type Key, normalisedKey } from "./facts/fact-keys.ts";
import { comparable, isKindOf, isSameThing, itemsOf, listedIn, saysNoMore, VALUE_WORDS, wordsOfValue } from "./facts/fact-values.ts";
import { firstImportance, importanceAt, raised } from "./facts/importance.ts";
import { isDenial, isTurned, withoutTurning } from "./facts/polarity.ts";
import { isVerified } from "./sentences/telling.ts";

export interface Prepared {
  readonly proposed: ProposedFact;
  readonly key: Key;
  readonly isSet: boolean;
  readonly category: FactCategory;
  readonly value: string;
  readonly compared: string;
  readonly sensitivity: Sensitivity;
  /** Where the words come from: a yes to a text from outside makes it no text of the person's. */
  readonly writtenBy: Origin;
  /** It may open a door or an account: the person decides. */
  readonly mayBeSecret: boolean;
}

export type Plan =
  | { readonly kind: "reject"; readonly reason: RejectReason }
  | { readonly kind: "add" }
  /** `opposed`: what it takes back besides. */
  | { readonly kind: "merge"; readonly into: Fact; readonly opposed: readonly Opposed[] }
  | { readonly kind: "replace"; readonly old: Opposed; readonly opposed: readonly Opposed[] }
  /** It says all of these and more: its words take their place. */
  | { readonly kind: "extend"; readonly known: Fact; readonly others: readonly Fact[]; readonly opposed: readonly Opposed[] }
  /** `contradicts`: what was told and stands meanwhile; `before`: it waits already. */
  | { readonly kind: "wait"; readonly contradicts: Fact | undefined; readonly before: Fact | undefined };

const LONGEST_VALUE = 300;
/** What a habit's evidence or a talkative person leaves: the first, and the newest. */
const MOST_EVIDENCE = 30;
/** A person knows what they say of themselves. */
const TOLD_CONFIDENCE = 0.9;

/** Kinds whose values are numbers that open nothing. */
const NUMBER_KINDS: ReadonlySet<string> = new Set(["phone", "birthday", "address"]);
/** What is true for the moment only, or about nothing, is no fact about anybody. */
const { trivialKey: TRIVIAL_KEY, trivial: TRIVIAL_VALUE, moment: MOMENT } = VALUE_WORDS;

/** Brings a proposal into its form, or says why it can be no fact. */
export function prepare(proposed: ProposedFact, writtenBy: Origin = proposed.origin): Prepared | RejectReason {
  const key = normalisedKey(proposed.key);
  const value = singleSpaced(proposed.value);
  const compared = comparable(value, key);
  if (key.name === "" || value === "" || value.length > LONGEST_VALUE) return "invalid";
  if (proposed.confidence < 0 || proposed.confidence > 1) return "invalid";
  const isNumberKey = NUMBER_KINDS.has(key.kind?.name ?? "");
  const secrecy = secrecyOf({ key: `${proposed.key} ${key.name}`, value, said: proposed.said, isNumberKey });
  if (secrecy === "secret") return "secret";
  if (!/[\p{L}\p{N}]/u.test(value)) return "invalid";
  if (!key.kind && (TRIVIAL_KEY.test(key.name) || TRIVIAL_VALUE.test(value))) return "trivial";
  const isMoment = MOMENT.test(value.charAt(0).toLowerCase() + value.slice(1));
  if (isMoment && proposed.ttlMs === undefined && proposed.source !== "observed") return "trivial";
  const category = proposed.source === "observed" ? proposed.category : (key.kind?.category ?? proposed.category);
  const byRules = sensitivityOf({ key: key.name, value, isPattern: category === "pattern" });
  return {
    proposed,
    key,
    isSet: isSetKey(key),
    category,
    value,
    compared,
    sensitivity: stricter(byRules, proposed.sensitivity),
    writtenBy,
    mayBeSecret: secrecy === "possible" && proposed.source !== "observed",
  };
}

interface Known {
  /** Of the same scope and key: valid, waiting, refused. */
  readonly ofKey: readonly Fact[];
  /** Something valid of that scope has this value under another key; asked only if the person did not say it. */
  readonly isRecalled: () => boolean;
  readonly twin: Fact | undefined;
  /** A valid fact of another key says the opposite: what somebody likes, and does not like. */
  readonly opposite: Fact | undefined;
  readonly others: readonly string[];
  /** Who told what stands of a room or the house, if they can still be asked: somebody else's word does not take its place. */
  readonly tellerOf: (scope: Scope, standing: Fact | undefined) => string | undefined;
  /** When it was said (ms), if that was some time ago: what is known may be of later. */
  readonly saidAt: number | undefined;
}

/** The rules: single values supersede, sets add; told beats inferred beats observed; later beats earlier; what no person said waits for a yes. */
export function planFor(
  prepared: Prepared,
  { ofKey, isRecalled, twin, opposite, others, tellerOf, saidAt = Number.POSITIVE_INFINITY }: Known,
): Plan {
  const { proposed, isSet, key } = prepared;
  const { source } = proposed;
  const isEqual = (fact: Fact): boolean => comparable(fact.value, key) === prepared.compared;
  const isNoMore = (fact: Fact): boolean => isEqual(fact) || (isSet && saysNoMore(prepared.value, fact.value, key));
  const isMore = (fact: Fact): boolean => isSet && saysNoMore(fact.value, prepared.value, key);
  // part of what was refused is refused, and so is what holds it
  const refused = ofKey.filter(({ status }) => status === "refused");
  const isOfRefused = (fact: Fact): boolean => isRefusedBy(fact.value, prepared.value, key, isSet);
  const isRefused = refused.some((fact) => (source === "observed" && fact.source === "observed") || isOfRefused(fact));
  const isRefusedSince = refused.some((fact) => isOfRefused(fact) && fact.lastSeen > saidAt);
  if ((source !== "told" && isRefused) || isRefusedSince) return { kind: "reject", reason: "refused" };

  const active = ofKey.filter(({ status }) => status === "active");
  // of a guess that says more, what is told now is only a part
  const isSame = (fact: Fact): boolean => isNoMore(fact) && (isEqual(fact) || isMore(fact) || rank(source) <= rank(fact.source));
  const isSaidSince = (fact: Fact): boolean => isMore(fact) && fact.lastSeen > saidAt;
  const same = active.find(isEqual) ?? active.find(isSame) ?? active.find(isSaidSince);
  const [extended, ...alsoExtended] = active.filter((fact) => isMore(fact) && rank(source) >= rank(fact.source));
  // of a set only what says the opposite stands against it
  const allOpposed = isSet ? opposedBy(active, prepared.value, key) : [];
  const standing = isSet ? (strongest(allOpposed.map(({ fact }) => fact)) ?? opposite) : strongest(active);
  const isOfPerson = isTheirs(prepared, others);
  const isOvertaken = standing !== undefined && standing.lastSeen > saidAt && rank(standing.source) >= rank(source);
  if ((!same || allOpposed.length > 0) && isOvertaken) return { kind: "reject", reason: "outranked" };
  if (!isOfPerson && (same || isRecalled())) return { kind: "reject", reason: "recalled" };
  if (!isOfPerson || prepared.mayBeSecret || !isTrusted(source, proposed.origin)) {
    if (same) return { kind: "reject", reason: "recalled" };
    if (isRefused) return { kind: "reject", reason: "refused" };
    const before = ofKey.find((fact) => fact.status === "quarantined" && isNoMore(fact));
    return { kind: "wait", contradicts: standing?.source === "told" ? standing : undefined, before };
  }
  const mayEnd = (fact: Fact): boolean => {
    const teller = tellerOf(proposed.scope, fact);
    const isOthers = teller !== undefined && proposed.toldBy !== undefined && teller !== proposed.toldBy;
    return rank(source) >= rank(fact.source) && !isOthers;
  };
  const opposed = allOpposed.filter(({ fact }) => mayEnd(fact));
  if (same) return { kind: "merge", into: same, opposed };
  if (extended) return { kind: "extend", known: extended, others: alsoExtended, opposed };
  if (standing && mayEnd(standing)) {
    const old = opposed.find(({ fact }) => fact === standing) ?? { fact: standing, items: undefined };
    return { kind: "replace", old, opposed: opposed.filter((one) => one !== old) };
  }
  if (standing?.source === "told") {
    const before = ofKey.find((fact) => fact.status === "quarantined" && isNoMore(fact));
    return { kind: "wait", contradicts: standing, before };
  }
  if (standing) return { kind: "reject", reason: "outranked" };
  return twin ? { kind: "merge", into: twin, opposed: [] } : { kind: "add" };
}

/** Who told what stands of a room or the house; undefined where nobody did, or they are gone. What is known of a person is theirs alone. */
export function firstTeller(scope: Scope, standing: Fact | undefined, isGone: (personId: string) => boolean): string | undefined {
  if (scope.kind === "person" || standing?.source !== "told" || standing.toldBy === undefined) return undefined;
  return isGone(standing.toldBy) ? undefined : standing.toldBy;
}

/** The person said it, and of themselves, if it is to be known of them. */
export function isTheirs({ proposed, key, value }: Prepared, others: readonly string[]): boolean {
  if (proposed.source === "observed" || proposed.said === undefined) return true;
  return isVerified({ key, value, claim: proposed.claim }, proposed.said, { isOfPerson: proposed.scope.kind === "person", others });
}

/** What a person says, and what the home itself shows. */
function isTrusted(source: FactSource, origin: Origin): boolean {
  return origin === "person" || (source === "observed" && origin === "home");
}

function rank(source: FactSource): number {
  return FACT_SOURCES.indexOf(source);
}

function strongest(facts: readonly Fact[]): Fact | undefined {
  return facts.toSorted((one, other) => rank(other.source) - rank(one.source))[0];
}

/** A fact as its person says it now: as long as it was to be true. `said`: the message, if there is more in it. */
export function toldNow(
  { scope, category, key, sensitivity, language, expiresAt }: Fact,
  { value, by, said, claim, ...now }: Pick<ProposedFact, "value" | "said" | "claim"> & { readonly by: string } & Told,
): Prepared | RejectReason {
  const proposed: ProposedFact = {
    scope,
    category,
    key,
    value,
    sensitivity,
    language,
    said,
    claim,
    evidence: now.evidence,
    toldBy: by,
    source: "told",
    origin: "person",
    confidence: 1,
    ttlMs: expiresAt === undefined ? undefined : expiresAt - now.now,
  };
  return prepare(proposed, now.writtenBy);
}

interface Told {
  readonly evidence: readonly Evidence[];
  readonly now: number;
  readonly writtenBy: Origin;
}

export function freshFact(
  { proposed, key, isSet, category, value, compared, sensitivity, writtenBy }: Prepared,
  status: Fact["status"],
  now: number,
): NewFact {
  const { scope, source, evidence, confidence, language, ttlMs, toldBy } = proposed;
  return {
    scope,
    category,
    value,
    sensitivity,
    source,
    origin: writtenBy,
    language,
    status,
    toldBy,
    key: key.name,
    slot: isSet ? compared : "",
    evidence: bounded(evidence),
    confidence: source === "told" ? Math.max(confidence, TOLD_CONFIDENCE) : confidence,
    firstSeen: now,
    lastSeen: now,
    occurrences: 1,
    validFrom: now,
    importance: firstImportance(source, key.kind),
    expiresAt: ttlMs === undefined ? undefined : now + ttlMs,
  };
}

/** A fact that was heard or seen again: surer, more important, as private as the stricter of both, in the words of the better source. */
export function mergedFact(
  fact: Fact,
  { proposed, value, sensitivity, ...prepared }: Prepared,
  now: number,
  { isReworded = false }: { readonly isReworded?: boolean } = {},
): NewFact {
  const known = new Set(fact.evidence.map((one) => JSON.stringify(one)));
  const fresh = proposed.evidence.filter((one) => !known.has(JSON.stringify(one)));
  // the same message again, after a crash or from the learner, is no second time
  const isNew = proposed.evidence.length === 0 || fresh.length > 0;
  const isStronger = isReworded || rank(proposed.source) > rank(fact.source);
  const expiresAt =
    proposed.ttlMs === undefined || fact.expiresAt === undefined ? undefined : Math.max(fact.expiresAt, now + proposed.ttlMs);
  // a twin has a key of its own
  const key = normalisedKey(fact.key);
  // whoever looked has seen all days again: it may be less sure than before
  const isSeenAgain = fact.source === "observed" && proposed.source === "observed";
  const surer = isNew ? 1 - (1 - fact.confidence) * (1 - proposed.confidence / 2) : fact.confidence;
  return {
    ...fact,
    category: isSeenAgain || isStronger ? prepared.category : fact.category,
    slot: isSetKey(key) ? comparable(isStronger ? value : fact.value, key) : "",
    // the words of who told it, rather than those of a guess
    value: isStronger ? value : fact.value,
    source: isStronger ? proposed.source : fact.source,
    origin: isStronger ? prepared.writtenBy : fact.origin,
    toldBy: fact.toldBy ?? proposed.toldBy,
    sensitivity: stricter(fact.sensitivity, sensitivity),
    confidence: isSeenAgain ? proposed.confidence : surer,
    importance: isNew ? raised(importanceAt(fact, now)) : fact.importance,
    occurrences: fact.occurrences + (isNew ? 1 : 0),
    lastSeen: Math.max(fact.lastSeen, now),
    evidence: isSeenAgain ? proposed.evidence : bounded([...fact.evidence, ...fresh]),
    expiresAt: fact.expiresAt === undefined ? undefined : expiresAt,
  };
}

function bounded(evidence: readonly Evidence[]): readonly Evidence[] {
  return evidence.length <= MOST_EVIDENCE ? evidence : [...evidence.slice(0, 1), ...evidence.slice(1 - MOST_EVIDENCE)];
}

export interface Opposed {
  readonly fact: Fact;
  /** Of the things that it lists only these; undefined: all of it. */
  readonly items: string | undefined;
}

/** Facts of a set that a value takes back, whole or in part: "no coffee" takes the coffee of "tea and coffee", and the other way round. */
function opposedBy(facts: readonly Fact[], value: string, key: Key): readonly Opposed[] {
  const isDenied = isDenial(value);
  const named = itemsOf(withoutTurning(value));
  return facts.flatMap((fact) => {
    if (isDenial(fact.value) === isDenied) return [];
    const listed = listedIn(fact.value);
    const opposed = listed.filter((thing) =>
      named.some((one) => isSameThing(withoutTurning(thing), one) || (isDenied && !key.kind?.isExact && isKindOf(thing, one))),
    );
    if (opposed.length === 0) return [];
    return [{ fact, items: opposed.length < listed.length ? opposed.join(", ") : undefined }];
  });
}

/** What a person is told to be so no more: of a list only what was taken back. */
export function takenBack({ fact, items }: Opposed): Fact {
  return items === undefined ? fact : { ...fact, value: items };
}

/** Enough that two values are not one by chance. */
const HASH_LETTERS = 16;
const SALT_BYTES = 8;
const ENDING = /(?<=\p{L}{3})(?:es|s|en|n|e)$/u;
const SEPARATOR = /[:,]/;

/** What is kept of a refused value instead of its words: salted hashes of them, of which it can only be told whether others are the same. */
export function refusalOf(value: string, key: Key, isSet: boolean): string {
  const salt = randomBytes(SALT_BYTES).toString("hex");
  return `#${salt}:${hashesOf(value, key, { isSet, salt }).join(",")}`;
}

/** True if a value is what was refused; of a set also if it is a part of that, or holds it. */
export function isRefusedBy(refusal: string, value: string, key: Key, isSet: boolean): boolean {
  const [salt = "", ...refused] = refusal.slice(1).split(SEPARATOR);
  const hashes = hashesOf(value, key, { isSet, salt });
  const [one, other] = [new Set(refused), new Set(hashes)];
  return one.isSubsetOf(other) || other.isSubsetOf(one);
}

/** Of a set one for each word, each of them the other one where the value is turned round. */
function hashesOf(value: string, key: Key, { isSet, salt }: { readonly isSet: boolean; readonly salt: string }): readonly string[] {
  const words = isSet ? wordsOfValue(withoutTurning(value)).map((word) => word.replace(ENDING, "")) : [];
  const parts = words.length > 0 ? words.map((word) => `${isTurned(value) ? "-" : "+"}${word}`) : [comparable(value, key)];
  return parts.map((part) => createHash("sha256").update(`${salt}\0${key.name}\0${part}`).digest("hex").slice(0, HASH_LETTERS));
}
