import type { Logger } from "../observability/logger.ts";
import type { Later } from "../text/later.ts";

/** What must stand for minutes is found in time by a look every few seconds: a meter or a contact that chatters costs no more than that. */
const EVERY_MS = 5_000;

/** Looks at a change at once, and at all that follow it together, every few seconds: those cost a flag. The last is never lost. */
export function createThrottle({ later, logger }: { readonly later: Later; readonly logger: Logger }) {
  const recent = new Set<{ readonly look: () => void; isMissed: boolean }>();
  let timer: Disposable | undefined;

  function lookAgain(): void {
    timer = undefined;
    for (const one of recent) {
      if (!one.isMissed) {
        recent.delete(one);
        continue;
      }
      one.isMissed = false;
      try {
        one.look();
      } catch (error) {
        logger.error({ err: error }, "what changed could not be looked at");
      }
    }
    if (recent.size > 0) timer = later(EVERY_MS, lookAgain);
  }

  return {
    /** What to call with each change. */
    of(look: () => void): () => void {
      const one = { look, isMissed: false };
      return () => {
        if (recent.has(one)) {
          one.isMissed = true;
          return;
        }
        recent.add(one);
        timer ??= later(EVERY_MS, lookAgain);
        look();
      };
    },
    [Symbol.dispose](): void {
      timer?.[Symbol.dispose]();
      recent.clear();
    },
  };
}
