/** Timers that a test lets run: `pass` runs what waits now. */
export function handTimers() {
  let timers: { readonly ms: number; readonly run: () => void }[] = [];
  return {
    later: (ms: number, run: () => void): Disposable => {
      const timer = { ms, run };
      timers.push(timer);
      return {
        [Symbol.dispose]: () => {
          timers = timers.filter((one) => one !== timer);
        },
      };
    },
    waits: (): readonly number[] => timers.map(({ ms }) => ms),
    pass(): void {
      const due = timers;
      timers = [];
      for (const { run } of due) run();
    },
  };
}

/** Lets promises that are settled already go on. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
