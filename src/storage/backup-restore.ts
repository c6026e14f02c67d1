import { existsSync, renameSync, rmSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { singleSpaced } from "../text/fold.ts";
import { backupFiles, endBackup, isSameFile, openHandle, setCopyAside } from "./backup-copy.ts";
import { DatabaseError } from "./database.ts";

/** What was done about a copy that lay in the folder of data. */
export type Restored =
  /** There was none, or it was no newer than the database and is gone. */
  | "nothing"
  | "restored"
  /** Both hold something that the other may not: the database is kept, and the copy is set aside for its owner. */
  | "kept-both";

interface State {
  readonly lineage: string;
  readonly copies: number;
  /** 0 if nothing was ever said to it. The record outlasts what is forgotten, and its retention. */
  readonly used: 0 | 1;
}

/**
 * Puts a copy that came out of a backup in the database's place. To be called before the database is opened, by whoever has the folder to
 * itself. The database stays wherever it may hold anything that the copy does not: a copy counts only if there is no database, if that never
 * held anything, or if the copy was made of this very database later and has every message of it. A crash on the way is made good at the next start.
 * Throws DatabaseError for a damaged copy.
 */
export function restoreCopy({ dataDir, at }: { dataDir: string; at: number }): Restored {
  const files = backupFiles(dataDir);
  if (!existsSync(files.restoring)) {
    if (!existsSync(files.copy) || isSameFile(files.live, files.copy)) {
      endBackup(dataDir);
      return "nothing";
    }
    const decision = existsSync(files.live) ? decide(files) : "restored";
    if (decision === "nothing") endBackup(dataDir);
    if (decision === "kept-both") setAside(dataDir, at);
    if (decision !== "restored") return decision;
    checkWhole(files.copy);
    renameSync(files.copy, files.restoring);
  }
  begin(files.restoring, at);
  // a log of another database would be played into this one; runs that were stopped go on with the database that they belong to
  for (const name of ["assistant.db", "langgraph_checkpoints.db"]) {
    for (const end of ["-wal", "-shm", "-journal"]) rmSync(`${files.live.replace(/assistant\.db$/, name)}${end}`, { force: true });
  }
  rmSync(files.live.replace(/assistant\.db$/, "langgraph_checkpoints.db"), { force: true });
  renameSync(files.restoring, files.live);
  return "restored";
}

/** When the database took the place of another, ms since the epoch; undefined if it never did. What was heard before is in no file. */
export function restoredAt(sqlite: Sqlite.Database): number | undefined {
  return sqlite.prepare<[], { at: number | null }>("SELECT restored_at AS at FROM backup_state").get()?.at ?? undefined;
}

function decide({ live: livePath, copy: copyPath }: { live: string; copy: string }): Restored {
  const [live, copy] = [stateOf(livePath), stateOf(copyPath)];
  // who cannot be read is nobody's to replace: opening it says what to do
  if (!live || !copy) return "kept-both";
  if (!live.used) return copy.used ? "restored" : "nothing";
  if (live.lineage !== copy.lineage) return "kept-both";
  if (live.copies >= copy.copies) return "nothing";
  return hasMore(livePath, copyPath) ? "kept-both" : "restored";
}

/** Whoever puts it in the database's place wants it there: it is a database of its own already. One that cannot be read is only moved. */
function setAside(dataDir: string, at: number): void {
  const path = setCopyAside(dataDir);
  if (stateOf(path)) begin(path, at);
}

function stateOf(path: string): State | undefined {
  try {
    using sqlite = openHandle(path);
    const used = "EXISTS (SELECT 1 FROM turns) OR EXISTS (SELECT 1 FROM audit_log)";
    return sqlite.handle.prepare<[], State>(`SELECT lineage, copies, ${used} AS used FROM backup_state`).get();
  } catch {
    return undefined;
  }
}

/** Whether the database was told anything that its copy was not. Clocks are not asked: they are put back. */
function hasMore(livePath: string, copyPath: string): boolean {
  using sqlite = openHandle(livePath);
  sqlite.handle.prepare("ATTACH ? AS copy").run(copyPath);
  return sqlite.handle.prepare("SELECT 1 FROM main.turns WHERE id NOT IN (SELECT id FROM copy.turns) LIMIT 1").get() !== undefined;
}

function checkWhole(path: string): void {
  let found: unknown;
  try {
    using sqlite = openHandle(path);
    found = sqlite.handle.pragma("quick_check(1)", { simple: true });
  } catch (error) {
    found = error instanceof Error ? error.message : String(error);
  }
  if (found !== "ok") {
    throw new DatabaseError(
      `The backup's copy of the database, ${path}, is damaged: ${singleSpaced(String(found))}. Restore another backup, or delete the copy to begin without it.`,
    );
  }
}

/** From here on it is a database of its own: copies of the one that it was made of say nothing about it any more. */
function begin(path: string, at: number): void {
  using sqlite = openHandle(path);
  sqlite.handle.pragma("journal_mode = DELETE");
  sqlite.handle
    .prepare("UPDATE backup_state SET lineage = lower(hex(randomblob(16))), copies = 0, copied_at = NULL, restored_at = ?")
    .run(at);
}
