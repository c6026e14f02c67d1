import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";

/** A copy waits so long for the service's commits; each takes milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/** Copies that did not take the database's place. */
const OTHER = /^assistant-other(-\d+)?\.db$/;

/** The database of a folder of data and its copy. A backup takes the copy alone: config.yaml leaves the files that change out by their names. */
export function backupFiles(dataDir: string) {
  const folder = join(dataDir, "backup");
  return {
    live: join(dataDir, "assistant.db"),
    copy: join(folder, "assistant-copy.db"),
    unfinished: join(folder, "assistant-copy.db.new"),
    restoring: join(folder, "assistant-restoring.db"),
  };
}

/** One consistent copy of the database, while the service writes on. Throws what SQLite and the system throw; an older copy is then left as it was. */
export function copyForBackup({ dataDir, at }: { dataDir: string; at: number }): void {
  const { live, copy, unfinished } = backupFiles(dataDir);
  if (!existsSync(live)) return;
  prepareFolder(copy);
  rmSync(unfinished, { force: true });
  using sqlite = openHandle(live);
  countCopy(sqlite.handle, at);
  try {
    sqlite.handle.prepare("VACUUM INTO ?").run(unfinished);
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Once the service has ended: links the database under the copy's name too, for a backup of the stopped app. Takes no room. */
export function keepAtRest({ dataDir, at }: { dataDir: string; at: number }): void {
  const { live, copy } = backupFiles(dataDir);
  if (!existsSync(live) || isSameFile(live, copy)) return;
  {
    using sqlite = openHandle(live);
    countCopy(sqlite.handle, at);
    sqlite.handle.pragma("wal_checkpoint(TRUNCATE)");
  }
  prepareFolder(copy);
  rmSync(copy, { force: true });
  linkSync(live, copy);
}

/** Takes the copy away after the backup: it holds what may be forgotten later. */
export function endBackup(dataDir: string): void {
  const { copy, unfinished } = backupFiles(dataDir);
  for (const file of [copy, unfinished]) rmSync(file, { force: true });
}

/** Gives the copy a name that no step of a backup touches, and returns the path: it may hold what nothing else does. */
export function setCopyAside(dataDir: string): string {
  const { copy } = backupFiles(dataDir);
  const nameOf = (count: number) => join(dirname(copy), `assistant-other${count === 1 ? "" : `-${count}`}.db`);
  let count = 1;
  while (existsSync(nameOf(count))) count++;
  renameSync(copy, nameOf(count));
  return nameOf(count);
}

/** Takes every copy away, those too that were set aside: no word that is forgotten stays in one. */
export function dropCopy(dataDir: string): void {
  endBackup(dataDir);
  const folder = dirname(backupFiles(dataDir).copy);
  const others = existsSync(folder) ? readdirSync(folder).filter((name) => OTHER.test(name)) : [];
  for (const name of others) rmSync(join(folder, name), { force: true });
}

export function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return first !== undefined && second !== undefined && first.ino === second.ino && first.dev === second.dev;
}

function prepareFolder(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
}

/** Counted in the database before the copy is made, so that a database is never behind the copies of it. */
function countCopy(sqlite: Sqlite.Database, at: number): void {
  sqlite.prepare("UPDATE backup_state SET copies = copies + 1, copied_at = ?").run(at);
}

export function openHandle(path: string) {
  const handle = new Sqlite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  return { handle, [Symbol.dispose]: () => void handle.close() };
}
