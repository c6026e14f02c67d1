import { writeSync } from "node:fs";

/** Six beats fit into the time after which the watchdog ends a process without any. */
const BEAT_MS = 5_000;
/** What addon/rootfs/usr/bin/assistant-watchdog reads: the event loop turns; one long step begins, which may take ten minutes. */
const BEAT = ".";
const LONG_STEP = "L";

/** What the watchdog is told at the other end of a pipe. Without a watchdog nothing happens. */
export interface Heartbeat {
  /** Begins to beat as long as the event loop turns; keeps no process alive. */
  start(): void;
  /** Called before a step that blocks the event loop for longer than the watchdog waits. The next beat ends the exception. */
  longStep(): void;
}

export function createHeartbeat(fd: number | undefined): Heartbeat {
  let timer: NodeJS.Timeout | undefined;
  const tell = (sign: string) => {
    if (fd === undefined || timer === undefined) return;
    try {
      writeSync(fd, sign);
    } catch {
      // nobody reads any more: the service works without a watchdog
      clearInterval(timer);
      timer = undefined;
    }
  };
  return {
    start() {
      if (fd === undefined) return;
      timer = setInterval(() => tell(BEAT), BEAT_MS).unref();
      tell(BEAT);
    },
    longStep: () => tell(LONG_STEP),
  };
}
