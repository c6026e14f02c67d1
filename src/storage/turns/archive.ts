import type { OutsideText } from "../../security/provenance/provenance.ts";
import { type Origin, worstOrigin } from "../../security/provenance/provenance.ts";
import { type AssistantDatabase, json } from "../database.ts";
import { indexedText, wordsQuery } from "../knowledge/knowledge-words.ts";

/** Which past conversations may be found: a person's own only. */
export interface ArchiveFilter {
  readonly personId: string;
  /** Only what was said in the chat of this session. */
  readonly inChatOf?: string | undefined;
  /** Ms: said at this time or later. */
  readonly from?: number | undefined;
  /** Ms: said before this time. */
  readonly to?: number | undefined;
}

/** A turn of a past conversation, or a summary of one. */
export interface ArchivePassage {
  readonly id: number;
  readonly kind: "turn" | "summary";
  readonly sessionId: string;
  /** Undefined of a summary. */
  readonly turnId: string | undefined;
  /** Ms: when it was said, or when the conversation began. */
  readonly at: number;
  /** What the person said and what was answered; of a summary all of it is `answered`. */
  readonly said: string;
  readonly answered: string;
  readonly origin: Origin;
  readonly outside: readonly OutsideText[];
}

export interface ArchivedSession {
  readonly id: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly messages: number;
  /** The first thing that the person said, and the turn in which they did. */
  readonly begin: string;
  readonly beginTurnId: string;
  readonly summary: string | undefined;
}

interface Bounds {
  readonly personId: string;
  readonly chatOf: string | null;
  readonly from: number;
  readonly to: number;
}

interface NewPassage {
  readonly personId: string;
  readonly sessionId: string;
  /** The last entry that it is of. */
  readonly upTo: number;
  readonly at: number;
}

interface Passage {
  readonly id: number;
  readonly sessionId: string;
  /** Undefined of a summary. */
  readonly turnId: string | undefined;
  readonly at: number;
}

interface Entry {
  readonly role: string;
  readonly content: string;
  readonly origin: string;
  readonly outside: readonly OutsideText[];
}

/** Of a text, for the index: a pasted book is found by its beginning. */
const INDEXED_CHARACTERS = 8_000;
/** A person's passages that have vectors, the newest: 1,500 of 768 numbers are compared in 9 ms, and what is older is found by its words. */
const MOST_VECTORS = 1_500;

export type Archive = ReturnType<typeof createArchive>;

/** Past conversations, found by their words, by their vectors and by their time. */
export function createArchive({ database, mostVectors = MOST_VECTORS }: { database: AssistantDatabase; mostVectors?: number }) {
  const newTurns = database.query<
    [number],
    NewPassage & { readonly turnId: string }
  >(`SELECT history.id AS up_to, turn_id, history.session_id, turns.person_id, turns.received_at AS at
     FROM conversation_history AS history JOIN turns ON turns.id = history.turn_id
     WHERE history.id > (SELECT coalesce(max(up_to), 0) FROM conversation_passages WHERE turn_id IS NOT NULL) AND role = 'person'
     ORDER BY history.id LIMIT ?`);
  const newSummaries = database.query<
    [number],
    NewPassage & { readonly text: string }
  >(`SELECT session_id, up_to, text, person_id, started_at AS at
     FROM conversation_summaries INDEXED BY summaries_to_index JOIN conversation_sessions AS sessions ON sessions.id = session_id
     WHERE is_indexed = 0 LIMIT ?`);
  const isIndexed = database.command<[string]>("UPDATE conversation_summaries SET is_indexed = 1 WHERE session_id = ?");
  const dropSummary = database.command<[string]>("DELETE FROM conversation_passages WHERE session_id = ? AND turn_id IS NULL");
  const insert = database.insertion<NewPassage & { readonly turnId: string | undefined }>(
    "INSERT INTO conversation_passages (person_id, session_id, turn_id, up_to, at) VALUES (@personId, @sessionId, @turnId, @upTo, @at)",
  );
  const addWords = database.command<[number, string]>("INSERT INTO conversation_fts (rowid, words) VALUES (?, ?)");
  const entriesOf = database.query<[string], Entry>(
    "SELECT role, content, origin, coalesce(outside, '[]') AS outside FROM conversation_history WHERE turn_id = ? ORDER BY id",
    { outside: json },
  );
  const summaryOf = database.query<[string], { text: string; origin: string }>(
    "SELECT text, origin FROM conversation_summaries WHERE session_id = ?",
  );
  const byIds = database.query<[readonly number[]], Passage>(
    "SELECT id, session_id, turn_id, at FROM conversation_passages WHERE id IN (SELECT value FROM json_each(?))",
  );
  const inChat = (session: string) => `(@chatOf IS NULL OR ${session} IN (
      SELECT own.id FROM conversation_sessions AS here JOIN conversation_sessions AS own
        ON own.channel = here.channel AND own.bot = here.bot AND own.chat_id = here.chat_id AND own.person_id = @personId
      WHERE here.id = @chatOf))`;
  const allowed = `person_id = @personId AND at >= @from AND at < @to AND ${inChat("conversation_passages.session_id")}`;
  const byWords = database.values<Bounds & { words: string; limit: number }, number>(
    // the + keeps SQLite from looking each allowed passage up in the index of words, one after another
    `SELECT rowid FROM conversation_fts WHERE conversation_fts MATCH @words
         AND +rowid IN (SELECT id FROM conversation_passages WHERE ${allowed}) ORDER BY rank LIMIT @limit`,
  );
  const nearest = database.values<object, number>(
    `SELECT id FROM (SELECT id, vector FROM conversation_passages WHERE ${allowed} AND model = @model ORDER BY at DESC LIMIT @most)
     WHERE length(vector) = @bytes ORDER BY vec_distance_cosine(vector, @vector) LIMIT @limit`,
  );
  const inTime = database.values<Bounds & { limit: number }, number>(
    `SELECT id FROM conversation_passages WHERE ${allowed} ORDER BY turn_id IS NOT NULL, at, id LIMIT @limit`,
  );
  const speakers = database.values<[], string>("SELECT id FROM people");
  const oldest = database.values<[string, number], number>(
    "SELECT at FROM conversation_passages WHERE person_id = ? ORDER BY at DESC LIMIT 1 OFFSET ?",
  );
  const bare = database.query<
    { personId: string; from: number; model: string; limit: number },
    Passage
  >(`SELECT passages.id, session_id, turn_id, at FROM conversation_passages AS passages INDEXED BY passages_of_person
     JOIN conversation_sessions AS sessions ON sessions.id = session_id
     WHERE passages.person_id = @personId AND at >= @from AND is_active = 0 AND model IS NOT @model ORDER BY at DESC LIMIT @limit`);
  const putVector = database.values<[string, Float32Array, number], string>(
    "UPDATE conversation_passages SET model = ?, vector = ? WHERE id = ? RETURNING person_id",
  );
  const dropOlder = database.command<[string, number]>(
    "UPDATE conversation_passages INDEXED BY passages_with_vectors SET model = NULL, vector = NULL WHERE person_id = ? AND at < ? AND vector IS NOT NULL",
  );
  const sessions = database.query<Bounds & { limit: number }, ArchivedSession>(`SELECT id, started_at, last_activity AS ended_at,
       (SELECT text FROM conversation_summaries WHERE session_id = sessions.id) AS summary,
       (SELECT content FROM conversation_history WHERE session_id = sessions.id ORDER BY id LIMIT 1) AS begin,
       (SELECT turn_id FROM conversation_history WHERE session_id = sessions.id ORDER BY id LIMIT 1) AS begin_turn_id,
       (SELECT count(*) FROM conversation_history WHERE session_id = sessions.id AND role = 'person') AS messages
     FROM conversation_sessions AS sessions INDEXED BY sessions_of_person
     WHERE person_id = @personId AND is_active = 0 AND last_activity >= @from AND started_at < @to AND ${inChat("sessions.id")}
       AND EXISTS (SELECT 1 FROM conversation_history WHERE session_id = sessions.id)
     ORDER BY last_activity DESC LIMIT @limit`);
  function add(passage: NewPassage, turnId: string | undefined, text: string): void {
    addWords(insert({ ...passage, turnId }), indexedText(text.slice(0, INDEXED_CHARACTERS)));
  }

  function textOf(entries: readonly Entry[]): string {
    return entries.map(({ content }) => content).join("\n");
  }

  function toPassage({ id, sessionId, turnId, at }: Passage): ArchivePassage | undefined {
    if (turnId === undefined) {
      const summary = summaryOf.get(sessionId);
      const origin = worstOrigin(summary ? [summary.origin] : []);
      return summary && { id, kind: "summary", sessionId, turnId, at, said: "", answered: summary.text, origin, outside: [] };
    }
    const entries = entriesOf.all(turnId);
    if (entries.length === 0) return undefined;
    const { person = [], assistant = [] } = Object.groupBy(entries, ({ role }) => role);
    const origin = worstOrigin(entries.map((entry) => entry.origin));
    const outside = entries.flatMap((entry) => entry.outside);
    return { id, kind: "turn", sessionId, turnId, at, said: textOf(person), answered: textOf(assistant), origin, outside };
  }

  /** When the oldest of a person's passages was said that may have a vector, ms. */
  function newestFrom(personId: string): number {
    return oldest.get(personId, mostVectors - 1) ?? Number.MIN_SAFE_INTEGER;
  }

  function passages(ids: readonly number[]): readonly ArchivePassage[] {
    const found = new Map(byIds.all(ids).map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = found.get(id);
      return (row && toPassage(row)) ?? [];
    });
  }

  return {
    /** Makes at most so many turns and summaries findable that are not yet; gives how many it were. */
    index: (most = 200): number =>
      database.transaction(() => {
        const turns = newTurns.all(most);
        for (const { turnId, ...passage } of turns) add(passage, turnId, textOf(entriesOf.all(turnId)));
        const summaries = newSummaries.all(most);
        for (const { text, ...passage } of summaries) {
          dropSummary(passage.sessionId);
          add(passage, undefined, text);
          isIndexed(passage.sessionId);
        }
        return turns.length + summaries.length;
      }),
    searchWords(text: string, filter: ArchiveFilter, limit: number): readonly ArchivePassage[] {
      const words = wordsQuery(text);
      return words === undefined ? [] : passages(byWords.all({ ...boundsOf(filter), words, limit }));
    },
    /** Those whose vectors of that model are nearest by the cosine, of the person's newest 1,500. */
    searchVectors(vector: Float32Array, model: string, filter: ArchiveFilter, limit: number): readonly ArchivePassage[] {
      if (database.vectorsProblem() !== undefined) return [];
      const bounds = { ...boundsOf(filter), model, most: mostVectors };
      return passages(nearest.all({ ...bounds, vector, bytes: vector.byteLength, limit }));
    },
    /** Of a time, summaries first, then turns in their order. */
    inTime: (filter: ArchiveFilter, limit: number): readonly ArchivePassage[] => passages(inTime.all({ ...boundsOf(filter), limit })),
    /** Passages of conversations that are over, without a vector of this model: of each person's newest 1,500, the newest first. */
    withoutVector: (model: string, limit: number): readonly ArchivePassage[] =>
      speakers
        .all()
        .flatMap((personId) => bare.all({ personId, from: newestFrom(personId), model, limit }).flatMap((row) => toPassage(row) ?? []))
        .slice(0, limit),
    /** Keeps a passage's vector, unless the passage is gone; those of the person's that are too old by now go. */
    putVector: (id: number, model: string, vector: Float32Array): void =>
      database.transaction(() => {
        const personId = putVector.get(model, vector, id);
        if (personId !== undefined) dropOlder(personId, newestFrom(personId));
      }),
    /** Conversations that are over, the newest first. */
    sessions: (filter: ArchiveFilter, limit: number): readonly ArchivedSession[] => sessions.all({ ...boundsOf(filter), limit }),
    /** Conversations of more than one message that ended at that time (ms) or later and whose summary does not tell all: up to the entry `last`. */
    withoutSummary: database.query<[since: number, limit: number], { readonly id: string; readonly last: number }>(
      `SELECT id, (SELECT max(id) FROM conversation_history WHERE session_id = sessions.id) AS last
       FROM conversation_sessions AS sessions INDEXED BY sessions_by_activity
       WHERE last_activity >= ? AND is_active = 0
         AND last > coalesce((SELECT up_to FROM conversation_summaries WHERE session_id = sessions.id), 0)
         AND (SELECT count(*) FROM conversation_history WHERE session_id = sessions.id AND role = 'person') > 1
       ORDER BY last_activity DESC LIMIT ?`,
    ).all,
  };
}

function boundsOf({ personId, inChatOf, from, to }: ArchiveFilter): Bounds {
  return { personId, chatOf: inChatOf ?? null, from: from ?? Number.MIN_SAFE_INTEGER, to: to ?? Number.MAX_SAFE_INTEGER };
}
