/** Runs something once after some milliseconds, unless it is disposed of before. */
export type Later = (ms: number, run: () => void) => Disposable;
