import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;
/** A folder that everybody may write to, like /tmp: it is not ours to close. */
const STICKY = 0o1000;
/** SQLite's files beside a database; new ones get the mode of the database itself (sqlite.org/wal.html, "Read-only databases"). */
const BESIDE = ["-wal", "-shm", "-journal"];

/**
 * Sees to it that a database, what SQLite keeps beside it, and its folder are this user's alone, also those that are there already with a
 * wider mode. The file is made closed, so that there is no moment in which others could open it. Throws what the system throws.
 */
export function keepToThisUser(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
  const { mode, uid } = statSync(folder);
  const isOurs = (mode & STICKY) === 0 && uid === process.getuid?.();
  if (isOurs && (mode & 0o777) !== OWN_FOLDER) chmodSync(folder, OWN_FOLDER);
  closeSync(openSync(path, "a", OWN_FILE));
  for (const file of [path, ...BESIDE.map((end) => path + end)]) if (existsSync(file)) chmodSync(file, OWN_FILE);
}
