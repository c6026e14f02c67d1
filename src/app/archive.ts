import { createForgetting, type Forgetting } from "../agent/commands/forgetting.ts";
import type { Summariser } from "../agent/prompt/summariser.ts";
import type { ReadTool } from "../agent/toolbox.ts";
import { type Archivist, createArchivist } from "../agent/turns/archivist.ts";
import type { TurnRunner } from "../agent/turns/runner.ts";
import type { Config } from "../config/config.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import { createConversationSearch } from "../knowledge/conversations.ts";
import type { Memory } from "../memory/memory.ts";
import type { IdleGate } from "../models/idle-gate.ts";
import type { Logger } from "../observability/logger.ts";
import type { Checkpoints } from "../storage/checkpoints.ts";
import type { AssistantDatabase } from "../storage/database.ts";
import { createErasureStore, type ErasureStore } from "../storage/erasure/erasures.ts";
import { createFactMentions } from "../storage/facts/fact-mentions.ts";
import { type Archive, createArchive } from "../storage/turns/archive.ts";
import type { OutboxStore } from "../storage/turns/outbox.ts";
import { createTurnQuotes, type TurnQuotes } from "../storage/turns/turn-quotes.ts";
import type { SessionStore, TurnStore } from "../storage/turns/turns.ts";
import type { Later } from "../text/later.ts";
import { createRetrieveKnowledge } from "../tools/retrieve-knowledge.ts";
import type { Knowledge } from "./knowledge.ts";

/** What is known of past conversations. */
export interface Past {
  readonly archive: Archive;
  readonly quotes: TurnQuotes;
  readonly erasures: ErasureStore;
  /** Searches them, and what else is known. */
  readonly tool: ReadTool;
}

/** Past conversations as they are found: by their words, and by their meaning where knowledge is switched on. */
export function createPast({
  database,
  home,
  knowledge,
  onErased,
}: {
  readonly database: AssistantDatabase;
  readonly home: Pick<Home, "info">;
  readonly knowledge: Pick<Knowledge, "retrieval" | "embeddings" | "vectorOf"> | undefined;
  /** All of what somebody wanted forgotten is gone. */
  readonly onErased: () => void;
}): Past {
  const archive = createArchive({ database });
  const vectors = knowledge && { model: knowledge.embeddings.model, of: knowledge.vectorOf };
  const quotes = createTurnQuotes({ database });
  const conversations = createConversationSearch({ archive, quotes, home, vectors });
  return {
    archive,
    quotes,
    erasures: createErasureStore({ database, onEnd: onErased }),
    tool: createRetrieveKnowledge({ retrieval: knowledge?.retrieval, conversations }),
  };
}

interface PastKeepingOptions {
  readonly config: Pick<Config, "sessionTimeoutMinutes">;
  readonly past: Past;
  readonly database: AssistantDatabase;
  readonly checkpoints: Checkpoints;
  readonly sessions: SessionStore;
  readonly turns: TurnStore;
  readonly outbox: OutboxStore;
  readonly knowledge: Pick<Knowledge, "embeddings"> | undefined;
  readonly summariser: Pick<Summariser, "want">;
  readonly runner: Pick<TurnRunner, "endTurns">;
  readonly idle: IdleGate;
  readonly memory: Pick<Memory, "comeBack">;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly later: Later;
  readonly longStep: () => void;
  readonly logger: Logger;
}

/** Archives what is over and forgets what is asked to be; to be disposed of before the turns and the database. */
export interface PastKeeping extends AsyncDisposable {
  readonly archivist: Archivist;
  readonly forgetting: Forgetting;
}

export function createPastKeeping(options: PastKeepingOptions): PastKeeping {
  const { config, past, database, checkpoints, sessions, turns, outbox, knowledge, summariser, runner, idle, clock, later } = options;
  const logger = options.logger.child({ part: "archive" });
  const stack = new AsyncDisposableStack();
  const archivist = stack.use(
    createArchivist({
      sessions,
      archive: past.archive,
      summariser,
      idle,
      clock,
      later,
      logger,
      embeddings: knowledge?.embeddings,
      timeoutMs: config.sessionTimeoutMinutes * 60_000,
    }),
  );
  const forgetting = stack.use(
    createForgetting({
      database,
      erasures: past.erasures,
      mentions: createFactMentions({ database }),
      checkpoints,
      outbox,
      turns,
      clock,
      later,
      logger,
      longStep: options.longStep,
      endTurns: (turnIds) => runner.endTurns(turnIds),
      hold: idle.hold,
      comeBack: () => options.memory.comeBack(),
    }),
  );
  return { archivist, forgetting, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
