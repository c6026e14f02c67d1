import { writeSync } from "node:fs";

/** Six beats fit into the time after which the watchdog ends a process without any. */
const BEAT_MS = 5_000;

/** Tells the watchdog at the other end of a pipe that the event loop turns. Ends by itself when nobody listens; keeps no process alive. */
export function startHeartbeat(fd: number): void {
  const beat = () => {
    try {
      writeSync(fd, ".");
    } catch {
      // no watchdog: the service works without one
      clearInterval(timer);
    }
  };
  const timer = setInterval(beat, BEAT_MS).unref();
  beat();
}
