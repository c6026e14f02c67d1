/** Runs something after some milliseconds; disposing takes it back. */
export type Later = (ms: number, run: () => void) => Disposable;
