import { randomBytes } from "node:crypto";
import type { Chat } from "../chat.ts";
import type { AssistantDatabase } from "../database.ts";
import { inSteps } from "../knowledge/knowledge-steps.ts";
import { json } from "../rows.ts";
import { type Owner, TEXT_TABLES } from "../texts.ts";
import { createErasureReach } from "./erasure-reach.ts";

/** What a person wants to have forgotten of what they said: all, what came at a time (ms) or later, a session, a turn, what facts came from. */
export type ErasureScope =
  | { readonly kind: "everything" }
  | { readonly kind: "day"; readonly from: number }
  | { readonly kind: "conversation"; readonly sessionId: string }
  | { readonly kind: "turn"; readonly turnId: string }
  | { readonly kind: "facts"; readonly listId: string };

/** What is asked about before it is begun. */
export type AskedScope = Exclude<ErasureScope, { kind: "facts" }>;

/** A person's wish to have something forgotten, and where and how they are told of it. */
export interface Erasure extends Chat {
  readonly id: string;
  readonly personId: string;
  readonly personName: string;
  /** Where it was said yes to. */
  readonly threadId: string | undefined;
  /** The person's; BCP 47. */
  readonly language: string;
  readonly scope: ErasureScope;
  /** A wish that is `asked` waits for a yes; one that is `erasing` is gone on with until it is done. */
  readonly state: "asked" | "erasing" | "done";
  readonly askedAt: number;
  /** Ms: what came later is not forgotten. */
  readonly begunAt: number | undefined;
}

interface FactsWish extends Chat {
  readonly personId: string;
  readonly turnIds: readonly string[];
  readonly values: readonly string[];
  readonly at: number;
}

interface Bounds {
  /** The wish's; of one that is not written down yet there is none. */
  readonly id: string | null;
  readonly personId: string;
  readonly kind: string;
  readonly onlyId: string | null;
  readonly from: number;
  readonly until: number;
}

export type ErasureStore = ReturnType<typeof createErasureStore>;

/** Turns that a wish names. */
const NAMED = `person_id = @personId AND received_at >= @from AND received_at <= @until
  AND (@kind IN ('everything','day') OR (@kind = 'conversation' AND session_id = @onlyId) OR (@kind = 'turn' AND id = @onlyId))`;

/** Turns that a wish is about: those and the listed ones. */
const IN_SCOPE = `((${NAMED}) OR id IN (SELECT turn_id FROM erasure_turns WHERE erasure_id = @id))`;

const SELECT = `SELECT erasures.id, person_id, coalesce(people.name, '') AS person_name, channel, bot, chat_id, thread_id,
    coalesce(people.language, 'en') AS language, state, asked_at, begun_at,
    CASE kind WHEN 'day' THEN json_object('kind', kind, 'from', from_at) WHEN 'conversation' THEN json_object('kind', kind, 'sessionId', only_id)
      WHEN 'turn' THEN json_object('kind', kind, 'turnId', only_id) WHEN 'facts' THEN json_object('kind', kind, 'listId', only_id)
      ELSE json_object('kind', kind) END AS scope
  FROM erasures LEFT JOIN people ON people.id = erasures.person_id`;

/** What people asked to have forgotten, and the walk over all texts that does it. `onEnd` is called once one is done, on disk; must not throw. */
export function createErasureStore({ database, onEnd = () => {} }: { database: AssistantDatabase; onEnd?: () => void }) {
  const { sqlite } = database;
  const insert = sqlite.prepare(
    `INSERT INTO erasures (id, person_id, channel, bot, chat_id, kind, only_id, from_at, state, asked_at)
     VALUES (@id, @personId, @channel, @bot, @chatId, @kind, @onlyId, @from, 'asked', @askedAt)`,
  );
  const { get } = database.query<[string], Erasure>(`${SELECT} WHERE erasures.id = ?`, { scope: json });
  const insertFacts = sqlite.prepare(
    `INSERT INTO erasures (id, person_id, channel, bot, chat_id, kind, only_id, from_at, state, asked_at, begun_at)
     VALUES (@id, @personId, @channel, @bot, @chatId, 'facts', @id, 0, 'erasing', @at, ${Number.MAX_SAFE_INTEGER})`,
  );
  const addTurn = sqlite.prepare<[string, string]>("INSERT OR IGNORE INTO erasure_turns (erasure_id, turn_id) VALUES (?, ?)");
  const dropTurns = sqlite.prepare<[string]>("DELETE FROM erasure_turns WHERE erasure_id = ?");
  const atWork = database.values<[string], number>(
    `SELECT count(*) FROM turns WHERE id IN (SELECT turn_id FROM erasure_turns WHERE erasure_id = ?)
         AND (status IN ('received','running','waiting','answered')
           OR EXISTS (SELECT 1 FROM outbox WHERE outbox.turn_id = turns.id AND outbox.status = 'pending'))`,
  );
  const begun = database.query<[], Erasure>(`${SELECT} WHERE state = 'erasing' ORDER BY begun_at`, { scope: json });
  // all that is there already is from before, also after a clock was set back
  const begin = sqlite.prepare<[string | null, number, string]>(
    `UPDATE erasures SET state = 'erasing', thread_id = ?,
       begun_at = max(?, coalesce((SELECT max(received_at) FROM turns WHERE turns.person_id = erasures.person_id), 0))
     WHERE id = ? AND state = 'asked'`,
  );
  const end = sqlite.prepare<[number, string]>("UPDATE erasures SET state = 'done', ended_at = ? WHERE id = ? AND state = 'erasing'");
  const forgottenAt = database.values<[string], number | null>(
    "SELECT max(begun_at) FROM erasures WHERE person_id = ? AND kind = 'everything' AND state <> 'asked'",
  );
  const drop = sqlite.prepare<[string]>("DELETE FROM erasures WHERE id = ? AND state = 'asked'");
  const dropAsked = sqlite.prepare<[number]>("DELETE FROM erasures WHERE state = 'asked' AND asked_at < ?");
  const turnsOf = database.values<Bounds, string>(`SELECT id FROM turns WHERE ${IN_SCOPE}`);
  const named = database.values<Bounds, string>(`SELECT id FROM turns WHERE ${NAMED} AND erased = 0`);
  const messages = database.values<Bounds, number>(`SELECT count(*) FROM turns WHERE ${NAMED} AND erased = 0 AND kind <> 'command'`);
  const notErased = sqlite.prepare<Bounds & { ids: string }, { id: string; session_id: string; is_named: number }>(
    `SELECT turns.id, session_id, (${NAMED.replace("AND id =", "AND turns.id =")}) AS is_named
     FROM json_each(@ids) AS one CROSS JOIN turns ON turns.id = one.value WHERE erased = 0`,
  );
  const newest = sqlite.prepare<[string, string, string, string], { id: string; session_id: string }>(
    `SELECT id, session_id FROM turns WHERE person_id = ? AND channel = ? AND bot = ? AND chat_id = ? AND kind <> 'command' AND erased = 0
     ORDER BY received_at DESC, rowid DESC LIMIT 1`,
  );
  const closeSessions = sqlite.prepare<{ personId: string; sessionId: string | null }>(
    `UPDATE conversation_sessions SET is_active = 0 WHERE person_id = @personId AND is_active = 1
       AND (@sessionId IS NULL OR id = @sessionId)`,
  );
  const statements = (owner: Owner, tables = TEXT_TABLES) =>
    tables.flatMap(({ erase: { [owner]: sql } }) => [sql ?? []].flat().map((one) => sqlite.prepare<{ ids: string }>(ofMany(one))));
  const eraseOf = { turn: statements("turn"), session: statements("session"), person: statements("person") };
  /** Of what is not named itself: what was to be forgotten of it is gone otherwise; what else the same messages told stays known. */
  const eraseWords = statements(
    "turn",
    TEXT_TABLES.filter(({ table }) => table !== "profile_entries"),
  );

  const reach = createErasureReach({ database });

  const list = (id: string, turnIds: readonly string[]): void => {
    for (const turnId of turnIds) addTurn.run(id, turnId);
  };
  /** Lists the turns that tell again what is to be forgotten, as long as it can be seen which these are. */
  const gather = ({ id, personId, scope, begunAt = 0 }: Erasure): void => {
    const bounds = boundsOf(personId, scope, begunAt, id);
    const told = scope.kind === "everything" ? named.all(bounds) : reach.ofTold(named.all(bounds), personId);
    // of facts the words are not written down: they were looked for as it began
    list(id, reach.ofTurns([...turnsOf.all(bounds), ...told], scope.kind === "facts" ? [] : undefined));
  };
  const erase = (owner: Owner, ids: readonly string[], all = eraseOf[owner]): void => {
    if (ids.length > 0) for (const statement of all) statement.run({ ids: JSON.stringify(ids) });
  };

  return {
    get,
    /** A person's newest turn in a chat, commands left out. */
    newestTurn(chat: Chat, personId: string): { readonly turnId: string; readonly sessionId: string } | undefined {
      const row = newest.get(personId, chat.channel, chat.bot, chat.chatId);
      return row && { turnId: row.id, sessionId: row.session_id };
    },
    /** How many messages of a person (not commands) would be forgotten now. */
    count: (personId: string, scope: ErasureScope, now: number): number => messages.get(boundsOf(personId, scope, now)) ?? 0,
    /** Writes a wish down; gives its id. */
    ask({ scope, ...wish }: Chat & Pick<Erasure, "personId" | "askedAt"> & { readonly scope: AskedScope }): string {
      const id = randomBytes(9).toString("base64url");
      const { kind, onlyId, from } = boundsOf(wish.personId, scope, 0);
      insert.run({ ...wish, id, kind, onlyId, from });
      return id;
    },
    /** Begins to erase turns of a person, of which the facts are gone that they told: without a question. Gives its id; joins an open transaction. */
    beginFacts({ turnIds, values, ...wish }: FactsWish): string {
      const id = randomBytes(9).toString("base64url");
      insertFacts.run({ ...wish, id });
      list(id, reach.ofTurns(turnIds, values));
      return id;
    },
    /** True while a turn that the wish lists, or one that tells such a turn's words again, is at work, or an answer of it is still to be sent. */
    isAtWork(erasure: Erasure): boolean {
      if (erasure.scope.kind !== "facts") return false;
      database.transaction(() => gather(erasure));
      return (atWork.get(erasure.id) ?? 0) > 0;
    },
    /** From now on it is gone on with; false if it was not asked, or is begun already. */
    begin: (id: string, at: number, threadId?: string): boolean => begin.run(threadId ?? null, at, id).changes === 1,
    /** Takes back what is not begun; false if there is no such thing. */
    drop: (id: string): boolean => drop.run(id).changes === 1,
    /** Takes back what nobody answered: asked before that time (ms). */
    dropAsked: (before: number): void => void dropAsked.run(before),
    /** All of it is done; joins an open transaction. */
    end(id: string, at: number): void {
      end.run(at, id);
      dropTurns.run(id);
      database.afterCommit(onEnd);
    },
    /** When a person last had everything forgotten, ms; undefined for never. */
    forgottenAt: (personId: string): number | undefined => forgottenAt.get(personId) ?? undefined,
    begun: begun.all,
    /** Ids of the turns that it is about, with those that tell their words again, and those that were erased before. */
    turnIds: (erasure: Erasure): readonly string[] => {
      const { id, personId, scope, begunAt = 0 } = erasure;
      return database.transaction(() => {
        gather(erasure);
        return turnsOf.all(boundsOf(personId, scope, begunAt, id));
      });
    },
    /** Erases all texts of a wish in short steps; an interrupted run continues at the next call. Turns at work must be ended before. */
    async erase(erasure: Erasure, signal?: AbortSignal): Promise<void> {
      const { id, personId, scope, begunAt = 0 } = erasure;
      const bounds = boundsOf(personId, scope, begunAt, id);
      database.transaction(() => gather(erasure));
      const left = turnsOf.all(bounds);
      await inSteps(database, signal, (most) => {
        const turns = notErased.all({ ...bounds, ids: JSON.stringify(left.splice(-most)) });
        const idsOf = (isNamed: number) => turns.filter(({ is_named }) => is_named === isNamed).map(({ id }) => id);
        erase("turn", idsOf(1));
        erase("turn", idsOf(0), eraseWords);
        erase("session", [...new Set(turns.map(({ session_id }) => session_id))]);
        return { isLast: left.length === 0, isFull: true };
      });
      database.transaction(() => {
        if (scope.kind === "everything") erase("person", [personId]);
        if (scope.kind === "everything" || scope.kind === "conversation") closeSessions.run({ personId, sessionId: bounds.onlyId });
      });
    },
  };
}

/** A statement that erases what belongs to one thing, for many of them: `@ids` is a JSON array. */
function ofMany(sql: string): string {
  const these = "(SELECT value FROM json_each(@ids))";
  return sql.replaceAll("<> @id", `NOT IN ${these}`).replaceAll("= @id", `IN ${these}`);
}

function boundsOf(personId: string, scope: ErasureScope, until: number, id: string | null = null): Bounds {
  const onlyId = scope.kind === "conversation" ? scope.sessionId : scope.kind === "turn" ? scope.turnId : null;
  return { id, personId, kind: scope.kind, onlyId, from: scope.kind === "day" ? scope.from : 0, until };
}
