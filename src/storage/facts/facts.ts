import { SENSITIVITIES, type Sensitivity } from "../../security/redaction/sensitivity.ts";
import type { AssistantDatabase } from "../database.ts";
import { anyTerm, indexedText, type Term, termsOf } from "../knowledge/knowledge-words.ts";
import { rarestTerms } from "../knowledge/knowledge-words-rare.ts";
import type { Fact, Scope } from "./fact-row.ts";
import { type FactRow, type NewFact, ownerWord, scopeId, toFact, toParameters } from "./facts-rows.ts";
import { createFactVectorTable, type FactMatch, type FactVector } from "./stored-fact-vectors.ts";

/** Which valid facts may be found: those of the person and those of all, at that time (ms). */
export interface FactFilter {
  readonly personId: string;
  readonly now: number;
  /** Not what is told to the person alone. */
  readonly onlyPublic: boolean;
  /** Facts of rooms and of the house too: what is no more private than this. */
  readonly shared: Sensitivity;
}

/** A person in one of their sessions. */
interface Saying {
  readonly sessionId: string;
  readonly personId: string;
}

/** A person's message in one of their sessions. */
interface SaidAt extends Saying {
  readonly turnId: string;
}

/** A fact, and what of the messages that told it. */
export interface ToldFact {
  readonly fact: Fact;
  readonly turns: readonly { readonly id: string; readonly text: string }[];
}

export type FactStore = ReturnType<typeof createFactStore>;

/** A word that stands in all of 1,000 facts made recall take twice as long, and told nothing about any of them. */
const MOST_WEIGHED = 1_000;

/** Valid, and for the eyes of who asks. */
const VISIBLE = `valid_to IS NULL AND status = 'active' AND (expires_at IS NULL OR expires_at > @now)
  AND (scope = 'person' AND scope_id = @personId AND (@onlyPublic = 0 OR sensitivity = 'public')
    OR scope IN ('room', 'house') AND sensitivity IN (SELECT value FROM json_each(@shared)))`;

/** Facts of a list of ids, and those whose place they took; what holds longer than the one that took its place stays. `heir`: what took theirs. */
const GONE = `WITH RECURSIVE gone (id, until, heir) AS (
  SELECT id, expires_at, superseded_by FROM profile_entries WHERE id IN (SELECT value FROM json_each(?))
  UNION SELECT replaced.id, until, heir FROM profile_entries AS replaced JOIN gone ON replaced.superseded_by = gone.id
    WHERE until IS NULL OR replaced.expires_at <= until)`;

/**
 * What is known about people, rooms and the house, found by scope and key, by words and by vectors. Writes join an open transaction.
 * `onChange` is called once a write is on disk, and must not throw.
 */
export function createFactStore({ database, onChange = () => {} }: { database: AssistantDatabase; onChange?: () => void }) {
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
  const visibleIds = sqlite.prepare<Record<string, string | number>, number>(`SELECT id FROM profile_entries WHERE ${VISIBLE}`).pluck();
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
  const guarded = sqlite.prepare<[], { readonly key: string; readonly value: string }>(
    "SELECT key, value FROM profile_entries WHERE sensitivity <> 'public' AND status <> 'refused' ORDER BY id",
  );
  const changes = sqlite.prepare<[], number>("SELECT total_changes()").pluck();
  const end = sqlite.prepare<[number, number]>("UPDATE profile_entries SET valid_to = ? WHERE id = ?");
  const link = sqlite.prepare<[number, number]>("UPDATE profile_entries SET superseded_by = ? WHERE id = ?");
  const replacedBy = sqlite.prepare<[number], FactRow>("SELECT * FROM profile_entries WHERE superseded_by = ?");
  // not where something else is valid in its place meanwhile
  const revive = sqlite.prepare<[number]>("UPDATE OR IGNORE profile_entries SET valid_to = NULL, superseded_by = NULL WHERE id = ?");
  const withoutWords = sqlite.prepare<[], FactRow>(
    `SELECT * FROM profile_entries INDEXED BY valid_facts WHERE valid_to IS NULL AND status = 'active'
       AND NOT EXISTS (SELECT 1 FROM facts_fts WHERE facts_fts.rowid = profile_entries.id)`,
  );
  const chain = sqlite.prepare<[string], number>(`${GONE} SELECT DISTINCT id FROM gone`).pluck();
  const staying = sqlite.prepare<[string], { id: number; heir: number | null }>(
    `${GONE} SELECT replaced.id, heir FROM gone CROSS JOIN profile_entries AS replaced ON replaced.superseded_by = gone.id
       WHERE replaced.id NOT IN (SELECT id FROM gone)`,
  );
  const toldIn = sqlite.prepare<[string], FactRow>(
    "SELECT * FROM profile_entries WHERE valid_to IS NULL AND status = 'active' AND id IN (SELECT fact_id FROM fact_turns WHERE turn_id = ?)",
  );
  // by the order in which they came, for a clock may be set back; what came later may be waiting already
  const before = sqlite.prepare<SaidAt, { id: string; text: string; erased: number }>(
    `SELECT id, text, erased FROM turns INDEXED BY turns_of_session
     WHERE session_id = @sessionId AND person_id = @personId AND rowid < (SELECT rowid FROM turns WHERE id = @turnId) ORDER BY rowid DESC LIMIT 3`,
  );
  const tellingsIn = sqlite.prepare<Saying, { factId: number; id: string; text: string }>(
    `SELECT fact_id AS factId, id, text FROM turns INDEXED BY turns_of_session JOIN fact_turns ON turn_id = id
     WHERE session_id = @sessionId AND person_id = @personId AND erased = 0`,
  );
  const overBy = sqlite.prepare<[number], number>("SELECT id FROM profile_entries WHERE expires_at <= ?").pluck();
  const remove = sqlite.prepare<[number]>("DELETE FROM profile_entries WHERE id = ?");
  const addWords = sqlite.prepare<[number, string, string]>("INSERT INTO facts_fts (rowid, owner, words) VALUES (?, ?, ?)");
  const addTurn = sqlite.prepare<[string, number]>("INSERT OR IGNORE INTO fact_turns (turn_id, fact_id) VALUES (?, ?)");
  const removeWords = sqlite.prepare<[number]>("DELETE FROM facts_fts WHERE rowid = ?");
  const withoutVector = sqlite.prepare<[string, number], FactRow>(
    `SELECT * FROM profile_entries INDEXED BY valid_facts WHERE valid_to IS NULL AND status = 'active'
       AND NOT EXISTS (SELECT 1 FROM fact_vectors WHERE fact_id = profile_entries.id AND model = ?) ORDER BY id DESC LIMIT ?`,
  );
  const byWords = sqlite.prepare<[string], FactMatch>(
    "SELECT rowid AS id, -rank AS score FROM facts_fts WHERE facts_fts MATCH ? ORDER BY rank",
  );
  const vectors = createFactVectorTable({ database });

  const filterOf = ({ personId, now, onlyPublic, shared }: FactFilter) => ({
    personId,
    now,
    onlyPublic: onlyPublic ? 1 : 0,
    shared: JSON.stringify(SENSITIVITIES.slice(0, SENSITIVITIES.indexOf(shared) + 1)),
  });
  const noted = () => database.afterCommit(onChange);
  const unindex = (id: number): void => {
    removeWords.run(id);
    vectors.remove(id);
  };
  const written = (row: FactRow | undefined, words: string): Fact => {
    if (!row) throw new Error("a fact could not be written");
    noted();
    removeWords.run(row.id);
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
    /** These, and those whose place they took for ever. */
    withReplaced: (ids: readonly number[]): readonly Fact[] => byIds.all(JSON.stringify(chain.all(JSON.stringify(ids)))).map(toFact),
    /** What a person said just before in the same session; undefined if that is forgotten. */
    saidBefore({ turnId, sessionId, personId }: SaidAt): string | undefined {
      const last = before.get({ turnId, sessionId, personId });
      return last?.erased === 0 ? last.text : undefined;
    },
    /**
     * What a person told in the message before this turn's, in the same session; nothing if that is forgotten. Messages that only looked at what is
     * known (`isLook`) stand in between where there is one thing to be meant.
     */
    toldBefore({ turnId, sessionId, personId }: SaidAt, isLook: (text: string) => boolean): readonly Fact[] {
      const said = before.all({ turnId, sessionId, personId });
      const at = said.findIndex(({ text }) => !isLook(text));
      const last = said[at];
      if (last?.erased !== 0) return [];
      const told = toldIn.all(last.id).map(toFact);
      if (at === 0) return told;
      const known = ofScope.all("person", personId).filter(({ valid_to: end, status }) => end === null && status === "active");
      return known.length === 1 ? told : [];
    },
    /** Valid facts that a person told in a session. */
    toldInSession({ sessionId, personId }: Saying): readonly ToldFact[] {
      const byFact = Map.groupBy(tellingsIn.all({ sessionId, personId }), ({ factId }) => factId);
      const facts = byIds.all(JSON.stringify([...byFact.keys()])).filter((row) => row.valid_to === null && row.status === "active");
      return facts.map((row) => ({ fact: toFact(row), turns: (byFact.get(row.id) ?? []).map(({ id, text }) => ({ id, text })) }));
    },
    /** Everything of a scope, also what is not valid any more. */
    ofScope: (scope: Scope): readonly Fact[] => ofScope.all(scope.kind, scopeId(scope)).map(toFact),
    countOf: (scope: Scope): number => countOfScope.get(scope.kind, scopeId(scope)) ?? 0,
    /** What waits for the person's yes, of their own and of what they said about the house. */
    waitingFor: (personId: string): readonly Fact[] => waiting.all({ personId }).map(toFact),
    /** Ids of valid facts for the eyes of who asks: a search is within these. */
    visibleIds: (filter: FactFilter): readonly number[] => visibleIds.all(filterOf(filter)),
    /** All that is private or sensitive, of everybody, also what waits for a yes and what was true once: it must not leave the house. */
    guarded: (): readonly { readonly key: string; readonly value: string }[] => guarded.all(),
    /** Goes up with every row that this database's handle writes, whatever the table. */
    changes: (): number => changes.get() ?? 0,
    /** The most important first. */
    visible: (filter: FactFilter): readonly Fact[] => visible.all(filterOf(filter)).map(toFact),
    /** `words`: what it is found by. */
    insert: (fact: NewFact, words: string): Fact => written(insert.get(toParameters(fact)), words),
    /** Writes a fact anew under its id; its vector goes if it is valid no more, or told in other words. */
    rewrite(id: number, fact: NewFact, words: string): Fact {
      const before = byId.get(id);
      if (fact.status !== "active" || fact.key !== before?.key || fact.value !== before.value) vectors.remove(id);
      return written(rewrite.get({ ...toParameters(fact), id }), words);
    },
    /** It was valid until then, and is found no more. */
    end(id: number, at: number): void {
      end.run(at, id);
      unindex(id);
      noted();
    },
    /** Says which fact took an ended one's place. */
    link: (endedId: number, byId: number): void => void link.run(byId, endedId),
    /** Those whose place a fact took. */
    replacedBy: (id: number): readonly Fact[] => replacedBy.all(id).map(toFact),
    /** An ended fact is valid again, unless another one is in its place; its words are still to be put. */
    revive(id: number): void {
      revive.run(id);
      noted();
    },
    /** Valid facts that are not found by words. */
    withoutWords: (): readonly Fact[] => withoutWords.all().map(toFact),
    putWords({ id, scope }: Fact, words: string): void {
      addWords.run(id, ownerWord({ scope: scope.kind, scopeId: scopeId(scope) }), indexedText(words));
    },
    /** Facts that were said to end by that time (ms). */
    overBy: (now: number): readonly number[] => overBy.all(now),
    /**
     * Removes facts with words and vectors, and those whose place they took; what one took the place of for a time only is valid again. Returns how
     * many went.
     */
    remove(ids: readonly number[]): number {
      return database.transaction(() => {
        const wanted = JSON.stringify(ids);
        const all = chain.all(wanted);
        const left = staying.all(wanted);
        for (const id of all) remove.run(id);
        for (const { id, heir } of left) {
          if (heir !== null && byId.get(heir)) link.run(heir, id);
          else revive.run(id);
        }
        if (all.length > 0) noted();
        return all.length;
      });
    },
    /** Empties the write-ahead log, so that what was removed is in no file; false while another handle reads. Not within a transaction. */
    emptyLog: (): boolean => database.emptyLog(),
    /** Facts with words of any text, the best first: the person's and shared ones, of these ids. */
    searchWords(
      text: string,
      { personId, ids }: { readonly personId: string; readonly ids: readonly number[] },
      limit: number,
    ): readonly FactMatch[] {
      const all = termsOf(text);
      if (all.length === 0) return [];
      const allowed = new Set(ids);
      const own = ownerWord({ scope: "person", scopeId: personId });
      const search = (terms: readonly Term[]): readonly FactMatch[] => {
        const found: FactMatch[] = [];
        for (const match of byWords.iterate(`owner : (${own} OR shared) AND words : (${anyTerm(terms)})`)) {
          if (found.length >= limit) break;
          if (allowed.has(match.id)) found.push(match);
        }
        return found;
      };
      const rarest = rarestTerms(sqlite, all, { table: "facts_fts", mostWeighed: MOST_WEIGHED });
      const found = search(rarest);
      return found.length < limit && rarest.length < all.length ? search(all) : found;
    },
    /** Valid facts that this model has made no vector for, the newest first. */
    withoutVector: (model: string, limit: number): readonly Fact[] => withoutVector.all(model, limit).map(toFact),
    putVector(id: number, vector: FactVector): void {
      const row = byId.get(id);
      if (row?.status === "active" && row.valid_to === null) vectors.put(id, vector);
    },
    /** Of these ids those whose vectors are nearest by the cosine (the score, -1 to 1). */
    searchVectors: (vector: FactVector, ids: readonly number[], limit: number): readonly FactMatch[] => vectors.nearest(vector, ids, limit),
  };
}
