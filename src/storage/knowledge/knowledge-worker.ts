import { openReader } from "../database.ts";
import { keepBlocks } from "./knowledge-nearest.ts";
import { type Filter, type Match, matchVectors, matchWords, type VectorQuery } from "./knowledge-search.ts";

/** What a thread is given: the database's path, what is looked for, and where. */
export interface Search<Query> {
  readonly path: string;
  readonly query: Query;
  readonly limit: number;
  readonly filter: Filter;
}

/** Signs of 300,000 vectors of 768 numbers: each of the pool's threads that has searched keeps them until it ends, which it does when it idles. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024;

const readBlocks = keepBlocks(MOST_KEPT_BYTES);

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
    return sqlite.transaction(() => matchVectors({ sqlite, readBlocks }, query, limit, filter))();
  } finally {
    sqlite.close();
  }
}
