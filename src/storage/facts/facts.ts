import { worstOrigin } from "../../security/provenance/provenance.ts";
import { SENSITIVITIES, type Sensitivity } from "../../security/redaction/sensitivity.ts";
import { type AssistantDatabase, json } from "../database.ts";
import { indexedText, wordsQuery } from "../knowledge/knowledge-words.ts";
import type { Fact, NewFact, Scope } from "./fact-row.ts";

/** A fact that was found, a higher score for a better one. */
export interface FactMatch {
  readonly id: number;
  readonly score: number;
}

export interface FactVector {
  readonly model: string;
  readonly vector: Float32Array;
}

/** Which valid facts may be found: those of the person and those of all, at that time (ms). */
export interface FactFilter {
  readonly personId: string;
  readonly now: number;
  /** Not what is told to the person alone. */
  readonly onlyPublic: boolean;
  /** Facts of rooms and of the house too: what is no more private than this. */
  readonly shared: Sensitivity;
}

interface Saying {
  readonly sessionId: string;
  readonly personId: string;
}

interface SaidAt extends Saying {
  readonly turnId: string;
}

export interface ToldFact {
  readonly fact: Fact;
  readonly turns: readonly { readonly id: string; readonly text: string }[];
}

export type FactStore = ReturnType<typeof createFactStore>;

const COLUMNS = `id, CASE scope WHEN 'person' THEN json_object('kind', scope, 'personId', scope_id)
    WHEN 'room' THEN json_object('kind', scope, 'areaId', scope_id) ELSE json_object('kind', scope) END AS scope,
  category, key, value, confidence, sensitivity, source, origin, language, first_seen, last_seen, occurrence_count AS occurrences, valid_from, valid_to,
  importance, expires_at, superseded_by, evidence, told_by, status`;
const KEPT = `scope, scope_id, category, key, slot, value, confidence, sensitivity, source, origin, language, first_seen, last_seen, occurrence_count,
  valid_from, importance, expires_at, evidence, told_by, status`;

/** Valid, and for the eyes of who asks. */
const VISIBLE = `valid_to IS NULL AND status = 'active' AND (expires_at IS NULL OR expires_at > @now)
  AND (scope = 'person' AND scope_id = @personId AND (@onlyPublic = 0 OR sensitivity = 'public')
    OR scope IN ('room', 'house') AND sensitivity IN (SELECT value FROM json_each(@shared)))`;

/** Facts of a list of ids, and those whose place they took; what holds longer than the one that took its place stays. `heir`: what took theirs. */
const GONE = `WITH RECURSIVE gone (id, until, heir) AS (
  SELECT id, expires_at, superseded_by FROM profile_entries WHERE id IN (SELECT value FROM json_each(?))
  UNION SELECT replaced.id, until, heir FROM profile_entries AS replaced JOIN gone ON replaced.superseded_by = gone.id
    WHERE until IS NULL OR replaced.expires_at <= until)`;

/** Facts, found by scope and key, by words and by vectors. Writes join an open transaction. `onChange` runs once a write is on disk, and must not throw. */
export function createFactStore({ database, onChange = () => {} }: { database: AssistantDatabase; onChange?: () => void }) {
  const readers = { scope: json, evidence: json, origin: (origin: string) => worstOrigin([origin]) };
  const returning = (sql: string) => database.query<object, Fact>(sql, readers);
  const facts = <Parameters extends unknown[] | object>(rest: string) =>
    database.query<Parameters, Fact>(`SELECT ${COLUMNS} FROM profile_entries ${rest}`, readers);
  const byId = facts<[number]>("WHERE id = ?");
  const byIds = facts<[readonly number[]]>("WHERE id IN (SELECT value FROM json_each(?))");
  const ofKey = facts<[string, string, string]>("WHERE scope = ? AND scope_id = ? AND key = ? AND valid_to IS NULL");
  const ofScope = facts<[string, string]>("WHERE scope = ? AND scope_id = ?");
  const countOfScope = database.values<[string, string], number>("SELECT count(*) FROM profile_entries WHERE scope = ? AND scope_id = ?");
  const waiting = facts<{ personId: string }>(
    `WHERE scope = 'person' AND scope_id = @personId AND status = 'quarantined'
     UNION SELECT ${COLUMNS} FROM profile_entries WHERE told_by = @personId AND status = 'quarantined' ORDER BY id`,
  );
  const visible = facts<object>(`WHERE ${VISIBLE} ORDER BY importance DESC, id DESC`);
  const visibleIds = database.values<object, number>(`SELECT id FROM profile_entries WHERE ${VISIBLE}`);
  const insert = returning(
    `INSERT INTO profile_entries (scope, scope_id, category, key, slot, value, confidence, sensitivity, source, origin, language, first_seen, last_seen,
       occurrence_count, valid_from, importance, expires_at, evidence, told_by, status)
     VALUES (@scope, @scopeId, @category, @key, @slot, @value, @confidence, @sensitivity, @source, @origin, @language, @firstSeen, @lastSeen,
       @occurrences, @validFrom, @importance, @expiresAt, @evidence, @toldBy, @status) RETURNING ${COLUMNS}`,
  );
  const copy = database.values<[number, number], number>(
    `INSERT INTO profile_entries (${KEPT}, valid_to, superseded_by) SELECT ${KEPT}, ?, id FROM profile_entries WHERE id = ? RETURNING id`,
  );
  const toCopy = [
    "UPDATE profile_entries SET superseded_by = @copy WHERE superseded_by = @id AND id <> @copy",
    "UPDATE fact_turns SET fact_id = @copy WHERE fact_id = @id",
    "UPDATE fact_prompts SET fact_id = @copy WHERE fact_id = @id",
    "UPDATE habits SET fact_id = @copy WHERE fact_id = @id",
  ].map((sql) => database.command<{ id: number; copy: number }>(sql));
  const rewrite = returning(
    `UPDATE profile_entries SET category = @category, key = @key, slot = @slot, value = @value, confidence = @confidence, sensitivity = @sensitivity,
       source = @source, origin = @origin, language = @language, first_seen = @firstSeen, last_seen = @lastSeen, occurrence_count = @occurrences, valid_from = @validFrom,
       importance = @importance, expires_at = @expiresAt, evidence = @evidence, told_by = @toldBy, status = @status
     WHERE id = @id RETURNING ${COLUMNS}`,
  );
  const changes = database.values<[], number>("SELECT total_changes()");
  const end = database.command<[number, number]>("UPDATE profile_entries SET valid_to = ? WHERE id = ?");
  const link = database.command<[number, number]>("UPDATE profile_entries SET superseded_by = ? WHERE id = ?");
  // not where something else is valid in its place meanwhile
  const revive = database.command<[number]>("UPDATE OR IGNORE profile_entries SET valid_to = NULL, superseded_by = NULL WHERE id = ?");
  const chain = database.values<[readonly number[]], number>(`${GONE} SELECT DISTINCT id FROM gone`);
  const staying = database.query<[readonly number[]], { id: number; heir: number | undefined }>(
    `${GONE} SELECT replaced.id, heir FROM gone CROSS JOIN profile_entries AS replaced ON replaced.superseded_by = gone.id
       WHERE replaced.id NOT IN (SELECT id FROM gone)`,
  );
  const toldIn = facts<[string]>(
    "WHERE valid_to IS NULL AND status = 'active' AND id IN (SELECT fact_id FROM fact_turns WHERE turn_id = ?)",
  );
  // by the order in which they came, for a clock may be set back; what came later may be waiting already
  const before = database.query<SaidAt, { id: string; text: string; erased: number }>(
    `SELECT id, text, erased FROM turns INDEXED BY turns_of_session
     WHERE session_id = @sessionId AND person_id = @personId AND rowid < (SELECT rowid FROM turns WHERE id = @turnId) ORDER BY rowid DESC LIMIT 10`,
  );
  const tellingsIn = database.query<Saying, { factId: number; id: string; text: string }>(
    `SELECT fact_id, id, text FROM turns INDEXED BY turns_of_session JOIN fact_turns ON turn_id = id
     WHERE session_id = @sessionId AND person_id = @personId AND erased = 0`,
  );
  const remove = database.command<[number]>("DELETE FROM profile_entries WHERE id = ?");
  const addWords = database.command<[number, string, string]>("INSERT INTO facts_fts (rowid, owner, words) VALUES (?, ?, ?)");
  const addTurn = database.command<[string, number]>("INSERT OR IGNORE INTO fact_turns (turn_id, fact_id) VALUES (?, ?)");
  const removeWords = database.command<[number]>("DELETE FROM facts_fts WHERE rowid = ?");
  const byWords = database.query<{ words: string; ids: readonly number[]; limit: number }, FactMatch>(
    // the + keeps SQLite from looking each allowed fact up in the index of words, one after another
    `SELECT rowid AS id, -rank AS score FROM facts_fts WHERE facts_fts MATCH @words AND +rowid IN (SELECT value FROM json_each(@ids))
     ORDER BY rank LIMIT @limit`,
  );
  const putVector = database.command<[number, string, Float32Array]>(
    "INSERT OR REPLACE INTO fact_vectors (fact_id, model, vector) VALUES (?, ?, ?)",
  );
  const nearest = database.query<object, FactMatch>(
    `SELECT fact_id AS id, 1 - vec_distance_cosine(vector, @vector) AS score FROM fact_vectors
     WHERE fact_id IN (SELECT value FROM json_each(@ids)) AND model = @model AND length(vector) = @bytes ORDER BY score DESC LIMIT @limit`,
  );
  const removeVector = database.command<[number]>("DELETE FROM fact_vectors WHERE fact_id = ?");

  const filterOf = ({ shared, ...filter }: FactFilter) => ({
    ...filter,
    shared: SENSITIVITIES.slice(0, SENSITIVITIES.indexOf(shared) + 1),
  });
  const noted = () => database.afterCommit(onChange);
  const unindex = (id: number): void => {
    removeWords(id);
    removeVector(id);
  };
  const parametersOf = (fact: NewFact) => ({ ...fact, scope: fact.scope.kind, scopeId: scopeId(fact.scope) });
  const written = (fact: Fact | undefined, words: string): Fact => {
    if (!fact) throw new Error("a fact could not be written");
    noted();
    removeWords(fact.id);
    if (isValid(fact)) addWords(fact.id, ownerWord(fact.scope), indexedText(words));
    for (const one of fact.evidence) if (one.kind === "turn") addTurn(one.turnId, fact.id);
    return fact;
  };

  return {
    atomically: <Result>(work: () => Result): Result => database.transaction(work),
    get: byId.get,
    ofIds: (ids: readonly number[]): readonly Fact[] => byIds.all(ids),
    /** Of that key: what is valid, what waits and what was refused. */
    ofKey: (scope: Scope, key: string): readonly Fact[] => ofKey.all(scope.kind, scopeId(scope), key),
    /** These, and those whose place they took for ever. */
    withReplaced: (ids: readonly number[]): readonly Fact[] => byIds.all(chain.all(ids)),
    /** What a person said just before in the same session; undefined if that is forgotten. */
    saidBefore({ turnId, sessionId, personId }: SaidAt): string | undefined {
      const last = before.get({ turnId, sessionId, personId });
      return last?.erased === 0 ? last.text : undefined;
    },
    /** What a person told in the session's message before this turn's, unless that is forgotten; messages that told nothing and may be passed over are, where nothing else is known. */
    toldBefore({ turnId, sessionId, personId }: SaidAt, mayPass: (text: string) => boolean): readonly Fact[] {
      const said = before.all({ turnId, sessionId, personId });
      const at = said.findIndex(({ id, text, erased }) => erased === 1 || !mayPass(text) || toldIn.all(id).length > 0);
      const last = said[at];
      if (last?.erased !== 0) return [];
      const told = toldIn.all(last.id);
      if (at === 0) return told;
      const known = ofScope.all("person", personId).filter(isValid);
      return known.length === 1 ? told : [];
    },
    toldInSession({ sessionId, personId }: Saying): readonly ToldFact[] {
      const byFact = Map.groupBy(tellingsIn.all({ sessionId, personId }), ({ factId }) => factId);
      const valid = byIds.all([...byFact.keys()]).filter(isValid);
      return valid.map((fact) => ({ fact, turns: (byFact.get(fact.id) ?? []).map(({ id, text }) => ({ id, text })) }));
    },
    /** Everything of a scope, also what is not valid any more. */
    ofScope: (scope: Scope): readonly Fact[] => ofScope.all(scope.kind, scopeId(scope)),
    countOf: (scope: Scope): number => countOfScope.get(scope.kind, scopeId(scope)) ?? 0,
    /** What waits for the person's yes, of their own and of what they said about the house. */
    waitingFor: (personId: string): readonly Fact[] => waiting.all({ personId }),
    /** Ids of valid facts for the eyes of who asks: a search is within these. */
    visibleIds: (filter: FactFilter): readonly number[] => visibleIds.all(filterOf(filter)),
    /** All that is private or sensitive, of everybody, also what waits for a yes and what was true once: it must not leave the house. */
    guarded: database.query<[], { readonly key: string; readonly value: string }>(
      "SELECT key, value FROM profile_entries WHERE sensitivity <> 'public' AND status <> 'refused' ORDER BY id",
    ).all,
    /** Goes up with every row that this database's handle writes, whatever the table. */
    changes: (): number => changes.get() ?? 0,
    /** The most important first. */
    visible: (filter: FactFilter): readonly Fact[] => visible.all(filterOf(filter)),
    /** `words`: what it is found by. */
    insert: (fact: NewFact, words: string): Fact => written(insert.get(parametersOf(fact)), words),
    /** Writes a fact anew under its id; its vector goes if it is valid no more, or told in other words. */
    rewrite(id: number, fact: NewFact, words: string): Fact {
      const before = byId.get(id);
      if (fact.status !== "active" || fact.key !== before?.key || fact.value !== before.value) removeVector(id);
      return written(rewrite.get({ ...parametersOf(fact), id }), words);
    },
    /** It was valid until then, and is found no more. */
    end(id: number, at: number): void {
      end(at, id);
      unindex(id);
      noted();
    },
    /** What a fact says now is kept under another number, as ended, with all that rests on it: its own number is free for what is right. */
    setAside(id: number, at: number): void {
      const copied = copy.get(at, id);
      if (copied !== undefined) for (const move of toCopy) move({ id, copy: copied });
    },
    link: (endedId: number, byId: number): void => void link(byId, endedId),
    replacedBy: facts<[id: number]>("WHERE superseded_by = ?").all,
    /** An ended fact is valid again, unless another one is in its place; its words are still to be put. */
    revive(id: number): void {
      revive(id);
      noted();
    },
    withoutWords: facts<[]>(
      `INDEXED BY valid_facts WHERE valid_to IS NULL AND status = 'active'
         AND NOT EXISTS (SELECT 1 FROM facts_fts WHERE facts_fts.rowid = profile_entries.id)`,
    ).all,
    putWords({ id, scope }: Fact, words: string): void {
      addWords(id, ownerWord(scope), indexedText(words));
    },
    overBy: database.values<[now: number], number>("SELECT id FROM profile_entries WHERE expires_at <= ?").all,
    /** Removes facts and those they superseded for ever; what one superseded for a time is valid again. Returns how many went. */
    remove(ids: readonly number[]): number {
      return database.transaction(() => {
        const all = chain.all(ids);
        const left = staying.all(ids);
        for (const id of all) remove(id);
        for (const { id, heir } of left) {
          if (heir !== undefined && byId.get(heir)) link(heir, id);
          else revive(id);
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
      const words = wordsQuery(text);
      if (words === undefined) return [];
      const own = ownerWord({ kind: "person", personId });
      return byWords.all({ words: `owner : (${own} OR shared) AND words : (${words})`, ids, limit });
    },
    /** Valid facts that this model has made no vector for, the newest first. */
    withoutVector: facts<[model: string, limit: number]>(
      `INDEXED BY valid_facts WHERE valid_to IS NULL AND status = 'active'
         AND NOT EXISTS (SELECT 1 FROM fact_vectors WHERE fact_id = profile_entries.id AND model = ?) ORDER BY id DESC LIMIT ?`,
    ).all,
    putVector(id: number, { model, vector }: FactVector): void {
      const fact = byId.get(id);
      if (fact && isValid(fact)) putVector(id, model, vector);
    },
    /** Of these ids those whose vectors are nearest by the cosine (the score, -1 to 1). */
    searchVectors({ model, vector }: FactVector, ids: readonly number[], limit: number): readonly FactMatch[] {
      if (database.vectorsProblem() !== undefined) return [];
      return nearest.all({ ids, model, vector, bytes: vector.byteLength, limit });
    },
  };
}

function isValid({ status, validTo }: Fact): boolean {
  return status === "active" && validTo === undefined;
}

function scopeId(scope: Scope): string {
  if (scope.kind === "house") return "";
  return scope.kind === "person" ? scope.personId : scope.areaId;
}

/** Whose a fact is, as one word of the index; that of rooms and of the house is everybody's. */
function ownerWord(scope: Scope): string {
  return scope.kind === "person" ? `p${Buffer.from(scope.personId).toString("hex")}` : "shared";
}
