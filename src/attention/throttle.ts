import type { Later } from "../text/later.ts";

const SECOND_MS = 1_000;
/** A contact chatters a few times when a door closes; more is a meter, and no single value of it tells anything. */
const MOST_A_SECOND = 5;

/** Does what changes call for at once, but once a second where they come all the time: the last is never lost. */
export function createThrottle({ later }: { readonly later: Later }) {
  const recent = new Set<{ readonly run: () => void; count: number; isMissed: boolean }>();
  let timer: Disposable | undefined;

  function nextSecond(): void {
    timer = undefined;
    for (const one of recent) {
      if (one.isMissed) {
        one.isMissed = false;
        one.run();
      } else {
        one.count = 0;
        recent.delete(one);
      }
    }
    if (recent.size > 0) timer = later(SECOND_MS, nextSecond);
  }

  return {
    of(run: () => void): () => void {
      const one = { run, count: 0, isMissed: false };
      return () => {
        if (one.count === MOST_A_SECOND) {
          one.isMissed = true;
          return;
        }
        one.count += 1;
        recent.add(one);
        timer ??= later(SECOND_MS, nextSecond);
        run();
      };
    },
    [Symbol.dispose](): void {
      timer?.[Symbol.dispose]();
      recent.clear();
    },
  };
}
