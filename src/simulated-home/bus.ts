import { isoTime, ulid } from "./ids.ts";

/** Who caused something, as Home Assistant writes it in events and states. */
export interface Context {
  readonly id: string;
  readonly parent_id: string | null;
  readonly user_id: string | null;
}

export interface HomeEvent {
  readonly event_type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly origin: "LOCAL";
  readonly time_fired: string;
  readonly context: Context;
}

/** The event bus of the simulated home and its clock, which grows by at least a microsecond from call to call as Home Assistant's times do. */
export function createBus() {
  const listeners = new Set<(event: HomeEvent) => void>();
  const waiting: HomeEvent[] = [];
  let last = 0;
  const now = (): number => {
    last = Math.max(Date.now(), last + 0.001);
    return last;
  };
  const newContext = ({ userId = null, parentId = null }: { userId?: string | null; parentId?: string | null } = {}): Context => ({
    id: ulid(Date.now()),
    parent_id: parentId,
    user_id: userId,
  });
  return {
    now,
    newContext,
    fire(type: string, data: Record<string, unknown>, context = newContext()): void {
      // What a listener fires waits its turn, so that everybody hears a cause before its consequence.
      if (waiting.push({ event_type: type, data, origin: "LOCAL", time_fired: isoTime(now()), context }) > 1) return;
      try {
        for (const next of waiting) for (const listener of [...listeners]) listener(next);
      } finally {
        waiting.length = 0;
      }
    },
    listen(listener: (event: HomeEvent) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Bus = ReturnType<typeof createBus>;
