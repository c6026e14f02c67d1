import type { WholeHome } from "../homeassistant/registry/home.ts";
import { isAway } from "../homeassistant/registry/state-words.ts";
import type { PassingState, StateStore } from "../homeassistant/registry/states.ts";
import type { FailedStep, TracedRun, Traces } from "../homeassistant/routines/traces.ts";
import type { Logger } from "../observability/logger.ts";
import type { AutomationFault } from "../storage/turns/findings.ts";
import type { Later } from "../text/later.ts";
import type { FindingBook } from "./finding-book.ts";
import { isOfAutomation } from "./finding-kinds.ts";

/** An automation of ours that will not do what it should. */
export interface BrokenAutomation {
  readonly entityId: string;
  readonly fault: AutomationFault;
}

export interface AutomationWatchDependencies {
  readonly home: Pick<WholeHome, "known" | "everything">;
  readonly states: Pick<StateStore, "onChange">;
  readonly traces: Pick<Traces, "runs" | "failedStep">;
  readonly serviceExists: (service: string) => boolean;
  /** Examines the automations that the assistant made; rejects while Home Assistant is away. */
  readonly findBroken: (signal: AbortSignal) => Promise<readonly BrokenAutomation[]>;
  readonly book: Pick<FindingBook, "open" | "close" | "has" | "all">;
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

/** The trace is written just after the state; also the least time between two looks. */
const SETTLE_MS = 2_000;
/** Entities may be missing while Home Assistant starts: only what two looks find counts. */
const EXAMINE_MS = 10 * 60_000;
const READ_MS = 10_000;
/** As much as a message shows of it. */
const LONGEST_ERROR = 200;

/** Runs that fail, told by the state that ends each run and by its trace; and automations of ours that no longer fit the home. */
export function createAutomationWatch(deps: AutomationWatchDependencies) {
  const { home, states, traces, serviceExists, findBroken, book, clock, later, logger } = deps;
  const waiting = new Map<string, Disposable>();
  let watching = new DisposableStack();
  let examining: Disposable | undefined;
  /** Found broken when last looked at. */
  let suspected: ReadonlySet<string> = new Set();
  const stopping = new AbortController();
  const inTime = () => AbortSignal.any([stopping.signal, AbortSignal.timeout(READ_MS)]);

  async function judge(entityId: string): Promise<void> {
    const run = (await traces.runs(entityId, inTime())).findLast(({ endedAt }) => endedAt !== undefined);
    const key = `automation-failed/${entityId}`;
    if (run?.result === "done") book.close(key);
    if (run?.result !== "failed" || book.has(key)) return;
    const fault = await faultOf(entityId, run);
    if (!stopping.signal.aborted) book.open(key, "automation-failed", [entityId], run.startedAt, 0, fault);
  }

  async function faultOf(entityId: string, run: TracedRun): Promise<AutomationFault> {
    const step: Partial<FailedStep> = (await traces.failedStep(entityId, run, inTime())) ?? {};
    const { service, entityIds = [] } = step;
    const says = run.error?.slice(0, LONGEST_ERROR);
    if (service !== undefined && !serviceExists(service)) return { says, why: "service", what: [service] };
    const gone = entityIds.filter((id) => !home.known(id));
    if (gone.length > 0) return { says, why: "gone", what: gone };
    const away = entityIds.filter((id) => {
      const entity = home.known(id);
      return entity !== undefined && isAway(entity);
    });
    return away.length > 0 ? { says, why: "away", what: away } : { says, why: "look", what: [] };
  }

  function ran(current: PassingState | undefined, previous: PassingState | undefined): boolean {
    if (!current || !previous || current.attributes["current"] !== 0) return false;
    return (["current", "last_triggered"] as const).some((name) => current.attributes[name] !== previous.attributes[name]);
  }

  function onState(current: PassingState | undefined, previous: PassingState | undefined, entityId: string): void {
    if (!ran(current, previous) || waiting.has(entityId)) return;
    const look = () => {
      waiting.delete(entityId);
      judge(entityId).catch((error: unknown) => logger.debug({ err: error, entityId }, "a trace could not be read"));
    };
    waiting.set(entityId, later(SETTLE_MS, look));
  }

  async function examine(): Promise<void> {
    const broken = await findBroken(inTime());
    for (const { entityId, fault } of broken) {
      const key = `automation-broken/${entityId}`;
      if (suspected.has(entityId) && !book.has(key)) book.open(key, "automation-broken", [entityId], clock(), 0, fault);
    }
    const now = new Set(broken.map(({ entityId }) => entityId));
    for (const { key, kind, entityIds } of book.all())
      if (kind === "automation-broken" && !entityIds.some((id) => now.has(id))) book.close(key);
    const isNew = [...now].some((entityId) => !suspected.has(entityId));
    suspected = now;
    if (isNew) examineLater();
  }

  function examineLater(): void {
    examining ??= later(EXAMINE_MS, () => {
      examining = undefined;
      examine().catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        logger.debug({ err: error }, "automations could not be examined");
        examineLater();
      });
    });
  }

  return {
    /** One of ours was just saved: its first run counts. */
    add(entityId: string): void {
      watching.use(states.onChange([entityId], onState));
    },
    /** The home's entities may be others now. */
    watch(): void {
      watching.dispose();
      watching = new DisposableStack();
      const all = [...home.everything()].flatMap(({ domain, entityId }) => (domain === "automation" ? entityId : []));
      watching.use(states.onChange(all, onState));
      for (const { key, kind, entityIds } of book.all())
        if (isOfAutomation(kind) && !entityIds.some((id) => home.known(id))) book.close(key);
      examineLater();
    },
    [Symbol.dispose](): void {
      stopping.abort();
      watching.dispose();
      examining?.[Symbol.dispose]();
      for (const timer of waiting.values()) timer[Symbol.dispose]();
    },
  };
}
