import type { Entity, Home } from "../homeassistant/registry/home.ts";
import type { Role } from "../security/policy/policy-input.ts";
import { isRoutine, mayRead } from "../security/policy/read-access.ts";
import type { Passage, Source } from "../storage/knowledge/knowledge.ts";
import type { Retrieval } from "./retrieval.ts";

/** A passage that a person may read, with where it stands. */
export interface ReadablePassage {
  readonly source: Source;
  /** `boiler.pdf, page 12` or `heating.md, Reset`; for the home the thing's name. */
  readonly place: string;
  readonly text: string;
  readonly origin: Passage["origin"];
}

/** What is looked through: what is known of the home, the owner's documents, or both. */
export type Scope = "home" | "documents";

export interface PersonalRetrieval {
  /** Whether there is anything in that scope for somebody of that role. */
  isReadable(scope: Scope | undefined, role: Role): boolean;
  /** The best first. Routines are found for owners, documents and people for the household, things as long as they are exposed. */
  search(
    query: string,
    options: { readonly role: Role; readonly limit: number; readonly scope?: Scope | undefined; readonly signal: AbortSignal },
  ): Promise<readonly ReadablePassage[]>;
  /** Exposed things whose passages are nearest to a query, by words and by meaning. The best first. */
  thingsLike(query: string, options: { readonly limit: number; readonly signal: AbortSignal }): Promise<readonly Entity[]>;
}

const HOME_SOURCES: readonly Source[] = ["entity", "automation", "script", "scene", "area", "person", "history"];
/** Some of those found may be of things that are hidden by now. */
const SPARE = 5;
/** A longer name or heading is no place. */
const LONGEST_PLACE = 80;

/** The only way from knowledge to a person: what they may not read is not looked for. */
export function createPersonalRetrieval({
  retrieval,
  home,
}: {
  readonly retrieval: Retrieval;
  readonly home: Pick<Home, "find">;
}): PersonalRetrieval {
  return {
    isReadable: (scope, role) => sourcesFor(scope, role).length > 0,
    async search(query, { role, limit, scope, signal }) {
      const { passages } = await retrieval.search(query, { sources: sourcesFor(scope, role), limit: limit + SPARE }, signal);
      return passages
        .filter((passage) => isReadable(passage, role, home))
        .slice(0, limit)
        .map(({ source, metadata, text, origin }) => ({ source, place: placeOf(metadata), text, origin }));
    },
    async thingsLike(query, { limit, signal }) {
      const { passages } = await retrieval.search(query, { sources: ["entity"], limit: limit + SPARE }, signal);
      return passages.flatMap(({ ref }) => home.find(ref) ?? []).slice(0, limit);
    },
  };
}

/** What somebody of that role may be answered from. */
export function sourcesFor(scope: Scope | undefined, role: Role): readonly Source[] {
  const home = HOME_SOURCES.filter((source) => mayRead(source, role) && (source !== "person" || role !== "guest"));
  const documents: readonly Source[] = role === "guest" ? [] : ["document"];
  return [...(scope === "documents" ? [] : home), ...(scope === "home" ? [] : documents)];
}

/** What was hidden or taken away since it was read is not told. */
export function isReadable({ source, metadata }: Passage, role: Role, home: Pick<Home, "find">): boolean {
  const { entityId, domain } = metadata;
  if (isRoutine(source)) return mayRead(source, role);
  if (typeof domain === "string" && !mayRead(domain, role)) return false;
  return typeof entityId !== "string" || home.find(entityId) !== undefined;
}

/** Where a passage stands, in words. */
export function placeOf({ file, page, heading, name }: Passage["metadata"]): string {
  if (typeof file !== "string") return typeof name === "string" ? short(name) : "";
  const where = typeof page === "number" ? `page ${page}` : typeof heading === "string" ? short(heading) : "";
  return [short(file), where].filter((part) => part !== "").join(", ");
}

function short(text: string): string {
  return text.length > LONGEST_PLACE ? `${text.slice(0, LONGEST_PLACE - 1)}…` : text;
}
