import { closeSync, fdatasyncSync, openSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { openReader } from "../src/storage/database.ts";

/** 1 MB, which is then on the disk before the next. */
const PAGES = 256;
const PAUSE_MS = 10;

/**
 * Runs in a worker thread: copies a database in small steps. What VACUUM INTO writes at once, the disk has to take before the next commit of a
 * turn: one was held up for 391 ms. Reads one state of the database from start to end, else each commit would begin the copy anew.
 */
export async function copyDatabase({ path, to }: { readonly path: string; readonly to: string }): Promise<void> {
  const sqlite = openReader(path);
  const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  try {
    sqlite.exec("BEGIN; SELECT 1 FROM sqlite_schema");
    await sqlite.backup(to, {
      progress() {
        const file = openSync(to, "r+");
        fdatasyncSync(file);
        closeSync(file);
        Atomics.wait(pause, 0, 0, PAUSE_MS);
        return PAGES;
      },
    });
  } finally {
    sqlite.close();
  }
  // what was written meanwhile could not be folded back: the next commit would do all of it, in the event loop
  const log = new Sqlite(path);
  try {
    log.pragma("wal_checkpoint(PASSIVE)");
  } finally {
    log.close();
  }
}
