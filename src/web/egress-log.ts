/** How a request that left came back; `bytes` of the answer as it was read. */
export interface Ended {
  readonly outcome: "ok" | "unavailable" | "failed";
  readonly results?: number;
  readonly bytes?: number;
}

/** Told of each request before it leaves, and to whom; what it gives back is told how it ended. */
export type Leaving = (to: string) => (ended: Ended) => void;
