import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import * as sqliteVec from "sqlite-vec";
import type { Logger } from "../observability/logger.ts";
import { folded } from "../text/fold.ts";
import { dropCopy } from "./backup-copy.ts";
import { MIGRATIONS } from "./migrations/migrations.ts";

/** A database cannot be used: unreadable, damaged, written by a newer version, or the disk refuses. The message says what to do. */
export class DatabaseError extends Error {
  override name = "DatabaseError";
}

/** How long a statement waits for another process's lock (a backup's copy). It blocks the event loop, so it is short. */
const BUSY_TIMEOUT_MS = 500;

/** The write-ahead log is folded back after so many pages of 4 kB: a tenth of SQLite's default, for the files live on small cards. */
const WAL_PAGES = 100;

const MEMORY = ":memory:";

/** Parameters of a statement: in their order, or one object by their names. */
type Bound<Parameters> = Parameters extends unknown[] ? Parameters : [Parameters];

/** How fields of an item are read that SQLite has no type for. */
export type Readers<Item> = Partial<Record<keyof Item, (value: never) => unknown>>;

/** A query. Parameters may be lists and objects (kept as JSON), true and false (1 and 0), and undefined (NULL). */
export interface Query<Parameters, Item> {
  get(...parameters: Bound<Parameters>): Item | undefined;
  all(...parameters: Bound<Parameters>): readonly Item[];
}

/** Long work holds the event loop for about so long at a time; on a busy machine a step takes three times that, and 50 ms is the limit. */
const STEP_MS = 8;
/** The first step's size, before it is known what one costs; of words in a large index it may be some milliseconds. */
const FIRST_WRITES = 4;
const MOST_WRITES = 256;

/** What a step did; `isFull` if it ended for having written as much as it may. */
export interface Step {
  readonly isLast: boolean;
  readonly isFull: boolean;
}

/** The service's own database: WAL, `synchronous=FULL` (a power cut loses nothing that was acknowledged), foreign keys on. */
export class AssistantDatabase implements Disposable {
  readonly sqlite: Sqlite.Database;
  readonly #path: string;
  readonly #logger: Pick<Logger, "error"> | undefined;
  /** What waits for the open transaction to be on disk. */
  readonly #afterCommit: (() => void)[] = [];
  #vectors: { readonly problem: string | undefined } | undefined;

  /** Opens a file (in tests `:memory:` or what another wrote by `serialize`) and brings its schema up to date. Throws DatabaseError with what to do. */
  constructor(file: string | Buffer, logger?: Pick<Logger, "error">) {
    const path = typeof file === "string" ? file : MEMORY;
    this.#path = path;
    this.#logger = logger;
    this.sqlite = openDatabase(file, "restore it from a backup", (sqlite) => {
      sqlite.pragma("synchronous = FULL");
      sqlite.pragma("foreign_keys = ON");
      // SQLite's own lower() knows the letters of English alone
      sqlite.function("folded", { deterministic: true }, (text) => (typeof text === "string" ? folded(text) : null));
      migrate(sqlite, path);
      return sqlite;
    });
  }

  /** Names a query whose rows are `Item`s: columns in camelCase, NULL as undefined. `sql` names the columns that an item has. */
  query<Parameters extends unknown[] | object, Item>(sql: string, readers: Readers<Item> = {}): Query<Parameters, Item> {
    const prepared = this.#whenUsed(sql, (statement: Sqlite.Statement<unknown[], unknown[]>) => {
      const fields = statement.columns().map(({ name: column }) => {
        const name = column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as keyof Item;
        return { name, read: readers[name] as ((value: unknown) => unknown) | undefined };
      });
      return { statement: statement.raw(true), fields };
    });
    const toItem = (row: readonly unknown[]): Item => {
      const item: Partial<Record<keyof Item, unknown>> = {};
      prepared().fields.forEach(({ name, read }, index) => {
        const value = row[index] ?? undefined;
        item[name] = value === undefined || read === undefined ? value : read(value);
      });
      return item as Item;
    };
    return {
      get(...parameters) {
        const row = prepared().statement.get(...bound(parameters));
        return row && toItem(row);
      },
      all: (...parameters) =>
        prepared()
          .statement.all(...bound(parameters))
          .map(toItem),
    };
  }

  /** Names a query of one column; NULL is undefined. */
  values<Parameters extends unknown[] | object, Value>(sql: string): Query<Parameters, Value> {
    const prepared = this.#whenUsed(sql, (statement: Sqlite.Statement<unknown[], Value>) => statement.pluck());
    return {
      get: (...parameters) => prepared().get(...bound(parameters)) ?? undefined,
      all: (...parameters) => prepared().all(...bound(parameters)),
    };
  }

  /** Names a statement that writes; when called it returns how many rows it wrote. */
  command<Parameters extends unknown[] | object>(sql: string): (...parameters: Bound<Parameters>) => number {
    const prepared = this.#whenUsed(sql, (statement) => statement);
    return (...parameters) => prepared().run(...bound(parameters)).changes;
  }

  /**
   * Names a statement that adds one row, whose id it returns when called. RETURNING would make FTS5 write out what it holds of the
   * transaction: a part of its index for each row.
   */
  insertion<Parameters extends unknown[] | object>(sql: string): (...parameters: Bound<Parameters>) => number {
    const prepared = this.#whenUsed(sql, (statement) => statement);
    return (...parameters) => Number(prepared().run(...bound(parameters)).lastInsertRowid);
  }

  /** Statements are prepared when they are first used: stores name 250 at start, of which most homes use a fifth. */
  #whenUsed<Row, Prepared>(sql: string, prepare: (statement: Sqlite.Statement<unknown[], Row>) => Prepared): () => Prepared {
    let prepared: Prepared | undefined;
    return () => {
      prepared ??= prepare(this.sqlite.prepare<unknown[], Row>(sql));
      return prepared;
    };
  }

  /** Runs `work` in one `BEGIN IMMEDIATE` transaction, or joins the one that is open: one commit, all or nothing. */
  transaction<Result>(work: () => Result): Result {
    if (this.sqlite.inTransaction) return work();
    try {
      const result = this.sqlite.transaction(work).immediate();
      for (const run of this.#afterCommit.splice(0)) this.#tell(run);
      return result;
    } finally {
      this.#afterCommit.length = 0;
    }
  }

  /** Runs `run` once the open transaction is on disk, never if it fails, at once where none is open. What it throws is logged. */
  afterCommit(run: () => void): void {
    if (this.sqlite.inTransaction) this.#afterCommit.push(run);
    else this.#tell(run);
  }

  #tell(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#logger?.error({ err: error }, "what was written could not be told on");
    }
  }

  /**
   * Does steps until one says that it is the last, each a transaction with at most so many rows written. How many that are follows from what
   * the ones before took, commit included, for there the index of words is written. As long as a step took, others have their turn. Throws
   * what a step throws, and on `signal`.
   */
  async inSteps(signal: AbortSignal | undefined, step: (writes: number) => Step): Promise<void> {
    signal?.throwIfAborted();
    let writes = FIRST_WRITES;
    for (;;) {
      const from = performance.now();
      const { isLast, isFull } = this.transaction(() => step(writes));
      const took = performance.now() - from;
      if (isLast) return;
      if (took > STEP_MS) writes = Math.max(1, Math.floor(writes / 2));
      else if (isFull && took < STEP_MS / 2) writes = Math.min(MOST_WRITES, writes + Math.ceil(writes / 2));
      await setTimeout(Math.min(took, STEP_MS), undefined, { signal });
    }
  }

  /** What keeps tables of vectors from being used, if anything does; they are loaded when they are first asked for. */
  vectorsProblem(): string | undefined {
    this.#vectors ??= loadVectors(this.sqlite);
    return this.#vectors.problem;
  }

  /** How large the file is, without its log. */
  get bytes(): number {
    return Number(this.sqlite.pragma("page_count", { simple: true })) * Number(this.sqlite.pragma("page_size", { simple: true }));
  }

  /** What keeps the database from being read now, in SQLite's words; undefined if nothing does. */
  readProblem(): string | undefined {
    try {
      this.sqlite.prepare("SELECT id FROM turns LIMIT 1").get();
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Empties the write-ahead log, so that deleted data is in neither file. False while another handle reads: then it is left to the next time. */
  emptyLog(): boolean {
    return emptyLog(this.sqlite);
  }

  /**
   * Writes the file anew, so that nothing of what was deleted is left in it, and empties the log: SQLite overwrites what is deleted, but not
   * the copies that are left in a page when its rows move. False while another handle reads. Throws what SQLite throws, above all for a full
   * disk: it takes the file's size once more. 200 ms for 5 MB; nothing else can write meanwhile, wherever it runs. The copy of a backup that
   * was never taken away goes too.
   */
  rewrite(): boolean {
    if (this.#path !== MEMORY) dropCopy(dirname(this.#path));
    // FTS5 keeps a word that a page of an index began with after its text is gone
    for (const words of ["conversation_fts", "facts_fts"]) this.sqlite.exec(`INSERT INTO ${words} (${words}) VALUES ('rebuild')`);
    this.sqlite.exec("VACUUM");
    return emptyLog(this.sqlite);
  }

  [Symbol.dispose](): void {
    this.sqlite.close();
  }
}

/** Values as SQLite takes them: in their order, or one object with their names. */
function bound(parameters: readonly unknown[]): readonly unknown[] {
  return parameters.map((one) =>
    isNaming(one) ? Object.fromEntries(Object.entries(one).map(([name, value]) => [name, kept(value)])) : kept(one),
  );
}

function isNaming(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function kept(value: unknown): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value) ? JSON.stringify(value) : value;
}

/** How a column is read that holds JSON. */
export function json(text: string): unknown {
  return JSON.parse(text);
}

/** How a column is read that is 1 for true. */
export function flag(value: number): boolean {
  return value === 1;
}

/** Folds the write-ahead log back and empties it; false while another handle reads. */
export function emptyLog(sqlite: Sqlite.Database): boolean {
  sqlite.pragma("busy_timeout = 0");
  try {
    const [result] = sqlite.pragma("wal_checkpoint(TRUNCATE)") as { readonly busy: number }[];
    return result?.busy === 0;
  } finally {
    sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** sqlite-vec is built for glibc on x64 and arm64, macOS and Windows; elsewhere the service goes on without vectors. */
function loadVectors(sqlite: Sqlite.Database): { readonly problem: string | undefined } {
  try {
    sqliteVec.load(sqlite);
    return { problem: undefined };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** A handle of its own for a worker thread, which may read only; with tables of vectors if this system has them. */
export function openReader(path: string): Sqlite.Database {
  const sqlite = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  loadVectors(sqlite);
  return sqlite;
}

/** Opens a file for this user only and hands it to `prepare`. Throws DatabaseError and leaves nothing open; `ifDamaged` says what to do then. */
export function openDatabase<Prepared>(file: string | Buffer, ifDamaged: string, prepare: (sqlite: Sqlite.Database) => Prepared): Prepared {
  const path = typeof file === "string" ? file : MEMORY;
  let sqlite: Sqlite.Database | undefined;
  try {
    if (path !== MEMORY) keepToThisUser(path);
    sqlite = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma(`wal_autocheckpoint = ${WAL_PAGES}`);
    // Deleted texts are overwritten: what was forgotten is not in the file.
    sqlite.pragma("secure_delete = ON");
    return prepare(sqlite);
  } catch (error) {
    sqlite?.close();
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(
      `The database ${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}. ` +
        `Check the free space and the permissions of its folder; if the file is damaged, ${ifDamaged}.`,
      { cause: error },
    );
  }
}

/** All missing steps in one transaction, begun with the lock: two processes never take the same step, and none is half done. */
function migrate(sqlite: Sqlite.Database, path: string): void {
  const steps = sqlite.transaction(() => {
    const version = Number(sqlite.pragma("user_version", { simple: true }));
    if (version > MIGRATIONS.length) {
      throw new DatabaseError(
        `The database ${path} was written by a newer version (schema ${version}, this one knows ${MIGRATIONS.length}). ` +
          "Update the app, or restore the backup that was made before the update.",
      );
    }
    for (const step of MIGRATIONS.slice(version)) sqlite.exec(step);
    if (version < MIGRATIONS.length) sqlite.pragma(`user_version = ${MIGRATIONS.length}`);
  });
  steps.immediate();
}

const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;
/** A folder that everybody may write to, like /tmp: it is not ours to close. */
const STICKY = 0o1000;
/** SQLite's files beside a database; new ones get the mode of the database itself (sqlite.org/wal.html, "Read-only databases"). */
const BESIDE = ["-wal", "-shm", "-journal"];

/** Makes a database, SQLite's files beside it and its folder accessible to this user only, from the first moment on. Throws what the system throws. */
export function keepToThisUser(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
  const { mode, uid } = statSync(folder);
  const isOurs = (mode & STICKY) === 0 && uid === process.getuid?.();
  if (isOurs && (mode & 0o777) !== OWN_FOLDER) chmodSync(folder, OWN_FOLDER);
  closeSync(openSync(path, "a", OWN_FILE));
  for (const file of [path, ...BESIDE.map((end) => path + end)]) if (existsSync(file)) chmodSync(file, OWN_FILE);
}

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
