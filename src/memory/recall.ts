import { z } from "zod";
import { readData } from "../languages/data.ts";
import type { Role } from "../security/policy/policy-input.ts";
import { mayReadOthers } from "../security/policy/read-access.ts";
import type { Sensitivity } from "../security/redaction/sensitivity.ts";
import { FACT_CATEGORIES, type Fact, type FactCategory } from "../storage/facts/fact-row.ts";
import type { FactFilter, FactMatch, FactStore } from "../storage/facts/facts.ts";
import { isAboutSomething } from "../storage/knowledge/knowledge-words.ts";
import { toCaseless } from "../text/pattern.ts";
import { fuse } from "../text/rank-fusion.ts";
import type { Asker, Recalled } from "./facts/fact.ts";
import type { FactVectors } from "./facts/fact-vectors.ts";
import { importanceAt } from "./facts/importance.ts";

export interface RecallParts {
  readonly store: Pick<FactStore, "searchWords" | "searchVectors" | "ofIds" | "visible" | "visibleIds">;
  readonly vectors: Pick<FactVectors, "ofQuestion">;
}

const CANDIDATES = 30;
/** A fact that shares only a common word with the question is not called for. */
const LEAST_SHARE = 0.35;
/** Nearer than unrelated texts are with nomic-embed-text and its like, whose cosines seldom fall below 0.4. */
const LEAST_COSINE = 0.62;
const LONGEST_QUERY = 500;

const pattern = z.string().transform((source) => toCaseless(source));
const form = z.strictObject({
  aboutMe: pattern,
  inCommonWords: pattern,
  categories: z.partialRecord(z.enum(FACT_CATEGORIES), pattern),
});
/** How people ask for all that is known of them, for something of theirs in words that any question has, and for kinds of facts. */
const { aboutMe: ABOUT_ME, inCommonWords: IN_COMMON_WORDS, categories } = readData("shared/asking.yaml", form, "memory");
const CATEGORY_WORDS = Object.entries(categories) as readonly (readonly [FactCategory, RegExp])[];

/** Which valid facts the asker may see: their own; of the house, adults all, children nothing sensitive, guests public ones. In company, public ones only. */
export function filterFor({ personId, role, isPrivate }: Asker, now: number): FactFilter {
  return { personId, now, onlyPublic: !isPrivate, shared: isPrivate ? sharedWith(role) : "public" };
}

function sharedWith(role: Role): Sensitivity {
  if (mayReadOthers(role)) return "sensitive";
  return role === "child" ? "private" : "public";
}

/** True if a question asks for all that is known about the asker. */
function asksForAll(query: string): boolean {
  return ABOUT_ME.test(query);
}

/** Facts that a question calls for: by words, by category, and by meaning if the model answers in time. The best first. */
export async function recallFacts(
  query: string,
  asker: Asker,
  { limit, now, signal }: { readonly limit: number; readonly now: number; readonly signal: AbortSignal },
  { store, vectors }: RecallParts,
): Promise<readonly Recalled[]> {
  const text = query.trim().slice(0, LONGEST_QUERY);
  const filter = filterFor(asker, now);
  if (!isAboutSomething(text) && !asksForAll(text) && !IN_COMMON_WORDS.test(text)) return [];
  const ids = store.visibleIds(filter);
  // where nothing is known no model is waited for
  if (ids.length === 0) return [];
  const byWords = strong(store.searchWords(text, { personId: asker.personId, ids }, CANDIDATES));
  const byCategory = categoryMatches(text, filter, store);
  const vector = await vectors.ofQuestion(text, signal);
  const byMeaning = vector ? store.searchVectors(vector, ids, CANDIDATES).filter(({ score }) => score >= LEAST_COSINE) : [];
  const found = fuse(...[byWords, byMeaning, byCategory].map((matches) => [{ weight: 1, found: matches }]));
  const scores = new Map(found.map(({ found: { id }, score }) => [id, score]));
  return store
    .ofIds([...scores.keys()])
    .map((fact): Recalled => ({ fact, score: (scores.get(fact.id) ?? 0) * (1 + importanceAt(fact, now) / 10) }))
    .sort((one, other) => other.score - one.score || other.fact.id - one.fact.id)
    .slice(0, limit);
}

function strong(matches: readonly FactMatch[]): readonly FactMatch[] {
  const best = matches[0]?.score ?? 0;
  return matches.filter(({ score }) => score >= best * LEAST_SHARE);
}

/** All facts when everything is asked for, or those of a category that is named; the most important first. */
function categoryMatches(text: string, filter: FactFilter, store: RecallParts["store"]): readonly FactMatch[] {
  const named = CATEGORY_WORDS.filter(([, words]) => words.test(text)).map(([category]) => category);
  const all = asksForAll(text);
  if (!all && named.length === 0) return [];
  return store
    .visible(filter)
    .filter((fact: Fact) => all || named.includes(fact.category))
    .map((fact) => ({ id: fact.id, score: importanceAt(fact, filter.now) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, CANDIDATES);
}
