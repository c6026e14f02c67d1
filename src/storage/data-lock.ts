import type Sqlite from "better-sqlite3";
import { DatabaseError, openDatabase } from "./database.ts";

/** A process that is just ending gives the folder free within this. */
const WAIT_MS = 1_000;

/** Keeps a data folder to one process: two services on the same files would answer twice. The system releases the lock when the process ends. */
export class DataLock implements Disposable {
  readonly #sqlite: Sqlite.Database;

  /** `path`: a file for the lock alone (`:memory:` for tests). Throws DatabaseError if another process has it. */
  constructor(path: string) {
    this.#sqlite = openDatabase(path, "delete it", (sqlite) => {
      try {
        sqlite.pragma(`busy_timeout = ${WAIT_MS}`);
        sqlite.exec("BEGIN EXCLUSIVE");
      } catch (error) {
        throw new DatabaseError("Another service uses this folder of data. Stop it first, or give this one a folder of its own.", {
          cause: error,
        });
      }
      return sqlite;
    });
  }

  [Symbol.dispose](): void {
    this.#sqlite.close();
  }
}
