import { setTimeout as after } from "node:timers/promises";
import type { Logger } from "../../observability/logger.ts";
import { type Permit, spendPermit } from "../../security/policy/policy.ts";
import { redactSecrets, withoutSecrets } from "../../security/redaction/redaction.ts";
import { routineChange } from "../../security/routines/routine-changes.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { CommandError, HomeUnreachableError } from "../connection/errors.ts";
import { eachSession } from "../connection/pacing.ts";
import { type Expectation, expectationOf, isAssumed, withoutProof } from "../expectations/expectations.ts";
import type { Home } from "../registry/home.ts";
import { isKnown } from "../registry/state-words.ts";
import type { EntityState, PassingState, StateStore } from "../registry/states.ts";
import { CAMERA_IMAGE, type ResolvedCall } from "../services/services.ts";
import { createListProof } from "./list-proof.ts";
import type { OwnRoutines } from "./own-routines.ts";
import { changedFrom } from "./undo.ts";

interface ActOptions {
  readonly signal?: AbortSignal;
  /** What follows needs the end: what is on its way is waited for until the deadline. */
  readonly untilEnd?: boolean;
}

export interface ActorOptions {
  readonly connection: Pick<HomeConnection, "connected" | "command" | "onConnected" | "onDisconnected">;
  readonly states: Pick<StateStore, "get" | "onChange">;
  /** Tells when the stored states are those of now again after a reconnect. */
  readonly home: Pick<Home, "ready" | "whenReady">;
  readonly routines: Pick<OwnRoutines, "change">;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly clock?: () => number;
  /** Factor on every wait; 1 unless a test is in a hurry. */
  readonly pace?: number;
}

/** Longer than every deadline of the expectations, so that a slow answer never overrules the state. */
const CALL_TIMEOUT_MS = 40_000;
/** The answer follows its state change by a few milliseconds: worth this wait, for the context id. */
const ANSWER_GRACE_MS = 250;

const NEVER = new AbortController().signal;
const NOT_REACHABLE = "Home Assistant is not reachable";

/** Refusals before anything began. Any other may come from one target after the others have acted. */
const NOTHING_DONE: ReadonlySet<string> = new Set(["not_found", "invalid_format", "unauthorized", "unknown_command"]);

/** What became of the call. `refused` without `nothingDone`: other targets may have been the reason. */
type Answer =
  | { readonly kind: "answered"; readonly contextId: string | undefined }
  | { readonly kind: "refused"; readonly nothingDone: boolean; readonly error: string }
  | { readonly kind: "lost" };

interface Target {
  /** Empty for a call without entities. */
  readonly entityId: string;
  readonly observe: readonly string[];
  /** Known without sending anything. */
  readonly settled?: Outcome;
  /** What an answered call means for a target that nothing can be proved of. */
  readonly unproved: Outcome;
  readonly watch?: TargetWatch;
}

/** The only door to do something to the house; tells by its states what became of it. */
export function createActor({ connection, states, home, routines, logger, clock = Date.now, pace = 1 }: ActorOptions) {
  const proofOfList = createListProof({ connection });
  return {
    /**
     * Sends the permitted call once and waits until its expectation holds, what takes longer is on its way, or its deadline passes. Never rejects for what the house or
     * the connection does: that is the receipt. Throws only for a value that is not a live permit.
     */
    async act(permit: Permit, options: ActOptions = {}): Promise<Receipt> {
      if (!spendPermit(permit, clock())) throw new TypeError("acting needs a live permit of the policy");
      const startedAt = clock();
      if (routineChange(permit.call.service)) return changeRoutine(permit, options, startedAt);
      const changes = permit.call.entityIds.map((entityId) => [entityId, changedFrom(entityId, states)] as const);
      const { targets, answer } = await carryOut(permit.call, options);
      const outcomes = await Promise.all(
        targets.map(async (target) => {
          const outcome = await outcomeOf(target, answer);
          return outcome === "sent" ? ((await proofOfList(permit.call, target.entityId)) ?? outcome) : outcome;
        }),
      );
      const moving = new Set(targets.flatMap(({ entityId, watch }, index) => (watch && outcomes[index] === "started" ? entityId : [])));
      const before = new Map(changes.map(([entityId, changed]) => [entityId, changed(moving.has(entityId))]));
      const { actionId } = permit;
      const { service } = permit.call;
      // a service may bear the name of somebody's phone
      logger.info({ actionId, domain: service.split(".")[0], outcomes }, "action ended");
      logger.debug({ actionId, service }, "service of the action");
      return {
        actionId,
        service,
        data: withoutSecrets(permit.call.data),
        targets: targets.map(({ entityId, observe }, index) => ({
          entityId,
          outcome: outcomes[index] ?? "unknown",
          observed: observation(states.get(entityId), observe),
          ...before.get(entityId),
        })),
        contextId: answer?.kind === "answered" ? answer.contextId : undefined,
        error: answer?.kind === "refused" ? redactSecrets(answer.error, permit.call.data) : undefined,
        startedAt,
        endedAt: clock(),
      };
    },
  };

  async function changeRoutine({ actionId, call }: Permit, { signal = NEVER }: ActOptions, startedAt: number): Promise<Receipt> {
    const { outcome, ...observed } = await routines.change(call, signal);
    const error = "error" in observed ? { error: observed.error } : { error: undefined };
    logger.info({ actionId, outcome }, "a change of a routine ended");
    const { service, data } = call;
    return {
      actionId,
      service,
      data,
      targets: [{ entityId: "", outcome, observed }],
      contextId: undefined,
      ...error,
      startedAt,
      endedAt: clock(),
    };
  }

  /** Sends what is worth sending and returns when every target's outcome is known. */
  async function carryOut(
    call: ResolvedCall,
    { signal, untilEnd = false }: ActOptions,
  ): Promise<{ targets: Target[]; answer: Answer | undefined }> {
    const unsent = reasonNotToSend(signal);
    if (unsent) return { targets: allTargets(call), answer: { kind: "refused", nothingDone: true, error: unsent } };
    // watched before the call is sent, for the state change arrives before the answer
    const targets = call.entityIds.length > 0 ? call.entityIds.map((entityId) => prepare(call, entityId, untilEnd)) : allTargets(call);
    const entityIds = targets.filter(({ settled }) => !settled).map(({ entityId }) => entityId);
    if (entityIds.length === 0) return { targets, answer: undefined };

    const watches = targets.flatMap(({ watch }) => watch ?? []);
    using held = new DisposableStack();
    for (const watch of watches) held.use(watch);
    held.use(followConnection(watches));
    const stopped = Promise.withResolvers<Answer>();
    const stop = () => {
      for (const watch of watches) watch.stop();
      stopped.resolve({ kind: "lost" });
    };
    signal?.addEventListener("abort", stop, { once: true });
    held.defer(() => signal?.removeEventListener("abort", stop));

    const answering = Promise.race([send(call, entityIds), stopped.promise]).then((answer) => {
      for (const watch of watches) watch.tell(answer);
      return answer;
    });
    if (watches.length < entityIds.length) await answering;
    await Promise.all(watches.map(({ outcome }) => outcome));
    return { targets, answer: await Promise.race([answering, after(ANSWER_GRACE_MS * pace, undefined, { ref: false })]) };
  }

  /** The stored states are those of now only while the home is ready. */
  function reasonNotToSend(signal: AbortSignal | undefined): string | undefined {
    if (signal?.aborted) return "stopped before it was sent";
    if (!connection.connected) return NOT_REACHABLE;
    return home.ready ? undefined : "Home Assistant is starting";
  }

  /**
   * Home Assistant leaves unavailable targets out of a call silently. What is there already is not sent again: a gate with one button
   * would turn round. An assumed state is no knowledge, so that is always sent.
   */
  function prepare(call: ResolvedCall, entityId: string, untilEnd: boolean): Target {
    const before = states.get(entityId);
    if (!isReachable(before)) return { entityId, observe: [], settled: "failed", unproved: "failed" };
    if (call.service === CAMERA_IMAGE) return { entityId, observe: [], settled: "done", unproved: "done" };
    const expectation = expectationOf(call, entityId, before);
    const observe = expectation?.observe ?? [];
    if (isAssumed(before)) return { entityId, observe, unproved: "sent" };
    if (!expectation) return { entityId, observe, unproved: withoutProof(call) };
    if (expectation.holds(before)) return { entityId, observe, settled: "already", unproved: "already" };
    return { entityId, observe, unproved: "unknown", watch: watchTarget({ entityId, expectation, untilEnd, before, states, pace }) };
  }

  /** Never rejects, never repeats. */
  async function send(call: ResolvedCall, entityIds: readonly string[]): Promise<Answer> {
    const [domain, service] = call.service.split(".");
    const target = call.entityIds.length > 0 ? { target: { entity_id: entityIds } } : {};
    try {
      const result = await connection.command<{ context?: { id?: string } } | null>(
        { type: "call_service", domain, service, service_data: call.data, ...target },
        { timeoutMs: CALL_TIMEOUT_MS * pace },
      );
      return { kind: "answered", contextId: result?.context?.id };
    } catch (error) {
      if (error instanceof HomeUnreachableError) return { kind: "refused", nothingDone: true, error: NOT_REACHABLE };
      if (!(error instanceof CommandError)) return { kind: "lost" };
      return { kind: "refused", nothingDone: entityIds.length === 1 || NOTHING_DONE.has(error.code), error: error.message };
    }
  }

  function followConnection(watches: readonly TargetWatch[]): Disposable {
    const held = new DisposableStack();
    held.use(
      connection.onDisconnected(() => {
        for (const watch of watches) watch.blind();
      }),
    );
    held.use(
      eachSession(connection, async (signal) => {
        await home.whenReady(signal).catch(() => undefined);
        if (!signal.aborted) for (const watch of watches) watch.seeing();
      }),
    );
    return held;
  }
}

export type Actor = ReturnType<typeof createActor>;

/** Every target with nothing known of it but the answer. */
function allTargets(call: ResolvedCall): Target[] {
  const entityIds = call.entityIds.length > 0 ? call.entityIds : [""];
  return entityIds.map((entityId) => ({ entityId, observe: [], unproved: withoutProof(call) }));
}

async function outcomeOf({ settled, watch, unproved }: Target, answer: Answer | undefined): Promise<Outcome> {
  if (settled) return settled;
  if (watch) return watch.outcome;
  if (answer?.kind === "answered") return unproved;
  return answer?.kind === "refused" ? "failed" : "unknown";
}

interface TargetWatchOptions {
  readonly entityId: string;
  readonly expectation: Expectation;
  readonly untilEnd: boolean;
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
function watchTarget({ entityId, expectation, untilEnd, before, states, pace }: TargetWatchOptions) {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  let news: Answer | undefined;
  let isBlind = false;
  let reacted = false;
  let ended = false;
  let phase: "early" | "late" | "over" = "early";
  let settling: NodeJS.Timeout | undefined;
  let leaving: NodeJS.Timeout | undefined;

  const listening = states.onChange([entityId], (current) => {
    reacted ||= !current || isReaction(current, before, expectation.observe);
    look();
  });
  const enter = (next: "late" | "over") => {
    phase = next;
    look();
  };
  const { deadlineMs, silentMs, settleMs, movingMs } = expectation;
  const late = setTimeout(enter, deadlineMs * pace, silentMs > deadlineMs ? "late" : "over");
  const over = setTimeout(enter, silentMs * pace, "over");

  function finish(outcome: Outcome): void {
    ended = true;
    listening[Symbol.dispose]();
    for (const timer of [late, over, settling, leaving]) clearTimeout(timer);
    resolve(isAssumed(states.get(entityId)) ? unproved(outcome) : outcome);
  }

  function look(): void {
    if (ended) return;
    const state = states.get(entityId);
    const holds = !isBlind && state !== undefined && expectation.holds(state);
    if (holds || isBlind || !isOnItsWay(state)) {
      clearTimeout(leaving);
      leaving = undefined;
    } else if (!untilEnd) leaving ??= setTimeout(finish, movingMs * pace, "started");
    if (holds) {
      if (settleMs === 0) finish("done");
      else settling ??= setTimeout(finish, settleMs * pace, "done");
      return;
    }
    clearTimeout(settling);
    settling = undefined;
    const verdict = verdictOn(state);
    if (verdict) finish(verdict);
  }

  function isOnItsWay(state: EntityState | undefined): boolean {
    return state !== undefined && (expectation.moving(state) || expectation.approaching(state));
  }

  /** Some integrations assume a state only after they were called. */
  function unproved(outcome: Outcome): Outcome {
    if (outcome === "failed" || outcome === "unknown") return outcome;
    return news?.kind === "lost" ? "unknown" : "sent";
  }

  function verdictOn(state: EntityState | undefined): Outcome | undefined {
    if (isBlind) return phase === "over" ? "unknown" : undefined;
    const failed = state !== undefined && expectation.failed(state);
    if (failed && state.lastChanged !== before.lastChanged) return "failed";
    if (news?.kind === "refused" && news.nothingDone && !reacted) return "failed";
    if (phase === "early") return undefined;
    if (isOnItsWay(state)) return "started";
    if (!state || state.state === "unavailable" || failed || news?.kind === "refused") return "failed";
    if (news?.kind === "lost") return phase === "over" ? "unknown" : undefined;
    // a call that Home Assistant is still working on is not failed: its answer, or its own time-out, ends the wait
    if (!news) return undefined;
    return reacted || phase === "over" ? "no-change" : undefined;
  }

  return {
    outcome: promise,
    tell(told: Answer): void {
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
      const state = states.get(entityId);
      if (!ended) finish(!isBlind && isOnItsWay(state) ? "started" : "unknown");
    },
    [Symbol.dispose](): void {
      if (!ended) finish("unknown");
    },
  };
}

type TargetWatch = ReturnType<typeof watchTarget>;

/** True if the device said something that concerns the call; signal strengths and clocks do not. */
function isReaction(current: PassingState, before: EntityState, observe: readonly string[]): boolean {
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
  const told = isKnown(state.state) ? observe : [];
  const attributes = told.map((name) => [name, state.attributes[name]] as const);
  return { state: state.state, ...Object.fromEntries(attributes.filter(([, value]) => value !== undefined && value !== null)) };
}

/**
 * What really happened to one target of an action.
 *
 * - `done`: the expected end state came and stayed for its settle time
 * - `already`: it was there before the call
 * - `sent`: Home Assistant took the call and there is nothing to watch
 * - `started`: a routine runs, or the state moves towards its end and takes longer than a moment (a cover `opening`)
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
  /** What the action changed, as it was before, for whoever wants it back; of nothing that was only looked at. */
  readonly before?: Readonly<Record<string, unknown>>;
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
