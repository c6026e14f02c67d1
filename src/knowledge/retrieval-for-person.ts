import type { Entity, Home } from "../homeassistant/registry/home.ts";
import type { Role } from "../security/policy/policy-input.ts";
import { isRoutine, mayRead } from "../security/policy/read-access.ts";
import type { Passage, Source } from "../storage/knowledge/knowledge.ts";
import type { RankedPassage, Retrieval } from "./retrieval.ts";

export interface ReadablePassage extends Pick<RankedPassage, "id" | "source" | "text" | "origin" | "words" | "meaning"> {
  /** `boiler.pdf, page 12` or `heating.md, Reset`; for the home the thing's name. */
  readonly place: string;
}

interface PersonalQuery {
  readonly role: Role;
  readonly limit: number;
  readonly scope?: Scope | undefined;
  readonly signal: AbortSignal;
}

/** What is looked through: what is known of the home, the owner's documents, or both. */
export type Scope = "home" | "documents";

export type PersonalRetrieval = ReturnType<typeof createPersonalRetrieval>;

const HOME_SOURCES: readonly Source[] = ["entity", "automation", "script", "scene", "area", "person", "history"];
/** Some of those found may be of things that are hidden by now. */
const SPARE = 5;
const LONGEST_PLACE = 80;

interface PersonalRetrievalParts {
  readonly retrieval: Retrieval;
  readonly passage: (id: number) => Passage | undefined;
  readonly home: Pick<Home, "find">;
}

/** The only way from knowledge to a person: what they may not read is not looked for. */
export function createPersonalRetrieval({ retrieval, passage, home }: PersonalRetrievalParts) {
  return {
    /** Whether there is anything in that scope for somebody of that role. */
    isReadable: (scope: Scope | undefined, role: Role): boolean => sourcesFor(scope, role).length > 0,
    /** Best first. Routines are found for owners, documents and people for the household, entities as long as they are exposed. */
    async search(query: string, { role, limit, scope, signal }: PersonalQuery): Promise<readonly ReadablePassage[]> {
      const found = await retrieval.search(query, { sources: sourcesFor(scope, role), limit: limit + SPARE }, signal);
      const readable = found.filter((passage) => isReadable(passage, role, home)).slice(0, limit);
      return readable.map((passage) => ({ ...passage, place: placeOf(passage.metadata) }));
    },
    /** A passage that was found before, as long as it is there and somebody of that role may read it. */
    passage(id: number, role: Role): Pick<ReadablePassage, "id" | "text" | "origin" | "place"> | undefined {
      const found = passage(id);
      if (!found || !sourcesFor(undefined, role).includes(found.source) || !isReadable(found, role, home)) return undefined;
      return { ...found, place: placeOf(found.metadata) };
    },
    /** Exposed entities whose passages are nearest to a query, by words and by meaning. Best first. */
    async thingsLike(query: string, { limit, signal }: Pick<PersonalQuery, "limit" | "signal">): Promise<readonly Entity[]> {
      const found = await retrieval.search(query, { sources: ["entity"], limit: limit + SPARE }, signal);
      return found.flatMap(({ ref }) => home.find(ref) ?? []).slice(0, limit);
    },
  };
}

function sourcesFor(scope: Scope | undefined, role: Role): readonly Source[] {
  const home = HOME_SOURCES.filter((source) => mayRead(source, role) && (source !== "person" || role !== "guest"));
  const documents: readonly Source[] = role === "guest" ? [] : ["document"];
  return [...(scope === "documents" ? [] : home), ...(scope === "home" ? [] : documents)];
}

/** What was hidden or taken away since it was read is not told. */
function isReadable({ source, metadata }: Passage, role: Role, home: Pick<Home, "find">): boolean {
  const { entityId, domain } = metadata;
  if (isRoutine(source)) return mayRead(source, role);
  if (typeof domain === "string" && !mayRead(domain, role)) return false;
  return typeof entityId !== "string" || home.find(entityId) !== undefined;
}

function placeOf({ file, page, heading, name }: Passage["metadata"]): string {
  if (typeof file !== "string") return typeof name === "string" ? short(name) : "";
  const where = typeof page === "number" ? `page ${page}` : typeof heading === "string" ? short(heading) : "";
  return [short(file), where].filter((part) => part !== "").join(", ");
}

function short(text: string): string {
  return text.length > LONGEST_PLACE ? `${text.slice(0, LONGEST_PLACE - 1)}…` : text;
}
