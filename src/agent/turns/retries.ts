import { setImmediate } from "node:timers/promises";
import { Command } from "@langchain/langgraph";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Logger } from "../../observability/logger.ts";
import { worstOrigin } from "../../security/provenance/provenance.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import { keyOf } from "../chat-queue.ts";
import type { TurnGraph } from "../graph/graph.ts";
import type { Job } from "../runs.ts";
import type { ApprovalAnswer, TurnInput } from "../state.ts";
import type { Timing, TurnStores } from "../stores.ts";
import type { IncomingMessage, Received } from "../turn.ts";

/** A disk has room again in minutes, and a backup's lock is over in seconds. */
const STORE_AGAIN_MS = 10_000;
/** Messages that memory keeps; one more is lost, as it was when nothing was kept. */
const MOST_KEPT = 200;

interface UnstoredDependencies extends Pick<Timing, "later" | "logger"> {
  readonly receive: (message: IncomingMessage) => Received;
  readonly say: (message: IncomingMessage, text: (catalogue: Catalogue) => string) => void;
}

/** True for an error of a database that takes nothing for now: the disk is full or fails, or somebody else writes. */
export function isWriteRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^SQLITE_(FULL|IOERR|BUSY)/.test(String(error.code));
}

/** Takes messages in; what cannot be stored is kept in memory, in order, until it can be. Each chat is told so once. */
export function createUnstored({ receive, say, later, logger }: UnstoredDependencies) {
  const kept: IncomingMessage[] = [];
  const told = new Set<string>();
  let timer: Disposable | undefined;

  const store = (): void => {
    try {
      for (let [next] = kept; next; [next] = kept) {
        receive(next);
        kept.shift();
      }
      told.clear();
    } catch (error) {
      if (!isWriteRefused(error)) kept.shift();
      logger.error({ err: error, kept: kept.length }, "a message could not be stored; it is kept in memory");
    }
    timer = kept.length > 0 ? later(STORE_AGAIN_MS, store) : undefined;
  };

  const keep = (message: IncomingMessage): Received => {
    if (kept.length >= MOST_KEPT) return "refused";
    kept.push(message);
    timer ??= later(STORE_AGAIN_MS, store);
    if (!told.has(keyOf(message))) say(message, (catalogue) => catalogue.text("notice.unstored"));
    told.add(keyOf(message));
    return "queued";
  };

  return {
    receive(message: IncomingMessage): Received {
      // what came first is stored first
      if (kept.length > 0) return keep(message);
      try {
        return receive(message);
      } catch (error) {
        if (!isWriteRefused(error)) throw error;
        logger.error({ err: error }, "a message could not be stored; it is kept in memory");
        return keep(message);
      }
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}

type GraphInput = Parameters<TurnGraph["invoke"]>[0];

interface RunInputDependencies extends Pick<TurnStores, "approvals" | "actions" | "outbox"> {
  readonly checkpoints: Pick<Checkpoints, "has">;
}

/** What a run of a turn begins with: a fresh start, the answer to its question, or `null` to go on; "lost" if going on could do something twice. */
export function createRunInput({ checkpoints, approvals, actions, outbox }: RunInputDependencies) {
  const fresh = (turn: TurnRow): TurnInput => {
    const replied = turn.replyTo === undefined ? undefined : outbox.ofMessage(turn, turn.replyTo);
    return {
      turnId: turn.id,
      sessionId: turn.sessionId,
      channel: turn.channel,
      origin: worstOrigin([turn.origin]),
      text: turn.text,
      personId: turn.personId,
      personName: turn.personName,
      role: turn.role,
      language: turn.language,
      isPrivate: turn.isPrivate,
      replyText: replied?.text,
      replyOrigin: worstOrigin(["home", ...(replied ? [replied.origin] : [])]),
    };
  };
  return (turn: TurnRow, answer: ApprovalAnswer | undefined): GraphInput | "lost" => {
    const hasThread = checkpoints.has(turn.id);
    if (answer && !hasThread) return "lost";
    if (answer) {
      const { approvalId, approved } = answer;
      return new Command({ resume: { [approvals.get(approvalId)?.interruptId ?? ""]: { approvalId, approved } } });
    }
    if (hasThread) return null;
    // The ledger is written with more care than the checkpoint: after a power cut it may know of actions that the thread does not.
    return actions.unfinished(turn.id).length > 0 ? "lost" : { turn: fresh(turn) };
  };
}

/** Drops the threads of turns that are over, after the answer went on its way: nobody waits for that. What is left the next start drops. */
export function createTidier({ checkpoints, logger }: { checkpoints: { delete(threadId: string): Promise<void> }; logger: Logger }) {
  const running = new Set<Promise<void>>();
  const drop = async (threadId: string): Promise<void> => {
    await setImmediate();
    try {
      await checkpoints.delete(threadId);
    } catch (error) {
      logger.warn({ err: error, turn: threadId }, "the thread of a turn that is over could not be dropped");
    }
  };
  return {
    drop(threadId: string): void {
      const done = drop(threadId).finally(() => running.delete(done));
      running.add(done);
    },
    idle: async (): Promise<void> => void (await Promise.all(running)),
  };
}

/** Disks do not empty themselves in seconds; a person still waits for a minute or two. */
const RETRY_MS = 30_000;
/** Ten minutes in all. What is not written then goes on at the next start. */
const MOST_ATTEMPTS = 20;

interface RetryDependencies extends Pick<Timing, "later" | "logger"> {
  readonly again: (job: Job) => void;
}

/** Puts jobs back after a pause, when what came of them could not be written down. */
export function createRetry({ again, later, logger }: RetryDependencies) {
  const timers = new Set<Disposable>();
  return {
    add(job: Job, error: unknown): void {
      const attempts = (job.attempts ?? 0) + 1;
      // a full disk may stay full for long: what was worked out waits for it
      const more = attempts <= MOST_ATTEMPTS || isWriteRefused(error);
      logger.error({ err: error, turn: job.turn.id, attempts, more }, "a turn's end could not be written down");
      if (!more) return;
      const timer = later(RETRY_MS, () => {
        timers.delete(timer);
        again({ ...job, attempts });
      });
      timers.add(timer);
    },
    [Symbol.dispose](): void {
      for (const timer of timers) timer[Symbol.dispose]();
      timers.clear();
    },
  };
}
