import { openReader } from "./database.ts";
import { type Filter, type Match, matchVectors, matchWords, type VectorQuery } from "./knowledge-search.ts";

/** What a thread is given: the database's path, what is looked for, and where. */
export interface Search<Query> {
  readonly path: string;
  readonly query: Query;
  readonly limit: number;
  readonly filter: Filter;
}

/** Runs in a worker thread. A handle for each search costs less than a millisecond and leaves no reader behind. */
export function searchWords({ path, query, limit, filter }: Search<string>): readonly Match[] {
  const sqlite = openReader(path);
  try {
    return matchWords(sqlite, query, limit, filter);
  } finally {
    sqlite.close();
  }
}

/** Runs in a worker thread. */
export function searchVectors({ path, query, limit, filter }: Search<VectorQuery>): readonly Match[] {
  const sqlite = openReader(path);
  try {
    return matchVectors(sqlite, query, limit, filter);
  } finally {
    sqlite.close();
  }
}
