import type { RunnableConfig } from "@langchain/core/runnables";
import type { Checkpoint, CheckpointMetadata, CheckpointTuple, PendingWrite } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import type Sqlite from "better-sqlite3";
import type { Logger } from "../observability/logger.ts";
import { emptyLog, openDatabase } from "./database.ts";

/** Whether a run has come so far that it has to go on there after a crash; any other starts over. */
type HasToGoOn = (values: Readonly<Record<string, unknown>>) => boolean;

const threadOf = ({ configurable }: RunnableConfig): string => String(configurable?.["thread_id"]);

/** Writes a run's checkpoint when it has to go on there, and keeps that of any other in memory: most turns end before one is written. */
class LazySaver extends SqliteSaver {
  readonly #hasToGoOn: HasToGoOn;
  /** The newest checkpoints of threads, where that is not on disk. */
  readonly #held = new Map<string, CheckpointTuple>();

  constructor(sqlite: Sqlite.Database, hasToGoOn: HasToGoOn) {
    super(sqlite);
    // at once: `deleteThread` fails on a file that was never written to
    this.setup();
    this.#hasToGoOn = hasToGoOn;
  }

  holds(threadId: string): boolean {
    return this.#held.has(threadId);
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const held = this.#held.get(threadOf(config));
    const { checkpoint_id: id = held?.checkpoint.id } = config.configurable ?? {};
    return held && held.checkpoint.id === id ? held : super.getTuple(config);
  }

  override async put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<RunnableConfig> {
    const threadId = threadOf(config);
    this.#held.delete(threadId);
    if (this.#hasToGoOn(checkpoint.channel_values)) return super.put(config, checkpoint, metadata);
    const own = {
      configurable: { thread_id: threadId, checkpoint_ns: config.configurable?.["checkpoint_ns"] ?? "", checkpoint_id: checkpoint.id },
    };
    this.#held.set(threadId, { config: own, checkpoint, metadata, pendingWrites: [] });
    return own;
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const held = this.#held.get(threadOf(config));
    if (!held) return super.putWrites(config, writes, taskId);
    const added = writes.map(([channel, value]): [string, string, unknown] => [taskId, channel, value]);
    // a list of its own: a run may still go through the one before
    this.#held.set(threadOf(config), { ...held, pendingWrites: [...(held.pendingWrites ?? []), ...added] });
  }

  override async deleteThread(threadId: string): Promise<void> {
    this.#held.delete(threadId);
    await super.deleteThread(threadId);
  }
}

/** Emptying the log waits for the disk: not while one turn follows another. */
const QUIET_MS = 1_000;

/** langgraph_checkpoints.db: one thread per open turn. `synchronous=NORMAL`: after a power cut a turn may start over; the ledger prevents repeated actions. */
export class Checkpoints implements Disposable {
  readonly saver: LazySaver;
  readonly #sqlite: Sqlite.Database;
  readonly #logger: Pick<Logger, "warn"> | undefined;
  #emptying: NodeJS.Timeout | undefined;

  /** Opens `path` (`:memory:` for tests). Throws DatabaseError with what to do. */
  constructor(path: string, hasToGoOn: HasToGoOn = () => true, logger?: Pick<Logger, "warn">) {
    this.#logger = logger;
    const ifDamaged = "delete it: only what was being worked on is lost";
    this.saver = openDatabase(path, ifDamaged, (sqlite) => {
      sqlite.pragma("synchronous = NORMAL");
      return new LazySaver(sqlite, hasToGoOn);
    });
    this.#sqlite = this.saver.db;
    this.#emptyWhenQuiet();
  }

  has(threadId: string): boolean {
    return (
      this.saver.holds(threadId) ||
      this.#sqlite.prepare("SELECT 1 FROM checkpoints WHERE thread_id = ? LIMIT 1").get(threadId) !== undefined
    );
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
      try {
        if (this.threads().length === 0) emptyLog(this.#sqlite);
      } catch (error) {
        // a full disk ends no process: once there is room
        this.#logger?.warn({ err: error }, "the log of checkpoints could not be emptied; it is tried again");
        this.#emptyWhenQuiet();
      }
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
