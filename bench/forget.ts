import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { AssistantDatabase } from "../src/storage/database.ts";
import { createErasureStore } from "../src/storage/erasure/erasures.ts";
import { atMost, type Figure } from "./figure.ts";

const TURNS = 60_000;
const TURNS_OF_SESSION = 20;
const MOST_MS = 30_000;
const STEP_MS = 50;

/** A person with so many turns, who has everything forgotten: how long it takes and how long it holds the event loop at once. */
export async function forgetting(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "assistant-bench-"));
  try {
    using database = new AssistantDatabase(join(folder, "assistant.db"));
    fill(database);
    const erasures = createErasureStore({ database });
    const chat = { channel: "telegram", bot: "1", chatId: "1" };
    const id = erasures.ask({ ...chat, personId: "anna", askedAt: TURNS, scope: { kind: "everything" } });
    erasures.begin(id, TURNS);
    const erasure = erasures.get(id);
    if (!erasure) throw new Error("the wish is not there");
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    const from = performance.now();
    await erasures.erase(erasure);
    const took = performance.now() - from;
    loop.disable();
    return [
      atMost(MOST_MS, { name: "forget_60000_turns", value: took, unit: "ms" }),
      atMost(STEP_MS, { name: "forget_longest_step", value: loop.max / 1e6, unit: "ms" }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fill(database: AssistantDatabase): void {
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${TURNS - 1})`;
  database.sqlite.exec(`
    BEGIN;
    INSERT INTO people (id, name, role, language, last_seen) VALUES ('anna', 'Anna', 'owner', 'en', 0);
    ${numbers} INSERT INTO conversation_sessions (id, channel, bot, chat_id, person_id, started_at, last_activity, is_active)
      SELECT 's' || n, 'telegram', '1', '1', 'anna', n, n, 0 FROM numbers WHERE n % ${TURNS_OF_SESSION} = 0;
    ${numbers} INSERT INTO turns (id, channel, bot, chat_id, message_id, session_id, person_id, is_private, kind, text, origin, status, sent_at, received_at, answer, answer_origin)
      SELECT 't' || n, 'telegram', '1', '1', n, 's' || (n - n % ${TURNS_OF_SESSION}), 'anna', 1, 'text', 'how is the weather ' || n, 'person', 'sent', n, n,
        'It is fine ' || n, 'home' FROM numbers;
    ${numbers} INSERT INTO conversation_history (session_id, chat_id, turn_id, person_id, role, content, origin, timestamp)
      SELECT 's' || (n - n % ${TURNS_OF_SESSION}), '1', 't' || n, 'anna', 'user', 'how is the weather ' || n, 'person', n FROM numbers;
    COMMIT`);
}
