import type { AssistantDatabase } from "./database.ts";
import type { Fact, Scope } from "./fact.ts";
import { type FactRow, type NewFact, ownerWord, scopeId, toFact, toParameters } from "./facts-rows.ts";
import { indexedText, wordsQuery } from "./knowledge-words.ts";

/** Which valid facts may be found: those of the person and those of all, at that time (ms). */
export interface FactFilter {
  readonly personId: string;
  readonly now: number;
  /** Not what is told to the person alone. */
  readonly onlyPublic: boolean;
  /** Facts of rooms and of the house too, all or the public ones. */
  readonly shared: "all" | "public";
}

/** A fact that was found, a higher score for a better one. */
export interface FactMatch {
  readonly id: number;
  readonly score: number;
}

export interface FactVector {
  readonly model: string;
  readonly vector: Float32Array;
}

export type FactStore = ReturnType<typeof createFactStore>;

/** Valid, and for the eyes of who asks. */
const VISIBLE = `valid_to IS NULL AND status = 'active' AND (expires_at IS NULL OR expires_at > @now)
  AND (scope = 'person' AND scope_id = @personId AND (@onlyPublic = 0 OR sensitivity = 'public')
    OR scope IN ('room', 'house') AND (@sharedPublic = 0 OR sensitivity = 'public'))`;

/** What is known about people, rooms and the house, found by scope and key, by words and by vectors. Writes join an open transaction. */
export function createFactStore({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const byId = sqlite.prepare<[number], FactRow>("SELECT * FROM profile_entries WHERE id = ?");
  const byIds = sqlite.prepare<[string], FactRow>("SELECT * FROM profile_entries WHERE id IN (SELECT value FROM json_each(?))");
  const ofKey = sqlite.prepare<[string, string, string], FactRow>(
    "SELECT * FROM profile_entries WHERE scope = ? AND scope_id = ? AND key = ? AND valid_to IS NULL",
  );
  const ofScope = sqlite.prepare<[string, string], FactRow>("SELECT * FROM profile_entries WHERE scope = ? AND scope_id = ?");
  const countOfScope = sqlite
    .prepare<[string, string], number>("SELECT count(*) FROM profile_entries WHERE scope = ? AND scope_id = ?")
    .pluck();
  const waiting = sqlite.prepare<{ personId: string }, FactRow>(
    `SELECT * FROM profile_entries WHERE scope = 'person' AND scope_id = @personId AND status = 'quarantined'
     UNION SELECT * FROM profile_entries WHERE told_by = @personId AND status = 'quarantined' ORDER BY id`,
  );
  const visible = sqlite.prepare<Record<string, string | number>, FactRow>(
    `SELECT * FROM profile_entries WHERE ${VISIBLE} ORDER BY importance DESC, id DESC`,
  );
  const anyVisible = sqlite.prepare<Record<string, string | number>>(`SELECT 1 FROM profile_entries WHERE ${VISIBLE} LIMIT 1`);
  const insert = sqlite.prepare<Record<string, string | number | null>, FactRow>(
    `INSERT INTO profile_entries (scope, scope_id, category, key, slot, value, confidence, sensitivity, source, origin, language, first_seen, last_seen,
       occurrence_count, valid_from, importance, expires_at, evidence, told_by, status)
     VALUES (@scope, @scopeId, @category, @key, @slot, @value, @confidence, @sensitivity, @source, @origin, @language, @firstSeen, @lastSeen,
       @occurrences, @validFrom, @importance, @expiresAt, @evidence, @toldBy, @status) RETURNING *`,
  );
  const rewrite = sqlite.prepare<Record<string, string | number | null>, FactRow>(
    `UPDATE profile_entries SET category = @category, key = @key, slot = @slot, value = @value, confidence = @confidence, sensitivity = @sensitivity,
       source = @source, origin = @origin, language = @language, last_seen = @lastSeen, occurrence_count = @occurrences, valid_from = @validFrom,
       importance = @importance, expires_at = @expiresAt, evidence = @evidence, told_by = @toldBy, status = @status
     WHERE id = @id RETURNING *`,
  );
  const end = sqlite.prepare<[number, number]>("UPDATE profile_entries SET valid_to = ? WHERE id = ?");
  const link = sqlite.prepare<[number, number]>("UPDATE profile_entries SET superseded_by = ? WHERE id = ?");
  const chain = sqlite
    .prepare<[string], number>(
      `WITH RECURSIVE gone (id) AS (
         SELECT id FROM profile_entries WHERE id IN (SELECT value FROM json_each(?))
         UNION SELECT profile_entries.id FROM profile_entries JOIN gone ON superseded_by = gone.id)
       SELECT id FROM gone`,
    )
    .pluck();
  const remove = sqlite.prepare<[number]>("DELETE FROM profile_entries WHERE id = ?");
  const addWords = sqlite.prepare<[number, string, string]>("INSERT INTO facts_fts (rowid, owner, words) VALUES (?, ?, ?)");
  const addTurn = sqlite.prepare<[string, number]>("INSERT OR IGNORE INTO fact_turns (turn_id, fact_id) VALUES (?, ?)");
  const removeWords = sqlite.prepare<[number]>("DELETE FROM facts_fts WHERE rowid = ?");
  const addVector = sqlite.prepare<[number, string, Uint8Array]>(
    "INSERT INTO fact_vectors (fact_id, model, vector) VALUES (?, ?, ?) ON CONFLICT (fact_id) DO UPDATE SET model = excluded.model, vector = excluded.vector",
  );
  const removeVector = sqlite.prepare<[number]>("DELETE FROM fact_vectors WHERE fact_id = ?");
  const withoutVector = sqlite.prepare<[string, number], FactRow>(
    `SELECT * FROM profile_entries WHERE valid_to IS NULL AND status = 'active'
       AND NOT EXISTS (SELECT 1 FROM fact_vectors WHERE fact_id = profile_entries.id AND model = ?) ORDER BY id DESC LIMIT ?`,
  );
  // the + keeps SQLite from looking each visible fact up in the index of words, one after another
  const byWords = sqlite.prepare<Record<string, string | number>, FactMatch>(
    `SELECT rowid AS id, -rank AS score FROM facts_fts
     WHERE facts_fts MATCH @words AND +rowid IN (SELECT id FROM profile_entries WHERE ${VISIBLE}) ORDER BY rank LIMIT @limit`,
  );

  const filterOf = ({ personId, now, onlyPublic, shared }: FactFilter) => ({
    ...{ personId, now },
    onlyPublic: onlyPublic ? 1 : 0,
    sharedPublic: shared === "public" ? 1 : 0,
  });
  const unindex = (id: number): void => {
    removeWords.run(id);
    removeVector.run(id);
  };
  const written = (row: FactRow | undefined, words: string): Fact => {
    if (!row) throw new Error("a fact could not be written");
    unindex(row.id);
    if (row.status === "active" && row.valid_to === null)
      addWords.run(row.id, ownerWord({ scope: row.scope, scopeId: row.scope_id }), indexedText(words));
    const fact = toFact(row);
    for (const one of fact.evidence) if (one.kind === "turn") addTurn.run(one.turnId, fact.id);
    return fact;
  };

  return {
    /** All of `work` in one commit. */
    atomically: <Result>(work: () => Result): Result => database.transaction(work),
    get(id: number): Fact | undefined {
      const row = byId.get(id);
      return row && toFact(row);
    },
    ofIds: (ids: readonly number[]): readonly Fact[] => byIds.all(JSON.stringify(ids)).map(toFact),
    /** Of that key: what is valid, what waits and what was refused. */
    ofKey: (scope: Scope, key: string): readonly Fact[] => ofKey.all(scope.kind, scopeId(scope), key).map(toFact),
    /** These, and those whose place they took. */
    withReplaced: (ids: readonly number[]): readonly Fact[] => byIds.all(JSON.stringify(chain.all(JSON.stringify(ids)))).map(toFact),
    /** Everything of a scope, also what is not valid any more. */
    ofScope: (scope: Scope): readonly Fact[] => ofScope.all(scope.kind, scopeId(scope)).map(toFact),
    countOf: (scope: Scope): number => countOfScope.get(scope.kind, scopeId(scope)) ?? 0,
    /** What waits for the person's yes, of their own and of what they said about the house. */
    waitingFor: (personId: string): readonly Fact[] => waiting.all({ personId }).map(toFact),
    hasVisible: (filter: FactFilter): boolean => anyVisible.get(filterOf(filter)) !== undefined,
    /** The most important first. */
    visible: (filter: FactFilter): readonly Fact[] => visible.all(filterOf(filter)).map(toFact),
    /** `words`: what it is found by. */
    insert: (fact: NewFact, words: string): Fact => written(insert.get(toParameters(fact)), words),
    /** Writes a fact anew under its id; its vector is gone then. */
    rewrite: (id: number, fact: NewFact, words: string): Fact => written(rewrite.get({ ...toParameters(fact), id }), words),
    /** It was valid until then, and is found no more. */
    end(id: number, at: number): void {
      end.run(at, id);
      unindex(id);
    },
    /** Says which fact took an ended one's place. */
    link: (endedId: number, byId: number): void => void link.run(byId, endedId),
    /** Removes facts, and those whose place they took, with words and vectors. Returns how many. */
    remove(ids: readonly number[]): number {
      return database.transaction(() => {
        const all = chain.all(JSON.stringify(ids));
        for (const id of all) remove.run(id);
        return all.length;
      });
    },
    /** Empties the write-ahead log, so that what was removed is in no file; false while another handle reads. Not within a transaction. */
    emptyLog: (): boolean => database.emptyLog(),
    /** Facts with words of any text, the best first. */
    searchWords(text: string, filter: FactFilter, limit: number): readonly FactMatch[] {
      const words = wordsQuery(text);
      const own = ownerWord({ scope: "person", scopeId: filter.personId });
      return words === undefined
        ? []
        : byWords.all({ words: `owner : (${own} OR shared) AND words : (${words})`, limit, ...filterOf(filter) });
    },
    /** Valid facts that this model has made no vector for, the newest first; none where vectors cannot be compared. */
    withoutVector: (model: string, limit: number): readonly Fact[] =>
      database.vectorsProblem() === undefined ? withoutVector.all(model, limit).map(toFact) : [],
    putVector(id: number, { model, vector }: FactVector): void {
      const row = byId.get(id);
      if (row?.status === "active" && row.valid_to === null) addVector.run(id, model, bytesOf(vector));
    },
    /** Facts whose vectors are nearest by the cosine (the score, -1 to 1); none where vectors cannot be compared. */
    searchVectors({ model, vector }: FactVector, filter: FactFilter, limit: number): readonly FactMatch[] {
      if (database.vectorsProblem() !== undefined) return [];
      return sqlite
        .prepare<Record<string, string | number | Uint8Array>, FactMatch>(
          // in that order: vectors of others are not even read
          `SELECT profile_entries.id, 1 - vec_distance_cosine(vector, @vector) AS score
           FROM profile_entries CROSS JOIN fact_vectors ON fact_id = profile_entries.id
           WHERE ${VISIBLE} AND model = @model AND length(vector) = length(@vector) ORDER BY score DESC LIMIT @limit`,
        )
        .all({ model, vector: bytesOf(vector), limit, ...filterOf(filter) });
    },
  };
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
