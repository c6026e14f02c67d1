/**
 * What really happened to one target of an action.
 *
 * - `done`: the expected end state came and stayed for its settle time
 * - `already`: it was there before the call
 * - `sent`: Home Assistant took the call and there is nothing to watch
 * - `started`: a routine runs, or the state moves towards its end and the deadline passed on the way (a cover `opening`)
 * - `no-change`: the call succeeded and the deadline passed without the end state
 * - `failed`: Home Assistant refused, or the target is unavailable or jammed
 * - `unknown`: the connection was lost, or the service stopped, with the call under way
 */
export type Outcome = "done" | "already" | "sent" | "started" | "no-change" | "failed" | "unknown";

export interface TargetReceipt {
  /** Empty for calls without an entity. */
  readonly entityId: string;
  readonly outcome: Outcome;
  /** State and the attributes that matter to the expectation when the receipt was written, for the answer: `{state:"on", brightness:77}`. */
  readonly observed: Readonly<Record<string, unknown>>;
}

export interface Receipt {
  readonly actionId: string;
  readonly service: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly targets: readonly TargetReceipt[];
  /** Home Assistant's context id of the call, if it answered. */
  readonly contextId: string | undefined;
  /** Why it failed, in Home Assistant's words. */
  readonly error: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}
