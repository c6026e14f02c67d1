/** Somebody waits for the answer, or nobody does. */
export type Priority = "person" | "background";

/** More work waits than there may: what is asked for now is not done. Trying again later is right. */
export class WorkersBusyError extends Error {
  override name = "WorkersBusyError";
}

interface Waiting {
  readonly start: () => void;
}

/**
 * Who may run now: at most `count` at once, people before background work, each in the order of asking. Background work leaves one place
 * free, so that a person never waits for its end; of a single place it takes that.
 */
export function createSlots({ count, mostWaiting }: { count: number; mostWaiting: number }) {
  const waiting: Readonly<Record<Priority, Set<Waiting>>> = { person: new Set(), background: new Set() };
  const taken: Record<Priority, number> = { person: 0, background: 0 };
  const mostBackground = Math.max(1, count - 1);

  const isFree = (priority: Priority): boolean =>
    taken.person + taken.background < count && (priority === "person" || taken.background < mostBackground);
  const startWaiting = (): void => {
    for (const priority of ["person", "background"] as const) {
      for (const next of waiting[priority]) {
        if (!isFree(priority)) break;
        waiting[priority].delete(next);
        taken[priority] += 1;
        next.start();
      }
    }
  };

  return {
    /** Resolves when it is one's turn. Throws the signal's reason, and WorkersBusyError when `mostWaiting` wait already. */
    take(priority: Priority, signal: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (!isFree(priority) && waiting.person.size + waiting.background.size >= mostWaiting) {
          throw new WorkersBusyError(`${mostWaiting} tasks wait for one of ${count} threads already; try again later`);
        }
        const leave = (): void => {
          waiting[priority].delete(mine);
          reject(signal.reason);
        };
        const mine: Waiting = {
          start: () => {
            signal.removeEventListener("abort", leave);
            resolve();
          },
        };
        signal.addEventListener("abort", leave, { once: true });
        waiting[priority].add(mine);
        startWaiting();
      });
    },
    /** Gives a place back that was taken. */
    give(priority: Priority): void {
      taken[priority] -= 1;
      startWaiting();
    },
  };
}
