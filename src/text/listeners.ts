/** Those who are told of something, each until it disposes of what it got. */
export function createListeners<Told extends readonly unknown[] = []>() {
  const all = new Set<(...told: Told) => void>();
  return {
    on(listener: (...told: Told) => void): Disposable {
      all.add(listener);
      return { [Symbol.dispose]: () => all.delete(listener) };
    },
    tell(...told: Told): void {
      for (const listener of all) listener(...told);
    },
  };
}
