import type { Origin } from "../../security/provenance/provenance.ts";
import type { Chat } from "../chat.ts";
import { type AssistantDatabase, json } from "../database.ts";
import type { TurnRow } from "./turns.ts";

/** Tokens as model servers counted them, of all prompts and answers of a turn. */
export interface CountedTokens {
  readonly prompt: number;
  readonly completion: number;
}

/** They as one column, of the log as `log`. */
export const TOKENS = `iif(log.prompt_tokens IS NULL, NULL,
  json_object('prompt', log.prompt_tokens, 'completion', coalesce(log.completion_tokens, 0))) AS tokens`;

/** A tool that the model called, for whoever looks at the turn later. Texts may be cut. */
export interface ToolRecord {
  readonly name: string;
  /** As JSON, without codes. */
  readonly arguments: string;
  readonly result: string;
  readonly ok: boolean;
}

/** How a turn went, beside its texts: those stand in `turns`, once. */
export interface Interaction {
  /** What worked on it: the recogniser, which may have asked back, a model, or a command of the service. */
  readonly path: "recogniser" | "asked" | "model" | "command";
  /** `provider/model` that answered last. */
  readonly model?: string | undefined;
  readonly tokens?: CountedTokens | undefined;
  /** The worst origin of what the turn was given or has read. */
  readonly origin: Origin;
  /** Names of tools, each once, in the order of their first use. */
  readonly toolsUsed?: readonly string[];
  /** Entity ids that it was about, each once. */
  readonly entitiesMentioned?: readonly string[];
  /** What the person said may hold something that lasts: it waits to be learned from. */
  readonly learnable?: boolean;
  /** What its first prompt held and left out; kept as JSON. */
  readonly context?: object | undefined;
  readonly tools?: readonly ToolRecord[] | undefined;
}

export interface PastInteraction {
  readonly turnId: string;
  readonly path: string;
  readonly model: string | undefined;
  readonly tokens: CountedTokens | undefined;
  /** As JSON had it; of another form if an older version wrote it. */
  readonly context: unknown;
  /** The person's message, and when it came (ms). */
  readonly said: string;
  readonly at: number;
}

export type InteractionLog = ReturnType<typeof createInteractionLog>;

/** How long a row is kept: people ask about answers of these days, and learning takes hours. The turn itself is kept for longer. */
const KEPT_MS = 30 * 86_400_000;
/** Rows looked at for being too old with each new one: more than come, so that none is left behind, and few, so that no turn waits for it. */
const PRUNED_AT_ONCE = 10;
/** Turns back in which a thing was spoken of lately: the last one, and the one before it if that was only a "thanks". */
const RECENT_TURNS = 2;
/** Of more things at once it was not said which of them is meant. */
const RECENT_ENTITIES = 8;

/** A message and the entities that its turn was about. */
export interface LastSaid {
  readonly turnId: string;
  readonly text: string;
  readonly origin: Origin;
  readonly at: number;
  readonly path: Interaction["path"];
  readonly toolsUsed: readonly string[];
  readonly entitiesMentioned: readonly string[];
}

/** What a row says where nothing is told of it. */
const UNTOLD = { model: undefined, toolsUsed: [], entitiesMentioned: [], context: undefined };

/** One row per turn that was worked on. Old rows leave with new ones. Unless it `learns`, none of them is ever learned from. */
export function createInteractionLog({ database, learns = true }: { database: AssistantDatabase; learns?: boolean }) {
  const put = database.command<object>(
    `INSERT INTO interaction_log (turn_id, session_id, chat_id, person_id, channel, origin, path, model, prompt_tokens, completion_tokens,
       milliseconds, tools_used, entities_mentioned, context, tools, learn_state, timestamp)
     VALUES (@turnId, @sessionId, @chatId, @personId, @channel, @origin, @path, @model, @promptTokens, @completionTokens,
       @milliseconds, @toolsUsed, @entitiesMentioned, @context, @tools, @learnState, @at)
     ON CONFLICT (turn_id) DO UPDATE SET origin = excluded.origin, path = excluded.path, model = excluded.model,
       prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens, milliseconds = excluded.milliseconds,
       tools_used = excluded.tools_used, entities_mentioned = excluded.entities_mentioned, context = excluded.context, tools = excluded.tools,
       timestamp = excluded.timestamp, learn_state = iif(learn_state = 'waiting', excluded.learn_state, learn_state)`,
  );
  const addFacts = database.command<[string, readonly number[]]>(
    "INSERT OR IGNORE INTO fact_prompts (turn_id, fact_id) SELECT ?, id FROM profile_entries WHERE id IN (SELECT value FROM json_each(?))",
  );
  const prune = database.command<[number, number]>(
    "DELETE FROM interaction_log WHERE id < (SELECT min(id) FROM interaction_log) + ? AND timestamp < ?",
  );
  const nthLast = database.query<object, PastInteraction>(
    `SELECT log.turn_id, log.path, log.model, ${TOKENS}, log.context, turns.text AS said, turns.received_at AS at
     FROM interaction_log AS log CROSS JOIN turns ON turns.id = log.turn_id
     WHERE log.id = (
       SELECT one.id FROM conversation_sessions AS sessions CROSS JOIN interaction_log AS one ON one.session_id = sessions.id
       WHERE sessions.channel = @channel AND sessions.bot = @bot AND sessions.chat_id = @chatId
         AND one.path <> 'command' AND (@personId IS NULL OR one.person_id = @personId)
       ORDER BY one.id DESC LIMIT 1 OFFSET @skip)`,
    { tokens: json, context: json },
  );
  const last = database.query<[string], LastSaid>(
    `SELECT turns.id AS turn_id, turns.text, turns.origin, turns.received_at AS at, log.path, log.tools_used, log.entities_mentioned
     FROM interaction_log AS log CROSS JOIN turns ON turns.id = log.turn_id
     WHERE log.session_id = ? AND log.path <> 'command' ORDER BY log.id DESC LIMIT 1`,
    { toolsUsed: json, entitiesMentioned: json },
  );
  const mentioned = database.values<[string, number], string>(
    "SELECT entities_mentioned FROM interaction_log WHERE session_id = ? AND path <> 'command' ORDER BY id DESC LIMIT ?",
  );

  const usedTools = database.values<[sessionId: string], string>(
    "SELECT DISTINCT used.value FROM interaction_log AS log, json_each(log.tools_used) AS used WHERE log.session_id = ?",
  );

  return {
    /** Names of the tools that turns of a session used. */
    usedTools: usedTools.all,
    /** Writes a turn's row, or writes it anew as the turn has gone on; joins an open transaction. */
    put(turn: TurnRow, interaction: Interaction, at: number): void {
      const { tokens, context, tools = [], learnable = false } = interaction;
      const turnId = turn.id;
      database.transaction(() => {
        put({
          ...turn,
          ...UNTOLD,
          ...interaction,
          turnId,
          at,
          promptTokens: tokens?.prompt,
          completionTokens: tokens?.completion,
          milliseconds: Math.max(0, at - turn.receivedAt),
          tools: tools.length > 0 ? tools : undefined,
          learnState: learns && learnable ? "waiting" : "none",
        });
        const facts = factsIn(context, tools);
        if (facts.length > 0) addFacts(turnId, facts);
        prune(PRUNED_AT_ONCE, at - KEPT_MS);
      });
    },
    /** A chat's last turn but `skip`, commands left out; of one person if it is named. */
    nthLast: (
      { channel, bot, chatId }: Chat,
      { skip, personId }: { skip: number; personId?: string | undefined },
    ): PastInteraction | undefined => nthLast.get({ channel, bot, chatId, skip, personId }),
    /** What the session's last turn was, commands left out. */
    lastSaid: (sessionId: string): LastSaid | undefined => last.get(sessionId),
    /** Entity ids that the session's last turns were about, the latest first. */
    recentEntities(sessionId: string): readonly string[] {
      const ids = mentioned.all(sessionId, RECENT_TURNS).flatMap((list) => JSON.parse(list) as string[]);
      return [...new Set(ids)].slice(0, RECENT_ENTITIES);
    },
  };
}

/** Facts that a prompt held or a tool told, as their records name them. */
function factsIn(context: object | undefined, tools: readonly ToolRecord[]): readonly number[] {
  const records = [JSON.stringify(context ?? {}), ...tools.map(({ result }) => result)].join("\n");
  return [...records.matchAll(/"m(\d{1,12})"/g)].map(([, id]) => Number(id));
}
