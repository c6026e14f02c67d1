import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { MIGRATIONS } from "./migrations.ts";

/** assistant.db cannot be used: unreadable, damaged, written by a newer version, or the disk refuses. */
export class DatabaseError extends Error {
  override name = "DatabaseError";
}

/** How long a statement waits for another process's lock (a backup's copy). It blocks the event loop, so it is short. */
const BUSY_TIMEOUT_MS = 500;

/** The service's own database: WAL, `synchronous=FULL` (a power cut loses nothing that was acknowledged), foreign keys on. */
export class AssistantDatabase implements Disposable {
  readonly sqlite: Sqlite.Database;
  readonly #path: string;

  /** Opens `path` (`:memory:` for tests) and brings its schema up to date. Throws DatabaseError with what to do. */
  constructor(path: string) {
    this.#path = path;
    try {
      if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      this.sqlite = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
      if (path !== ":memory:") chmodSync(path, 0o600);
      this.sqlite.pragma("journal_mode = WAL");
      this.sqlite.pragma("synchronous = FULL");
      this.sqlite.pragma("foreign_keys = ON");
      this.sqlite.pragma("secure_delete = ON");
      this.#migrate();
    } catch (error) {
      if (error instanceof DatabaseError) throw error;
      throw new DatabaseError(
        `The database ${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}. ` +
          "Check the free space and the permissions of its folder; if the file is damaged, restore it from a backup.",
        { cause: error },
      );
    }
  }

  /** Runs `work` in one `BEGIN IMMEDIATE` transaction, or joins the one that is open: one commit, all or nothing. */
  transaction<Result>(work: () => Result): Result {
    return this.sqlite.inTransaction ? work() : this.sqlite.transaction(work).immediate();
  }

  [Symbol.dispose](): void {
    this.sqlite.close();
  }

  #migrate(): void {
    const version = Number(this.sqlite.pragma("user_version", { simple: true }));
    if (version > MIGRATIONS.length) {
      throw new DatabaseError(
        `The database ${this.#path} was written by a newer version (schema ${version}, this one knows ${MIGRATIONS.length}). ` +
          "Update the app, or restore the backup that was made before the update.",
      );
    }
    MIGRATIONS.slice(version).forEach((sql, index) => {
      this.transaction(() => {
        this.sqlite.exec(sql);
        this.sqlite.pragma(`user_version = ${version + index + 1}`);
      });
    });
  }
}
