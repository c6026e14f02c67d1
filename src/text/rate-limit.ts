/** At most so many within a time (ms). Nothing is counted that has to wait. */
export function createRateLimit({ most, withinMs }: { readonly most: number; readonly withinMs: number }) {
  let taken: readonly number[] = [];
  return {
    /** Takes one at `now` and tells 0; else how long (ms) until there is room. */
    take(now: number): number {
      taken = taken.filter((at) => now - at < withinMs);
      const [oldest = now] = taken;
      if (taken.length >= most) return oldest + withinMs - now;
      taken = [...taken, now];
      return 0;
    },
  };
}
