import { writeSync } from "node:fs";

/** Six beats fit into the time after which the watchdog ends a process without any. */
const BEAT_MS = 5_000;
/** What addon/rootfs/usr/bin/assistant-watchdog reads: the event loop turns; one long step begins, which may take ten minutes. */
const BEAT = ".";
const LONG_STEP = "L";

/** Tells the watchdog at the other end of a pipe; without a watchdog nothing happens. */
export function createHeartbeat(fd: number | undefined) {
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
    /** Begins to beat as long as the event loop turns; keeps no process alive. */
    start(): void {
      if (fd === undefined) return;
      timer = setInterval(() => tell(BEAT), BEAT_MS).unref();
      tell(BEAT);
    },
    /** Called before a step that blocks the event loop for longer than the watchdog waits. The next beat ends the exception. */
    longStep: (): void => tell(LONG_STEP),
  };
}
