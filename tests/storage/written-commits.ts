import { readFileSync } from "node:fs";
import Sqlite from "better-sqlite3";

const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * How many commits reach a database's file while `work` runs, whoever makes them. Each is one wait for the disk. Counted are the frames
 * of the write-ahead log that end a transaction (SQLite's file format, "WAL Frame Header"). Meanwhile a reader keeps the log from being
 * begun anew, but for once at the start when all of it is in the database already.
 */
export async function writtenCommits(path: string, work: () => unknown): Promise<number> {
  const reader = new Sqlite(path, { readonly: true });
  try {
    reader.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
    const before = readLog(`${path}-wal`);
    await work();
    const after = readLog(`${path}-wal`);
    return after.salt === before.salt ? after.commits - before.commits : after.commits;
  } finally {
    reader.close();
  }
}

function readLog(path: string): { salt: bigint | undefined; commits: number } {
  const wal = readFileSync(path);
  if (wal.length < WAL_HEADER) return { salt: undefined, commits: 0 };
  const frame = FRAME_HEADER + wal.readUInt32BE(8);
  const salt = wal.readBigUInt64BE(16);
  let commits = 0;
  for (let at = WAL_HEADER; at + frame <= wal.length && wal.readBigUInt64BE(at + 8) === salt; at += frame) {
    // the size of the database after the commit; 0 within a transaction
    if (wal.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return { salt, commits };
}
