import type { ApprovalStore } from "../storage/turns/approvals.ts";
import type { TurnRow } from "../storage/turns/turns.ts";
import type { ApprovalAnswer } from "./state.ts";
import type { Progress } from "./turn.ts";

/** What a running turn has beside its checkpoint: gone when the process ends. */
export interface Run {
  readonly signal: AbortSignal;
  /** The message is old: what it would do is asked about first. */
  readonly late: boolean;
  /** Ends all waiting of the turn for a home that is away; made when it first waits. */
  homeWait?: AbortSignal;
  progress(progress: Progress): void;
}

export type Runs = ReadonlyMap<string, Run>;

export function runOf(runs: Runs, turnId: string): Run {
  const run = runs.get(turnId);
  if (!run) throw new Error(`turn ${turnId} runs without its handle`);
  return run;
}

/** A yes is for now: one that could not be acted on for so long is not acted on (the product's bound). */
const ANSWER_LIFETIME_MS = 2 * 60_000;

export interface GivenAnswer extends ApprovalAnswer {
  readonly decidedAt: number;
  /** It was given to an earlier process. */
  readonly earlier: boolean;
}

/** One piece of work on a turn: from its message, or from the answer to its question on. */
export interface Job {
  /** As it was when the job was made; what may have changed since is read again. */
  readonly turn: TurnRow;
  readonly answer?: GivenAnswer | undefined;
  /** What is left to be done when all but the turn's end succeeded. */
  readonly finish?: (() => Promise<void>) | undefined;
  /** Its turn was at work when the process crashed: nothing else is begun beside it. */
  readonly isSuspect?: boolean;
  /** How often it was put back because something could not be written. */
  readonly attempts?: number;
}

export function isStale({ decidedAt }: GivenAnswer, now: number): boolean {
  return now - decidedAt > ANSWER_LIFETIME_MS;
}

/** The answer that was given just before the last process ended, and that its run never saw. */
export function storedAnswer(approvals: Pick<ApprovalStore, "ofTurn">, turnId: string): GivenAnswer | undefined {
  const approval = approvals.ofTurn(turnId);
  if (approval?.status !== "answered" || !approval.approved) return undefined;
  return { approvalId: approval.id, approved: approval.approved, decidedAt: approval.decidedAt ?? 0, earlier: true };
}
