import type { Later } from "../text/later.ts";

/** Work for the time in which nobody needs the model. */
export interface IdleWork {
  /** So long nobody needed the model before it begins. */
  readonly idleMs: number;
  /** Something is to be done now. Asked at the end of each turn, so it is cheap. */
  readonly isWaiting: boolean;
  /** Does a part of it; called again while more waits. Stops soon when told to. Never rejects; what failed must not wait at once. */
  run(signal: AbortSignal): Promise<void>;
}

export type IdleGate = ReturnType<typeof createIdleGate>;

interface IdleGateDependencies {
  readonly clock: () => number;
  readonly later: Later;
}

/** The one way to a model in its idle time: one piece of work at a time, only while no turn is at work, and after a pause. */
export function createIdleGate({ clock, later }: IdleGateDependencies) {
  const all = new Set<IdleWork>();
  let holders = 0;
  let idleSince = clock();
  let closed = false;
  let timer: Disposable | undefined;
  let running: { readonly work: IdleWork; readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  function plan(): void {
    timer?.[Symbol.dispose]();
    timer = undefined;
    if (closed || holders > 0 || running) return;
    const now = clock();
    // a clock that was set back
    idleSince = Math.min(idleSince, now);
    const waiting = [...all].filter(({ isWaiting }) => isWaiting);
    const [first] = waiting.toSorted((one, other) => one.idleMs - other.idleMs);
    if (!first) return;
    const ms = idleSince + first.idleMs - now;
    if (ms > 0) timer = later(ms, () => start(first));
    else start(first);
  }

  function start(work: IdleWork): void {
    const stop = new AbortController();
    // not before this is written down: whatever it wakes must find it running
    const begun = Promise.resolve().then(() => work.run(stop.signal));
    const ended = begun.finally(() => {
      running = undefined;
      plan();
    });
    running = { work, stop, ended };
  }

  return {
    /** Keeps the models free for something else until disposed of; what is being done in their idle time is stopped at once. */
    hold(): Disposable {
      holders += 1;
      running?.stop.abort();
      plan();
      let held = true;
      return {
        [Symbol.dispose]() {
          if (!held) return;
          held = false;
          holders -= 1;
          idleSince = clock();
          plan();
        },
      };
    },
    /** Adds work, behind what is there; to be disposed of before what it works on. */
    add(work: IdleWork) {
      all.add(work);
      const settled = async (): Promise<void> => {
        if (running?.work === work) await running.ended;
      };
      return {
        /** There may be something to do now. */
        wake: plan,
        settled,
        async [Symbol.asyncDispose](): Promise<void> {
          all.delete(work);
          if (running?.work === work) running.stop.abort();
          plan();
          await settled();
        },
      };
    },
    [Symbol.dispose](): void {
      closed = true;
      running?.stop.abort();
      plan();
    },
  };
}
