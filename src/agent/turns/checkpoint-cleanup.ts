import { setImmediate } from "node:timers/promises";
import type { Logger } from "../../observability/logger.ts";

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
    /** Resolves when nothing is left to drop. */
    idle: async (): Promise<void> => void (await Promise.all(running)),
  };
}
