import { type AssistantDatabase, flag } from "../database.ts";

/** What leaves: a search, a page that is fetched, a question to a model outside the house, a request of a tool of the owner's. */
export type EgressKind = "search" | "page" | "cloud_model" | "tool";

/** How a request ended: answered, nobody there to answer, or broken. */
export type EgressOutcome = "ok" | "unavailable" | "failed";

/** What is about to leave the house, or was kept from it. */
export interface EgressRow {
  readonly kind: EgressKind;
  /** What was asked for, as it was worded; a short description where it is no text of a person. */
  readonly original: string;
  /** What leaves; "" for what is blocked. */
  readonly sanitized: string;
  readonly blocked: boolean;
  /** A code, never a word of the text. */
  readonly reason?: string | undefined;
  /** Who gets it: the name of a search engine, the host of a page, a model. */
  readonly provider: string;
  readonly sessionId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly personId?: string | undefined;
  readonly at: number;
}

/** A row as it is read, with how it ended if that is known. */
export interface LoggedEgress extends EgressRow {
  readonly id: number;
  /** Of the person; undefined for nobody's and for people who never wrote to us. */
  readonly personName: string | undefined;
  readonly outcome: EgressOutcome | undefined;
  readonly results: number | undefined;
  readonly bytes: number | undefined;
  readonly milliseconds: number | undefined;
}

interface EgressEnd {
  readonly outcome: EgressOutcome;
  readonly results?: number;
  readonly bytes?: number;
  readonly milliseconds: number;
}

export interface EgressFilter {
  /** Undefined: everybody's. */
  readonly personId?: string | undefined;
  readonly filter: "all" | "today" | "blocked";
  /** ms since the epoch: the first moment of today, for that filter. */
  readonly since?: number;
}

interface Bounds {
  personId: string;
  blocked: boolean;
  since: number;
}

/** Characters of a text that are kept: a longer search is refused by every engine, and a row must not grow with what a model writes. */
const LONGEST_TEXT = 1_000;
const LONGEST_NAME = 200;
/** Rows that are kept at most, whatever the retention: some 200 bytes each, 50 MB if every text were as long as it may be. */
const MOST_ROWS = 20_000;

const OF_FILTER = "(@blocked = 0 OR was_blocked = 1) AND timestamp >= @since";
const OF_PERSON = `log.person_id = @personId AND ${OF_FILTER}`;

export type EgressLog = ReturnType<typeof createEgressLog>;

/** What left the house and what was kept from it, newest first. `onChange` is called once a write is on disk, and must not throw. */
export function createEgressLog({ database, onChange = () => {} }: { database: AssistantDatabase; onChange?: () => void }) {
  const insert = database.insertion<object>(
    `INSERT INTO search_audit_log (kind, session_id, turn_id, person_id, original_query, sanitized_query, was_blocked, block_reason, provider, timestamp)
     VALUES (@kind, @sessionId, @turnId, @personId, @original, @sanitized, @blocked, @reason, @provider, @at)`,
  );
  const end = database.command<object>(
    "UPDATE search_audit_log SET outcome = @outcome, results = @results, bytes = @bytes, milliseconds = @milliseconds WHERE id = @id",
  );
  const dropOldest = database.command<[number]>("DELETE FROM search_audit_log WHERE id <= ?");
  const prune = database.command<[number]>("DELETE FROM search_audit_log WHERE timestamp < ?");
  const select = (where: string) =>
    database.query<Bounds & { before: number; limit: number }, LoggedEgress>(
      `SELECT log.id, kind, original_query AS original, sanitized_query AS sanitized, was_blocked AS blocked, block_reason AS reason, provider,
         session_id, turn_id, person_id, people.name AS person_name, outcome, results, bytes, milliseconds, timestamp AS at
       FROM search_audit_log AS log LEFT JOIN people ON people.id = log.person_id
       WHERE log.id < @before AND ${where} ORDER BY log.id DESC LIMIT @limit`,
      { blocked: flag },
    );
  const [ofAll, ofOne] = [select(OF_FILTER), select(OF_PERSON)];
  const counted = database.query<Bounds, { total: number; blocked: number }>(
    `SELECT count(*) AS total, total(was_blocked) AS blocked FROM search_audit_log AS log WHERE ${OF_PERSON}`,
  );

  return {
    /** Writes down what is about to leave, before it does; gives the row's id. Throws what SQLite throws: then nothing may leave. */
    begin: ({ original, sanitized, reason, provider, sessionId, turnId, personId, ...row }: EgressRow): number =>
      database.transaction(() => {
        const texts = { original: original.slice(0, LONGEST_TEXT), sanitized: sanitized.slice(0, LONGEST_TEXT) };
        const names = { provider: provider.slice(0, LONGEST_NAME), reason: reason?.slice(0, LONGEST_NAME) };
        const id = insert({ ...row, ...texts, ...names, sessionId, turnId, personId });
        dropOldest(id - MOST_ROWS);
        database.afterCommit(onChange);
        return id;
      }),
    /** How the request of a row ended. `bytes`: what went out and came in, as far as it is known. */
    end(id: number, { outcome, results, bytes, milliseconds }: EgressEnd): void {
      end({ id, outcome, results, bytes, milliseconds: Math.max(0, Math.round(milliseconds)) });
      database.afterCommit(onChange);
    },
    /** Rows, the newest first, from before a row's id where one is given. */
    page({ before = Number.MAX_SAFE_INTEGER, limit, ...filter }: EgressFilter & { readonly before?: number; readonly limit: number }) {
      return (filter.personId === undefined ? ofAll : ofOne).all({ ...boundsOf(filter), before, limit });
    },
    /** How many rows a person has, and how many of them were blocked. */
    count: (filter: EgressFilter & { readonly personId: string }): { readonly total: number; readonly blocked: number } =>
      counted.get(boundsOf(filter)) ?? { total: 0, blocked: 0 },
    /** When the newest row was written (ms); undefined for a log without any. */
    newestAt: database.values<[], number>("SELECT max(timestamp) FROM search_audit_log").get,
    /** Removes rows from before a time (ms); gives their number. */
    prune(before: number): number {
      const count = prune(before);
      if (count > 0) database.afterCommit(onChange);
      return count;
    },
  };
}

function boundsOf({ personId, filter, since }: EgressFilter): Bounds {
  return { personId: personId ?? "", blocked: filter === "blocked", since: filter === "today" ? (since ?? 0) : 0 };
}
