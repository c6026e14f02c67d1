import { createForgetting } from "../../agent/commands/command-forget.ts";
import type { Summariser } from "../../agent/prompt/summariser.ts";
import { createArchivist } from "../../agent/turns/archivist.ts";
import type { TurnRunner } from "../../agent/turns/runner.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { createConversationSearch } from "../../knowledge/conversations.ts";
import type { Memory } from "../../memory/memory.ts";
import type { IdleGate } from "../../models/idle-gate.ts";
import type { AssistantDatabase } from "../../storage/database.ts";
import { createErasureStore } from "../../storage/erasure/erasures.ts";
import { createFactMentions } from "../../storage/facts/fact-mentions.ts";
import { createArchive } from "../../storage/turns/archive.ts";
import { createTurnQuotes } from "../../storage/turns/turn-quotes.ts";
import { createRetrieveKnowledge } from "../../tools/retrieve-knowledge.ts";
import type { Stores } from "../foundation/storage.ts";
import type { Surroundings } from "../foundation/surroundings.ts";
import type { Knowledge } from "./knowledge.ts";

export type Past = ReturnType<typeof createPast>;

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
}) {
  const archive = createArchive({ database });
  const vectors = knowledge && { model: knowledge.embeddings.model, of: knowledge.vectorOf };
  const quotes = createTurnQuotes({ database });
  const conversations = createConversationSearch({ archive, quotes, home, vectors });
  return {
    archive,
    quotes,
    erasures: createErasureStore({ database, onEnd: onErased }),
    /** Searches them, and what else is known. */
    tool: createRetrieveKnowledge({ retrieval: knowledge?.retrieval, conversations }),
  };
}

interface PastKeepingOptions extends Surroundings, Pick<Stores, "database" | "checkpoints" | "sessions" | "turns" | "outbox"> {
  readonly past: Past;
  readonly knowledge: Pick<Knowledge, "embeddings"> | undefined;
  readonly summariser: Pick<Summariser, "want">;
  readonly runner: Pick<TurnRunner, "endTurns">;
  readonly idle: IdleGate;
  readonly memory: Pick<Memory, "comeBack">;
  readonly longStep: () => void;
}

export type PastKeeping = ReturnType<typeof createPastKeeping>;

/** Archives what is over and forgets what is asked to be; to be disposed of before the turns and the database. */
export function createPastKeeping(options: PastKeepingOptions) {
  const { config, past, database, knowledge, runner, idle, memory } = options;
  const parts = { ...options, ...past, logger: options.logger.child({ part: "archive" }) };
  const stack = new AsyncDisposableStack();
  const archivist = stack.use(
    createArchivist({ ...parts, embeddings: knowledge?.embeddings, timeoutMs: config.sessionTimeoutMinutes * 60_000 }),
  );
  const forgetting = stack.use(
    createForgetting({
      ...parts,
      mentions: createFactMentions({ database }),
      endTurns: (turnIds) => runner.endTurns(turnIds),
      hold: idle.hold,
      comeBack: () => memory.comeBack(),
    }),
  );
  return { archivist, forgetting, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
