import { mayReadOthers } from "../security/readable.ts";
import type { Fact, FactCategory } from "../storage/fact.ts";
import type { FactFilter, FactMatch, FactStore } from "../storage/facts.ts";
import type { Asker, Recalled } from "./fact.ts";
import type { FactVectors } from "./fact-vectors.ts";
import { importanceAt } from "./importance.ts";

export interface RecallParts {
  readonly store: Pick<FactStore, "searchWords" | "searchVectors" | "ofIds" | "visible" | "hasVisible">;
  readonly vectors: Pick<FactVectors, "ofQuestion">;
}

/** Reciprocal rank fusion's constant (Cormack et al. 2009). */
const K = 60;
const CANDIDATES = 30;
/** A fact that shares only a common word with the question is not called for. */
const LEAST_SHARE = 0.35;
/** Nearer than unrelated texts are with nomic-embed-text and its like, whose cosines seldom fall below 0.4. */
const LEAST_COSINE = 0.62;
const LONGEST_QUERY = 500;

/** Words that are in every question. */
const COMMON = new Set(
  (
    "the and for are was what which who whom how when where why does did can could would should will shall may you your yours mine our ours his her its their them they " +
    "about this that these those there here with from have has had not any some please tell know like want know do is it in on at to of me my we he she i a an be " +
    "der die das den dem ein eine einen und oder ist sind war was wer wie wann wo warum welche welcher welches ich mich mir mein meine du dein wir uns bitte mag weiß mit von für " +
    "le la les un une des et ou est que qui quoi quel quelle comment quand où pourquoi je me mon ma mes tu vous nous avec pour sur dans aime " +
    "el los las uno una y o es son qué quién cómo cuándo dónde por yo mi mis tú nos con para en gusta " +
    "de het een en of zijn wat wie hoe wanneer waar waarom ik mij mijn jij je wij ons met voor van graag vind " +
    "מה מי איך מתי איפה למה אני לי שלי אתה את אנחנו של על עם אוהב אוהבת"
  ).split(" "),
);

/** Asks for everything that is known about whoever asks. */
const ABOUT_ME =
  /\b(?:about me|know of me|remember(?:ed)? (?:about|of) me)\b|über mich|von mir weißt|(?:à mon sujet|de moi|sur moi)|(?:sobre mí|de mí)(?!\p{L})|over mij|עליי|עלי(?!\p{L})/iu;

const CATEGORY_WORDS: readonly (readonly [FactCategory, RegExp])[] = [
  ["preference", /\bpreferences?\b|vorlieben|préférences|preferencias|voorkeuren|העדפות/iu],
  ["habit", /\bhabits?\b|\broutines?\b|gewohnheit|habitude|hábito|costumbre|gewoonte|הרגלים/iu],
  ["pattern", /\bpatterns?\b|\bhabits?\b|\broutines?\b|muster|gewohnheit|habitude|patrones|patronen|דפוסים/iu],
];

/** What of valid facts is for the eyes of the asker: their own and those of all; guests see public ones of the house, and so does a group. */
export function filterFor({ personId, role, isPrivate }: Asker, now: number): FactFilter {
  return { personId, now, onlyPublic: !isPrivate, shared: isPrivate && (mayReadOthers(role) || role === "child") ? "all" : "public" };
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
  const words = wordsOfQuestion(text);
  if (words === "" && !asksForAll(text)) return [];
  // where nothing is known no model is waited for
  if (!store.hasVisible(filter)) return [];
  const byWords = strong(store.searchWords(words, filter, CANDIDATES));
  const byCategory = categoryMatches(text, filter, store);
  const vector = await vectors.ofQuestion(text, signal);
  const byMeaning = vector ? store.searchVectors(vector, filter, CANDIDATES).filter(({ score }) => score >= LEAST_COSINE) : [];
  const scores = fused([byWords, byMeaning, byCategory]);
  return store
    .ofIds([...scores.keys()])
    .map((fact): Recalled => ({ fact, score: (scores.get(fact.id) ?? 0) * (1 + importanceAt(fact, now) / 10) }))
    .sort((one, other) => other.score - one.score || other.fact.id - one.fact.id)
    .slice(0, limit);
}

/** The question's words that may be in a fact. */
function wordsOfQuestion(text: string): string {
  const words = text.normalize("NFKC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.filter((word) => !COMMON.has(word.toLowerCase())).join(" ");
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

function fused(lists: readonly (readonly FactMatch[])[]): ReadonlyMap<number, number> {
  const scores = new Map<number, number>();
  for (const list of lists) {
    for (const [index, { id }] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (K + index + 1));
  }
  return scores;
}
