/** At most so many within a time (ms). Nothing is counted that has to wait. */
export function createRateLimit({ most, withinMs }: { readonly most: number; readonly withinMs: number }) {
  let taken: readonly number[] = [];

  function wait(now: number): number {
    taken = taken.filter((at) => now - at < withinMs);
    const [oldest = now] = taken;
    return taken.length < most ? 0 : oldest + withinMs - now;
  }

  return {
    /** How long (ms) until there is room, 0 for now; takes none. */
    wait,
    /** Takes one at `now` and tells 0; else how long (ms) until there is room. */
    take(now: number): number {
      const ms = wait(now);
      if (ms === 0) taken = [...taken, now];
      return ms;
    },
  };
}

/** The same for each of several; the caller's keys are few. */
export function createRateLimits(limit: Parameters<typeof createRateLimit>[0]) {
  const limits = new Map<string, ReturnType<typeof createRateLimit>>();
  return {
    /** Takes one for `key` at `now` and tells 0; else how long (ms) until there is room. */
    take(key: string, now: number): number {
      const one = limits.get(key) ?? createRateLimit(limit);
      limits.set(key, one);
      return one.take(now);
    },
  };
}
