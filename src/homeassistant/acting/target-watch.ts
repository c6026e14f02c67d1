import { type Expectation, isAssumed } from "../expectations/expectations.ts";
import type { Outcome } from "../expectations/receipts.ts";
import type { EntityState, StateStore } from "../registry/states.ts";
import { NO_STATE } from "../services/end-state.ts";

/** What became of the call. `refused` without `nothingDone`: other targets may have been the reason. */
type CallNews = { readonly kind: "answered" } | { readonly kind: "refused"; readonly nothingDone: boolean } | { readonly kind: "lost" };

interface TargetWatchOptions {
  readonly entityId: string;
  readonly expectation: Expectation;
  readonly before: EntityState;
  readonly states: Pick<StateStore, "get" | "onChange">;
  /** Factor on every wait. */
  readonly pace: number;
}

/**
 * Watches one target from before the call is sent until its outcome is known. The state decides, whoever changed it: Home Assistant forgets the context of a call after five seconds. The end state must stand
 * for the settle time without a break, and only while the connection shows the present. `no-change` needs an answered call; a lost
 * call whose end state is seen afterwards was `done` (it did not hold before), any other lost call stays `unknown`.
 */
export function watchTarget({ entityId, expectation, before, states, pace }: TargetWatchOptions) {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  let news: CallNews | undefined;
  let isBlind = false;
  let reacted = false;
  let ended = false;
  let phase: "early" | "late" | "over" = "early";
  let settling: NodeJS.Timeout | undefined;

  const listening = states.onChange([entityId], (current) => {
    reacted ||= !current || isReaction(current, before, expectation.observe);
    look();
  });
  const enter = (next: "late" | "over") => {
    phase = next;
    look();
  };
  const { deadlineMs, silentMs, settleMs } = expectation;
  const late = setTimeout(enter, deadlineMs * pace, silentMs > deadlineMs ? "late" : "over");
  const over = setTimeout(enter, silentMs * pace, "over");

  function finish(outcome: Outcome): void {
    ended = true;
    listening[Symbol.dispose]();
    for (const timer of [late, over, settling]) clearTimeout(timer);
    resolve(isAssumed(states.get(entityId)) ? unproved(outcome) : outcome);
  }

  function look(): void {
    if (ended) return;
    const state = states.get(entityId);
    if (!isBlind && state && expectation.holds(state)) {
      if (settleMs === 0) finish("done");
      else settling ??= setTimeout(finish, settleMs * pace, "done");
      return;
    }
    clearTimeout(settling);
    settling = undefined;
    const verdict = isBlind ? blindVerdict() : verdictOn(state);
    if (verdict) finish(verdict);
  }

  /** Some integrations assume a state only after they were called. */
  function unproved(outcome: Outcome): Outcome {
    if (outcome === "failed" || outcome === "unknown") return outcome;
    return news?.kind === "lost" ? "unknown" : "sent";
  }

  function blindVerdict(): Outcome | undefined {
    return phase === "over" ? "unknown" : undefined;
  }

  function verdictOn(state: EntityState | undefined): Outcome | undefined {
    const failed = state !== undefined && expectation.failed?.(state) === true;
    if (failed && state.lastChanged !== before.lastChanged) return "failed";
    if (news?.kind === "refused" && news.nothingDone && !reacted) return "failed";
    if (phase === "early") return undefined;
    if (state && expectation.moving?.(state)) return "started";
    if (!state || state.state === "unavailable" || failed || news?.kind === "refused") return "failed";
    if (news?.kind === "lost") return phase === "over" ? "unknown" : undefined;
    // a call that Home Assistant is still working on is not failed: its answer, or its own time-out, ends the wait
    if (!news) return undefined;
    return reacted || phase === "over" ? "no-change" : undefined;
  }

  return {
    outcome: promise,
    tell(told: CallNews): void {
      news = told;
      look();
    },
    /** The connection is gone: the stored states are old and prove nothing. */
    blind(): void {
      isBlind = true;
      look();
    },
    seeing(): void {
      isBlind = false;
      look();
    },
    /** Nobody waits any longer. */
    stop(): void {
      if (!ended) finish(!isBlind && movingNow() ? "started" : "unknown");
    },
    [Symbol.dispose](): void {
      if (!ended) finish("unknown");
    },
  };

  function movingNow(): boolean {
    const state = states.get(entityId);
    return state !== undefined && expectation.moving?.(state) === true;
  }
}

export type TargetWatch = ReturnType<typeof watchTarget>;

/** True if the device said something that concerns the call; signal strengths and clocks do not. */
function isReaction(current: EntityState, before: EntityState, observe: readonly string[]): boolean {
  if (current.state !== before.state) return true;
  return observe.some((name) => JSON.stringify(current.attributes[name]) !== JSON.stringify(before.attributes[name]));
}

/** False for what is gone or unavailable: Home Assistant leaves such a target out of a call without a word. */
export function isReachable(state: EntityState | undefined): state is EntityState {
  return state !== undefined && state.state !== "unavailable";
}

/** What the receipt tells of a target: its state and the attributes that are worth telling, without empty ones. */
export function observation(state: EntityState | undefined, observe: readonly string[]): Record<string, unknown> {
  if (!state) return {};
  const told = NO_STATE.has(state.state) ? [] : observe;
  const attributes = told.map((name) => [name, state.attributes[name]] as const);
  return { state: state.state, ...Object.fromEntries(attributes.filter(([, value]) => value !== undefined && value !== null)) };
}
