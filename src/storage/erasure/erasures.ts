import { randomBytes } from "node:crypto";
import { folded } from "../../text/fold.ts";
import type { Chat } from "../chat.ts";
import { type AssistantDatabase, json } from "../database.ts";
import { createFactMentions, withoutEnding } from "../facts/fact-mentions.ts";
import { wordsThatTell } from "../knowledge/knowledge-words.ts";
import { type Owner, TEXT_TABLES } from "../texts.ts";
import { createTurnQuotes } from "../turns/turn-quotes.ts";

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
  readonly id: string | undefined;
  readonly personId: string;
  readonly kind: string;
  readonly onlyId: string | undefined;
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
  const insert = database.command<object>(
    `INSERT INTO erasures (id, person_id, channel, bot, chat_id, kind, only_id, from_at, state, asked_at, begun_at)
     VALUES (@id, @personId, @channel, @bot, @chatId, @kind, @onlyId, @from, @state, @askedAt, @begunAt)`,
  );
  const list = database.command<[id: string, turnIds: readonly string[]]>(
    "INSERT OR IGNORE INTO erasure_turns (erasure_id, turn_id) SELECT ?, value FROM json_each(?)",
  );
  const dropTurns = database.command<[string]>("DELETE FROM erasure_turns WHERE erasure_id = ?");
  const atWork = database.values<[string], number>(
    `SELECT count(*) FROM turns WHERE id IN (SELECT turn_id FROM erasure_turns WHERE erasure_id = ?)
         AND (status IN ('received','running','waiting','answered')
           OR EXISTS (SELECT 1 FROM outbox WHERE outbox.turn_id = turns.id AND outbox.status = 'pending'))`,
  );
  // all that is there already is from before, also after a clock was set back
  const begin = database.command<[string | undefined, number, string]>(
    `UPDATE erasures SET state = 'erasing', thread_id = ?,
       begun_at = max(?, coalesce((SELECT max(received_at) FROM turns WHERE turns.person_id = erasures.person_id), 0))
     WHERE id = ? AND state = 'asked'`,
  );
  const end = database.command<[number, string]>("UPDATE erasures SET state = 'done', ended_at = ? WHERE id = ? AND state = 'erasing'");
  const drop = database.command<[string]>("DELETE FROM erasures WHERE id = ? AND state = 'asked'");
  const turnsOf = database.values<Bounds, string>(`SELECT id FROM turns WHERE ${IN_SCOPE}`);
  const named = database.values<Bounds, string>(`SELECT id FROM turns WHERE ${NAMED} AND erased = 0`);
  const messages = database.values<Bounds, number>(`SELECT count(*) FROM turns WHERE ${NAMED} AND erased = 0 AND kind <> 'command'`);
  const notErased = database.query<Bounds & { ids: readonly string[] }, { id: string; sessionId: string; isNamed: number }>(
    `SELECT turns.id, session_id, (${NAMED.replace("AND id =", "AND turns.id =")}) AS is_named
     FROM json_each(@ids) AS one CROSS JOIN turns ON turns.id = one.value WHERE erased = 0`,
  );
  const newest = database.query<[string, string, string, string], { turnId: string; sessionId: string }>(
    `SELECT id AS turn_id, session_id FROM turns WHERE person_id = ? AND channel = ? AND bot = ? AND chat_id = ? AND kind <> 'command' AND erased = 0
     ORDER BY received_at DESC, rowid DESC LIMIT 1`,
  );
  const closeSessions = database.command<{ personId: string; sessionId: string | undefined }>(
    `UPDATE conversation_sessions SET is_active = 0 WHERE person_id = @personId AND is_active = 1
       AND (@sessionId IS NULL OR id = @sessionId)`,
  );
  const statements = (owner: Owner, tables = TEXT_TABLES) =>
    tables.flatMap(({ erase: { [owner]: sql } }) =>
      [sql ?? []].flat().map((one) => database.command<{ ids: readonly string[] }>(ofMany(one))),
    );
  const eraseOf = { turn: statements("turn"), session: statements("session"), person: statements("person") };
  /** Of what is not named itself: what was to be forgotten of it is gone otherwise; what else the same messages told stays known. */
  const eraseWords = statements(
    "turn",
    TEXT_TABLES.filter(({ table }) => table !== "profile_entries"),
  );

  const reach = createErasureReach({ database });

  /** Lists the turns that tell again what is to be forgotten, as long as it can be seen which these are. */
  const gather = ({ id, personId, scope, begunAt = 0 }: Erasure): void => {
    const bounds = boundsOf(personId, scope, begunAt, id);
    const told = scope.kind === "everything" ? named.all(bounds) : reach.ofTold(named.all(bounds), personId);
    // of facts the words are not written down: they were looked for as it began
    list(id, reach.ofTurns([...turnsOf.all(bounds), ...told], scope.kind === "facts" ? [] : undefined));
  };
  const erase = (owner: Owner, ids: readonly string[], all = eraseOf[owner]): void => {
    if (ids.length > 0) for (const statement of all) statement({ ids });
  };

  return {
    get: database.query<[id: string], Erasure>(`${SELECT} WHERE erasures.id = ?`, { scope: json }).get,
    /** A person's newest turn in a chat, commands left out. */
    newestTurn: ({ channel, bot, chatId }: Chat, personId: string): { readonly turnId: string; readonly sessionId: string } | undefined =>
      newest.get(personId, channel, bot, chatId),
    /** How many messages of a person (not commands) would be forgotten now. */
    count: (personId: string, scope: ErasureScope, now: number): number => messages.get(boundsOf(personId, scope, now)) ?? 0,
    /** Writes a wish down; gives its id. */
    ask({ scope, ...wish }: Chat & Pick<Erasure, "personId" | "askedAt"> & { readonly scope: AskedScope }): string {
      const id = randomBytes(9).toString("base64url");
      const { kind, onlyId, from } = boundsOf(wish.personId, scope, 0);
      insert({ ...wish, id, kind, onlyId, from, state: "asked", begunAt: undefined });
      return id;
    },
    /** Begins to erase turns of a person, of which the facts are gone that they told: without a question. Gives its id; joins an open transaction. */
    beginFacts({ turnIds, values, at: askedAt, ...wish }: FactsWish): string {
      const id = randomBytes(9).toString("base64url");
      insert({ ...wish, id, kind: "facts", onlyId: id, from: 0, state: "erasing", askedAt, begunAt: Number.MAX_SAFE_INTEGER });
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
    begin: (id: string, at: number, threadId?: string): boolean => begin(threadId, at, id) === 1,
    /** Takes back what is not begun; false if there is no such thing. */
    drop: (id: string): boolean => drop(id) === 1,
    /** Takes back what nobody answered: asked before that time (ms). */
    dropAsked: database.command<[before: number]>("DELETE FROM erasures WHERE state = 'asked' AND asked_at < ?"),
    /** All of it is done; joins an open transaction. */
    end(id: string, at: number): void {
      end(at, id);
      dropTurns(id);
      database.afterCommit(onEnd);
    },
    /** When a person last had everything forgotten, ms; undefined for never. */
    forgottenAt: database.values<[personId: string], number>(
      "SELECT max(begun_at) FROM erasures WHERE person_id = ? AND kind = 'everything' AND state <> 'asked'",
    ).get,
    begun: database.query<[], Erasure>(`${SELECT} WHERE state = 'erasing' ORDER BY begun_at`, { scope: json }).all,
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
      const left = [...turnsOf.all(bounds)];
      await database.inSteps(signal, (most) => {
        const { 0: quoting = [], 1: named = [] } = Object.groupBy(
          notErased.all({ ...bounds, ids: left.splice(-most) }),
          (turn) => turn.isNamed,
        );
        const idsOf = (turns: readonly { readonly id: string }[]) => turns.map((turn) => turn.id);
        erase("turn", idsOf(named));
        erase("turn", idsOf(quoting), eraseWords);
        erase("session", [...new Set([...named, ...quoting].map(({ sessionId }) => sessionId))]);
        return { isLast: left.length === 0, isFull: true };
      });
      database.transaction(() => {
        if (scope.kind === "everything") erase("person", [personId]);
        if (scope.kind === "everything" || scope.kind === "conversation") closeSessions({ personId, sessionId: bounds.onlyId });
      });
    },
  };
}

/** A statement that erases what belongs to one thing, for many of them: `@ids` is a JSON array. */
function ofMany(sql: string): string {
  const these = "(SELECT value FROM json_each(@ids))";
  return sql.replaceAll("<> @id", `NOT IN ${these}`).replaceAll("= @id", `IN ${these}`);
}

function boundsOf(personId: string, scope: ErasureScope, until: number, id?: string): Bounds {
  const onlyId = scope.kind === "conversation" ? scope.sessionId : scope.kind === "turn" ? scope.turnId : undefined;
  return { id, personId, kind: scope.kind, onlyId, from: scope.kind === "day" ? scope.from : 0, until };
}

/** How far the words of turns have come that are to be forgotten. */
function createErasureReach({ database }: { database: AssistantDatabase }) {
  const mentions = createFactMentions({ database });
  const quotes = createTurnQuotes({ database });
  const echoes = createErasureEchoes({ database });
  // facts that another message says in the same words, which stays, stay too (texts.ts)
  const told = database.query<{ turns: readonly string[] }, { id: number; value: string }>(
    `SELECT id, value FROM profile_entries AS fact
     WHERE id IN (SELECT fact_id FROM fact_turns WHERE turn_id IN (SELECT value FROM json_each(@turns)))
       AND NOT EXISTS (SELECT 1 FROM fact_turns AS other CROSS JOIN turns ON turns.id = other.turn_id
         WHERE other.fact_id = fact.id AND other.turn_id NOT IN (SELECT value FROM json_each(@turns))
           AND erased = 0 AND instr(lower(turns.text), lower(fact.value)) > 0)`,
  );
  const tellers = database.values<[number], string>("SELECT turn_id FROM fact_turns WHERE fact_id = ?");

  /** These turns, and all that tell their words again; where only facts of these values are forgotten, those words. */
  const ofTurns = (turnIds: readonly string[], values?: readonly string[]): readonly string[] => {
    const named = new Set(turnIds);
    const quoting = quotes.withQuoting(turnIds);
    const answers = quoting.filter((id) => !named.has(id));
    return quotes.withQuoting([...quoting, ...echoes.of(turnIds, answers, values)]);
  };
  return {
    ofTurns,
    /** The same, and the person's turns about the facts that are forgotten with these turns; who told such a fact otherwise keeps that message. */
    ofTold(turnIds: readonly string[], personId: string): readonly string[] {
      const facts = told.all({ turns: turnIds });
      const others = new Set(facts.flatMap(({ id }) => tellers.all(id)));
      return ofTurns([...turnIds, ...mentions.of(facts, personId).filter((id) => !others.has(id))]);
    },
  };
}

interface Words {
  readonly id: string;
  readonly words: string;
}

/** Shorter ones and numbers say little of what a talk is about. */
const WORD = /[\p{L}\p{M}]{4,}/gu;
/** Of a person's messages that are looked through for words that stay anyway, the newest: some tens of milliseconds. */
const MOST_STAYING = 1_000;

/** Turns that go on with what an answer told again of something that is forgotten. */
function createErasureEchoes({ database }: { database: AssistantDatabase }) {
  const wordsOf = database.query<[string], Words>(
    "SELECT id, text || ' ' || coalesce(answer, '') AS words FROM turns WHERE id = ? AND erased = 0",
  );
  const sources = database.query<{ gone: readonly string[]; answer: string }, Words>(
    `SELECT turns.id, turns.text || ' ' || coalesce(turns.answer, '') AS words
     FROM json_each(@gone) AS one CROSS JOIN turn_quotes ON quoted_id = one.value AND turn_id = @answer CROSS JOIN turns ON turns.id = quoted_id`,
  );
  // what was asked of the home in the same words is no word about it
  const after = database.query<[string], Words>(
    `SELECT later.id, later.text || ' ' || coalesce(later.answer, '') AS words
     FROM turns AS telling CROSS JOIN turns AS later ON later.session_id = telling.session_id AND later.received_at >= telling.received_at
     WHERE telling.id = ? AND later.id <> telling.id AND later.erased = 0 AND NOT EXISTS (SELECT 1 FROM actions WHERE actions.turn_id = later.id)`,
  );
  const staying = database.query<{ telling: string; gone: readonly string[]; most: number }, Words>(
    `SELECT id, text || ' ' || coalesce(answer, '') AS words FROM turns
     WHERE person_id = (SELECT person_id FROM turns WHERE id = @telling) AND erased = 0 AND id NOT IN (SELECT value FROM json_each(@gone))
     ORDER BY received_at DESC LIMIT @most`,
  );
  const telling = (text: string): ReadonlySet<string> =>
    new Set(wordsThatTell(folded(text).match(WORD) ?? []).map((word) => withoutEnding(word)));

  return {
    /** Later turns of the conversation with a word that an answer took from what is forgotten and nothing that stays has. Numbers are no such words. */
    of(forgotten: readonly string[], answers: readonly string[], values?: readonly string[]): readonly string[] {
      const gone = [...forgotten, ...answers];
      return answers.flatMap((id) => {
        const { words = "" } = wordsOf.get(id) ?? {};
        const told = values?.filter((value) => !/\d/.test(value)) ?? sources.all({ gone, answer: id }).map((one) => one.words);
        const shared = [...telling(words).intersection(telling(told.join(" ")))];
        const later = after.all(id).map((one) => ({ ...one, words: folded(one.words) }));
        const goesOn = later.filter((one) => shared.some((word) => one.words.includes(word)));
        if (goesOn.length === 0) return [];
        const ids = new Set(goesOn.map((one) => one.id));
        const left = new Set(shared);
        for (const one of staying.all({ telling: id, gone, most: MOST_STAYING })) {
          if (ids.has(one.id)) continue;
          const stays = folded(one.words);
          for (const word of left) if (stays.includes(word)) left.delete(word);
          if (left.size === 0) break;
        }
        return goesOn.filter((one) => [...left].some((word) => one.words.includes(word))).map((one) => one.id);
      });
    },
  };
}
