import type { Later } from "../../src/text/later.ts";

/** Timers that fire when a test says so, whatever their time. */
export function timersByHand() {
  const waiting = new Map<() => void, number>();
  const later: Later = (ms, run) => {
    waiting.set(run, ms);
    return { [Symbol.dispose]: () => void waiting.delete(run) };
  };
  return {
    later,
    /** Times in ms of what waits. */
    waiting: () => [...waiting.values()],
    fire() {
      const due = [...waiting.keys()];
      waiting.clear();
      for (const run of due) run();
    },
  };
}
