import type { StateStore } from "../homeassistant/registry/states.ts";
import type { Logger } from "../observability/logger.ts";
import type { Later } from "../text/later.ts";

/** What must stand for minutes is found in time by a look every few seconds. */
const EVERY_MS = 5_000;

interface ThrottleDependencies {
  readonly states: Pick<StateStore, "get" | "onChange">;
  readonly later: Later;
  readonly logger: Logger;
}

interface Watched {
  readonly entityId: string;
  readonly look: () => void;
  /** When its state had changed when it was looked at. */
  lastChanged: number | undefined;
  listening: Disposable | undefined;
}

/**
 * Looks at a change of a state at once, and at those that follow together, every few seconds. In between it does not listen, so that a meter or
 * a contact that chatters costs nothing. The last change is never lost.
 */
export function createThrottle({ states, later, logger }: ThrottleDependencies) {
  const resting = new Set<Watched>();
  let timer: Disposable | undefined;

  function listen(one: Watched): void {
    one.listening = states.onChange([one.entityId], (current, previous) => {
      if (current?.state === previous?.state) return;
      one.listening?.[Symbol.dispose]();
      resting.add(one);
      one.lastChanged = current?.lastChanged;
      timer ??= later(EVERY_MS, lookAgain);
      one.look();
    });
  }

  function lookAgain(): void {
    timer = undefined;
    for (const one of resting) {
      const lastChanged = states.get(one.entityId)?.lastChanged;
      if (lastChanged === one.lastChanged) {
        resting.delete(one);
        listen(one);
        continue;
      }
      one.lastChanged = lastChanged;
      try {
        one.look();
      } catch (error) {
        logger.error({ err: error }, "what changed could not be looked at");
      }
    }
    if (resting.size > 0) timer = later(EVERY_MS, lookAgain);
  }

  const watched: Watched[] = [];
  return {
    watch(entityId: string, look: () => void): void {
      const one: Watched = { entityId, look, lastChanged: undefined, listening: undefined };
      watched.push(one);
      listen(one);
    },
    [Symbol.dispose](): void {
      timer?.[Symbol.dispose]();
      resting.clear();
      for (const { listening } of watched) listening?.[Symbol.dispose]();
    },
  };
}
