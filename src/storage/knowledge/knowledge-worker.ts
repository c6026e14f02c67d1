import type Sqlite from "better-sqlite3";
import { openReader } from "../database.ts";
import { type Filter, type Match, matchVectors, matchWords, type VectorQuery } from "./knowledge-search.ts";

/** What a thread is given: the database's path, what is looked for, and where. */
export interface Search<Query> {
  readonly path: string;
  readonly query: Query;
  readonly limit: number;
  readonly filter: Filter;
}

/** Runs in a worker thread. */
export function searchWords({ path, query, limit, filter }: Search<string>): readonly Match[] {
  return reading(path, (sqlite) => matchWords(sqlite, query, limit, filter));
}

/** Runs in a worker thread. */
export function searchVectors({ path, query, limit, filter }: Search<VectorQuery>): readonly Match[] {
  return reading(path, (sqlite) => matchVectors(sqlite, query, limit, filter));
}

/** Reads one moment of the database. A handle for each search costs less than a millisecond and leaves no reader behind. */
function reading<Result>(path: string, read: (sqlite: Sqlite.Database) => Result): Result {
  const sqlite = openReader(path);
  try {
    return sqlite.transaction(() => read(sqlite))();
  } finally {
    sqlite.close();
  }
}
