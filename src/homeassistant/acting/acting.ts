import type { Logger } from "../../observability/logger.ts";
import { type Permit, spendPermit } from "../../security/policy/policy.ts";
import { redactSecrets, withoutSecrets } from "../../security/redaction/secret-fields.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { CommandError, HomeUnreachableError } from "../connection/errors.ts";
import { expectationOf, isAssumed, withoutProof } from "../expectations/expectations.ts";
import type { Outcome, Receipt } from "../expectations/receipts.ts";
import type { Home } from "../registry/home.ts";
import type { StateStore } from "../registry/states.ts";
import type { ResolvedCall } from "../services/services.ts";
import { isReachable, observation, type TargetWatch, watchTarget } from "./target-watch.ts";

/** The only door to do something to the house. */
export interface Actor {
  /**
   * Sends the permitted call once and waits until its expectation holds or its deadline passes. Never rejects for what the house or
   * the connection does: that is the receipt. Throws only for a value that is not a live permit.
   */
  act(permit: Permit, options?: { signal?: AbortSignal }): Promise<Receipt>;
}

export interface ActorOptions {
  readonly connection: Pick<HomeConnection, "connected" | "command" | "onConnected" | "onDisconnected">;
  readonly states: Pick<StateStore, "get" | "onChange">;
  /** Tells when the stored states are those of now again after a reconnect. */
  readonly home: Pick<Home, "ready" | "whenReady">;
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

const NOT_REACHABLE = "Home Assistant is not reachable";

/** Refusals before anything began. Any other may come from one target after the others have acted. */
const NOTHING_DONE: ReadonlySet<string> = new Set(["not_found", "invalid_format", "unauthorized", "unknown_command"]);

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

/** Acts on the house and tells by its states what became of it. */
export function createActor({ connection, states, home, logger, clock = Date.now, pace = 1 }: ActorOptions): Actor {
  return {
    async act(permit, { signal } = {}) {
      if (!spendPermit(permit, clock())) throw new TypeError("acting needs a live permit of the policy");
      const startedAt = clock();
      const { targets, answer } = await carryOut(permit.call, signal);
      const outcomes = await Promise.all(targets.map((target) => outcomeOf(target, answer)));
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
        })),
        contextId: answer?.kind === "answered" ? answer.contextId : undefined,
        error: answer?.kind === "refused" ? redactSecrets(answer.error, permit.call.data) : undefined,
        startedAt,
        endedAt: clock(),
      };
    },
  };

  /** Sends what is worth sending and returns when every target's outcome is known. */
  async function carryOut(call: ResolvedCall, signal: AbortSignal | undefined): Promise<{ targets: Target[]; answer: Answer | undefined }> {
    const unsent = reasonNotToSend(signal);
    if (unsent) return { targets: allTargets(call), answer: { kind: "refused", nothingDone: true, error: unsent } };
    // watched before the call is sent, for the state change arrives before the answer
    const targets = call.entityIds.length > 0 ? call.entityIds.map((entityId) => prepare(call, entityId)) : allTargets(call);
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
    return { targets, answer: await within(answering, ANSWER_GRACE_MS * pace) };
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
  function prepare(call: ResolvedCall, entityId: string): Target {
    const before = states.get(entityId);
    if (!isReachable(before)) return { entityId, observe: [], settled: "failed", unproved: "failed" };
    const expectation = expectationOf(call, entityId, before);
    const observe = expectation?.observe ?? [];
    if (isAssumed(before)) return { entityId, observe, unproved: "sent" };
    if (!expectation) return { entityId, observe, unproved: withoutProof(call) };
    if (expectation.holds(before)) return { entityId, observe, settled: "already", unproved: "already" };
    return { entityId, observe, unproved: "unknown", watch: watchTarget({ entityId, expectation, before, states, pace }) };
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
    const ended = new AbortController();
    held.defer(() => ended.abort());
    held.use(
      connection.onDisconnected(() => {
        for (const watch of watches) watch.blind();
      }),
    );
    held.use(
      connection.onConnected(async () => {
        await home.whenReady(ended.signal).catch(() => undefined);
        if (ended.signal.aborted || !connection.connected) return;
        for (const watch of watches) watch.seeing();
      }),
    );
    return held;
  }
}

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

/** The promise's value, or undefined when it takes longer. */
async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, ms, undefined);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
