import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import type Sqlite from "better-sqlite3";
import { emptyLog, openDatabase } from "./database.ts";

/** Makes a handle prepare each statement once: the checkpointer asks for the same few several times a turn. */
function prepareOnce(sqlite: Sqlite.Database): Sqlite.Database {
  const prepare = sqlite.prepare.bind(sqlite);
  const statements = new Map<string, Sqlite.Statement>();
  const once = (sql: string): Sqlite.Statement => {
    const statement = statements.get(sql) ?? prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return Object.assign(sqlite, { prepare: once as Sqlite.Database["prepare"] });
}

/** The saver with its tables made at once: `deleteThread` fails on a file that was never written to. */
class ReadySaver extends SqliteSaver {
  constructor(sqlite: Sqlite.Database) {
    super(sqlite);
    this.setup();
  }
}

/** Emptying the log waits for the disk: not while one turn follows another. */
const QUIET_MS = 1_000;

/** langgraph_checkpoints.db: one thread per open turn. `synchronous=NORMAL`: after a power cut a turn may start over; the ledger prevents repeated actions. */
export class Checkpoints implements Disposable {
  readonly saver: SqliteSaver;
  readonly #sqlite: Sqlite.Database;
  #emptying: NodeJS.Timeout | undefined;

  /** Opens `path` (`:memory:` for tests). Throws DatabaseError with what to do. */
  constructor(path: string) {
    const ifDamaged = "delete it: only what was being worked on is lost";
    const { sqlite, saver } = openDatabase(path, ifDamaged, (opened) => {
      const file = prepareOnce(opened);
      file.pragma("synchronous = NORMAL");
      return { sqlite: file, saver: new ReadySaver(file) };
    });
    this.#sqlite = sqlite;
    this.saver = saver;
    this.#emptyWhenQuiet();
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

  /** Codes that a run was given are in its thread alone: once no thread is left, the log's copies of its pages go too. */
  async delete(threadId: string): Promise<void> {
    await this.saver.deleteThread(threadId);
    this.#emptyWhenQuiet();
  }

  #emptyWhenQuiet(): void {
    clearTimeout(this.#emptying);
    this.#emptying = setTimeout(() => {
      if (this.threads().length === 0) emptyLog(this.#sqlite);
    }, QUIET_MS).unref();
  }

  /** Writes the file anew: nothing of threads that were deleted is left in it. False while another handle reads. */
  rewrite(): boolean {
    this.#sqlite.exec("VACUUM");
    return emptyLog(this.#sqlite);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#emptying);
    this.#sqlite.close();
  }
}
