import type { Logger } from "../observability/logger.ts";
import type { Later } from "../text/later.ts";
import type { Memory } from "./memory.ts";

/** What comes back after a time is not missed for long; nothing is written where nothing is over. */
const HOUR_MS = 3_600_000;
/** A start has other things to do. */
const FIRST_MS = 600_000;

interface SweeperDependencies {
  readonly memory: Pick<Memory, "dropOver">;
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

export interface Sweeper extends Disposable {
  start(): void;
}

/** Takes what was true for a time only from the disk, within an hour after that time. */
export function createSweeper({ memory, clock, later, logger }: SweeperDependencies): Sweeper {
  let timer: Disposable | undefined;

  function sweep(): void {
    timer = later(HOUR_MS, sweep);
    try {
      memory.dropOver(clock());
    } catch (error) {
      logger.warn({ err: error }, "facts that are over could not be removed");
    }
  }

  return {
    start() {
      timer = later(FIRST_MS, sweep);
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}
