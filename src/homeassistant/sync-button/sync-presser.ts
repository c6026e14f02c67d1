import type { Later } from "../../text/later.ts";

/** Command and state of one press come a few milliseconds apart, in either order. */
const TOGETHER_MS = 1_000;

/**
 * Brings together the press that comes by MQTT, which tells no user, and the state of the button, which does. `seen` takes the one, `who`
 * asks by the other; undefined when no user is told within a second.
 */
export function createPresser({ later }: { later: Later }) {
  let early: { readonly userId: string | undefined; readonly end: Disposable } | undefined;
  let waiting: ((userId: string | undefined) => void) | undefined;
  return {
    seen(userId: string | undefined): void {
      if (waiting) {
        waiting(userId);
        return;
      }
      early?.end[Symbol.dispose]();
      const end = later(TOGETHER_MS, () => {
        early = undefined;
      });
      early = { userId, end };
    },

    who(): Promise<string | undefined> {
      const found = early;
      early = undefined;
      found?.end[Symbol.dispose]();
      if (found) return Promise.resolve(found.userId);
      waiting?.(undefined);
      return new Promise((resolve) => {
        const end = later(TOGETHER_MS, () => answer(undefined));
        const answer = (userId: string | undefined) => {
          end[Symbol.dispose]();
          if (waiting === answer) waiting = undefined;
          resolve(userId);
        };
        waiting = answer;
      });
    },
  };
}
