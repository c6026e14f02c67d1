import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import Sqlite from "better-sqlite3";

/** The saver with its tables made at once: `deleteThread` fails on a file that was never written to. */
class ReadySaver extends SqliteSaver {
  constructor(sqlite: Sqlite.Database) {
    super(sqlite);
    this.setup();
  }
}

/**
 * langgraph_checkpoints.db: how a run goes on after a crash, a thread per turn, deleted at the turn's end. Its own file, for the
 * saver makes its own tables. `synchronous=NORMAL`: a killed process loses nothing; after a power cut a turn may start over, and the
 * action ledger keeps what was done from being redone.
 */
export class Checkpoints implements Disposable {
  readonly saver: SqliteSaver;
  readonly #sqlite: Sqlite.Database;

  constructor(path: string) {
    if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#sqlite = new Sqlite(path);
    if (path !== ":memory:") chmodSync(path, 0o600);
    // Freed pages are given back, so that the file stays as small as the open turns; before the first table it costs nothing.
    this.#sqlite.pragma("auto_vacuum = FULL");
    this.#sqlite.pragma("journal_mode = WAL");
    this.#sqlite.pragma("synchronous = NORMAL");
    this.#sqlite.pragma("secure_delete = ON");
    this.saver = new ReadySaver(this.#sqlite);
  }

  has(threadId: string): boolean {
    return this.#sqlite.prepare("SELECT 1 FROM checkpoints WHERE thread_id = ? LIMIT 1").get(threadId) !== undefined;
  }

  threads(): readonly string[] {
    return this.#sqlite
      .prepare<[], { thread_id: string }>("SELECT DISTINCT thread_id FROM checkpoints")
      .all()
      .map((row) => row.thread_id);
  }

  delete(threadId: string): Promise<void> {
    return this.saver.deleteThread(threadId);
  }

  [Symbol.dispose](): void {
    this.#sqlite.close();
  }
}
