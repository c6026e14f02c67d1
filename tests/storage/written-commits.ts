import { readFileSync } from "node:fs";
import type { AssistantDatabase } from "../../src/storage/database.ts";

const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * How many commits `work` writes to the database's file: frames of the write-ahead log that end a transaction carry the size of the
 * database (SQLite's file format, "WAL Frame Header"). Each is one wait for the disk.
 */
export async function writtenCommits({ sqlite }: AssistantDatabase, work: () => unknown): Promise<number> {
  sqlite.pragma("wal_autocheckpoint = 0");
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  await work();
  const wal = readFileSync(`${sqlite.name}-wal`);
  if (wal.length === 0) return 0;
  const frame = FRAME_HEADER + wal.readUInt32BE(8);
  let commits = 0;
  for (let at = WAL_HEADER; at + frame <= wal.length; at += frame) if (wal.readUInt32BE(at + 4) !== 0) commits += 1;
  return commits;
}
