import type { Outcome, Receipt, TargetReceipt } from "../../homeassistant/acting/acting.ts";
import { observation } from "../../homeassistant/acting/acting.ts";
import { type Expectation, expectationOf } from "../../homeassistant/expectations/expectations.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import type { EntityState, StateStore } from "../../homeassistant/registry/states.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import type { PlanMessages } from "../plan-messages.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { stateTexts } from "../wording/phrases.ts";
import { reportResults } from "../wording/receipts.ts";

/** What is neither there nor says that it moves stands still after so long without news: covers that tell their position alone do so every few seconds. */
const STOPPED_MS = 15_000;
/** The longest wait of all expectations is ten minutes, a slow fade apart; a restart goes on with what began within so long. */
const TAKEN_UP_MS = 20 * 60_000;
/** Actions of that time that a restart looks through. */
const MOST_TAKEN_UP = 200;

interface AwaitedStatesDependencies extends Pick<TurnStores, "actions" | "turns" | "outbox">, Timing {
  readonly plans: Pick<PlanMessages, "show">;
  readonly home: Pick<Home, "find" | "whenReady">;
  readonly states: Pick<StateStore, "get" | "onChange">;
  readonly words: Pick<StateWords, "called" | "load">;
  /** Makes a text fit for a person's eyes. */
  readonly redact: (text: string) => string;
}

/**
 * What an answer told as on its way ("the garage door is opening"): the same message is edited once it is at its end, stopped, or takes
 * too long. Ledger and outbox hold all that is needed for that, so a restart goes on with it; the key of the edit lets it be told once.
 */
export function createAwaitedStates({
  actions,
  turns,
  outbox,
  home,
  states,
  words,
  plans,
  redact,
  clock,
  later,
  logger,
}: AwaitedStatesDependencies) {
  const stopping = new AbortController();
  /** By action. */
  const waits = new Map<string, Disposable>();

  /** Begins to wait for what the turn's receipts tell as on its way; its answer was shown. */
  function follow(turnId: string): void {
    for (const receipt of actions.receipts(turnId) as readonly Receipt[]) {
      if (waits.has(receipt.actionId)) continue;
      const awaited = receipt.targets.flatMap((target) => {
        const expectation = target.outcome === "started" ? expectationAfter(receipt, target, states.get(target.entityId)) : undefined;
        return expectation ? [{ entityId: target.entityId, expectation }] : [];
      });
      if (awaited.length > 0) waits.set(receipt.actionId, wait(turnId, receipt, awaited));
    }
  }

  function wait(turnId: string, receipt: Receipt, awaited: readonly Awaited[]): Disposable {
    const held = new DisposableStack();
    const ends = awaited.map(({ entityId, expectation }) => {
      const until = receipt.startedAt + expectation.longestMs;
      const { promise, resolve } = Promise.withResolvers<TargetReceipt>();
      held.use(watchTarget({ entityId, expectation, until, states, clock, later, end: resolve }));
      return promise;
    });
    Promise.all(ends)
      .then((targets) => tell(turnId, receipt, targets))
      .catch((error: unknown) => logger.warn({ err: error, turn: turnId }, "what became of an action could not be told"))
      .finally(() => {
        held.dispose();
        waits.delete(receipt.actionId);
      });
    return held;
  }

  async function tell(turnId: string, receipt: Receipt, ended: readonly TargetReceipt[]): Promise<void> {
    const turn = turns.get(turnId);
    const { messageId: editMessageId, text, buttons, parts } = outbox.answerOf(turnId);
    if (!turn || turns.isErased(turnId) || editMessageId === undefined || text === undefined || stopping.signal.aborted) return;
    // what was done to it since then is told there
    const entityIds = ended.map(({ entityId }) => entityId);
    if (actions.list({ limit: 2, since: receipt.startedAt, entityIds }).some(({ id }) => id !== receipt.actionId)) return;
    await words.load([turn.language], stopping.signal);
    const byId = new Map(ended.map((target) => [target.entityId, target]));
    const targets = receipt.targets.map((target) => byId.get(target.entityId) ?? target);
    const result = { kind: "receipt", id: receipt.actionId, receipt: { ...receipt, targets } } as const;
    plans.show(turnId, [result], { isOver: true });
    const before = told(turn, receipt);
    const now = told(turn, result.receipt, Math.max(1, Math.round((clock() - receipt.startedAt) / 60_000)));
    const { channel, bot, chatId, threadId } = turn;
    const item = { channel, bot, chatId, threadId, turnId, origin: "home", onceKey: `awaited/${receipt.actionId}`, at: clock() } as const;
    // of a long answer only the last message is known
    if (parts > 1 || !text.includes(before)) outbox.add({ ...item, kind: "notice", text: now });
    else outbox.add({ ...item, kind: "edit", text: text.replace(before, () => now), buttons, editMessageId });
  }

  function told({ language }: TurnRow, receipt: Receipt, waitedMinutes?: number): string {
    const catalogue = catalogueFor(language);
    const result = { kind: "receipt", id: receipt.actionId, receipt } as const;
    const lines = reportResults([result], { home, catalogue, stateText: stateTexts(words, language, catalogue), waitedMinutes });
    return lines.map(redact).join("\n");
  }

  return {
    follow,
    /** Goes on with what an earlier process waited for, once the states are those of now. */
    async start(): Promise<void> {
      const recent = actions.list({ limit: MOST_TAKEN_UP, since: clock() - TAKEN_UP_MS });
      const moving = recent.filter(({ receipt }) => receipt?.targets.some(({ outcome }) => outcome === "started"));
      if (moving.length === 0) return;
      await home.whenReady(stopping.signal).catch(() => undefined);
      if (stopping.signal.aborted) return;
      for (const turnId of new Set(moving.map((action) => action.turnId)))
        if (outbox.answerOf(turnId).messageId !== undefined) follow(turnId);
    },
    [Symbol.dispose](): void {
      stopping.abort();
      for (const held of waits.values()) held[Symbol.dispose]();
    },
  };
}

interface Awaited {
  readonly entityId: string;
  readonly expectation: Expectation;
}

/** What was expected, from the receipt: with what it kept of how its target was before. */
function expectationAfter({ service, data }: Receipt, { entityId, observed, before }: TargetReceipt, now: EntityState | undefined) {
  if (!now || typeof before?.["state"] !== "string") return undefined;
  const kept = Object.entries(now.attributes).filter(([name]) => !(name in observed));
  const was = { ...now, state: before["state"], attributes: { ...Object.fromEntries(kept), ...before } };
  return expectationOf({ service, data, entityIds: [entityId] }, entityId, was);
}

interface WatchOptions extends Awaited, Pick<Timing, "clock" | "later"> {
  readonly states: Pick<StateStore, "get" | "onChange">;
  /** When it should be at its end (ms). */
  readonly until: number;
  readonly end: (target: TargetReceipt) => void;
}

/** Tells once what became of a target that was on its way: each way to be has a time that it must stand. */
function watchTarget({ entityId, expectation, until, states, clock, later, end }: WatchOptions): Disposable {
  let standing: { readonly news: string; readonly timer: Disposable } | undefined;
  const listening = states.onChange([entityId], look);
  const stop = () => {
    listening[Symbol.dispose]();
    standing?.timer[Symbol.dispose]();
  };

  function outcomeNow(state: EntityState | undefined): Outcome {
    if (!state || state.state === "unavailable" || expectation.failed(state)) return "failed";
    if (expectation.holds(state)) return "done";
    return expectation.moving(state) ? "started" : "no-change";
  }

  /** How long it must be so until it is told. What is away may come back on its way. */
  function standMs(outcome: Outcome): number {
    if (outcome === "done") return expectation.settleMs;
    const left = Math.max(0, until - clock());
    return outcome === "no-change" ? Math.min(left, STOPPED_MS) : left;
  }

  function look(): void {
    const state = states.get(entityId);
    const outcome = outcomeNow(state);
    const news = outcome === "no-change" ? JSON.stringify(observation(state, expectation.observe)) : outcome;
    if (standing?.news === news) return;
    standing?.timer[Symbol.dispose]();
    const finish = () => {
      stop();
      end({ entityId, outcome, observed: observation(states.get(entityId), expectation.observe) });
    };
    standing = { news, timer: later(standMs(outcome), finish) };
  }

  look();
  return { [Symbol.dispose]: stop };
}
