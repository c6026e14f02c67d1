import type { Logger } from "../observability/logger.ts";
import type { Finding, FindingStore } from "../storage/turns/findings.ts";
import type { Later } from "../text/later.ts";
import { type FindingKind, isUrgent, KINDS } from "./finding-kinds.ts";

/** After so long closed, the same is news again: contacts chatter. */
const NEWS_AFTER_MS = 10 * 60_000;

export interface FindingBookDependencies {
  readonly store: FindingStore;
  /** Whether these tell of the same thing where they do so soon after each other. */
  readonly isOneEvent: (kind: FindingKind, entityId: string, other: string) => boolean;
  /** Told once for each; joins the transaction that writes it, as the others do. */
  readonly onOpen: (finding: Finding) => void;
  /** It is worse than when it was found. */
  readonly onWorse: (finding: Finding) => void;
  /** It is so again, soon after it was over. */
  readonly onAgain: (finding: Finding) => void;
  /** It is about more than before. */
  readonly onJoin: (finding: Finding) => void;
  readonly onClose: (finding: Finding) => void;
  /** It is urgent, open still, and was told to nobody. */
  readonly onUntold: (finding: Finding) => void;
  readonly transaction: (run: () => void) => void;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

interface Wait {
  readonly at: number;
  readonly run: () => void;
}

export type FindingBook = ReturnType<typeof createFindingBook>;

/** What is open and what is about to be, in memory and on disk. */
export function createFindingBook({
  store,
  isOneEvent,
  onOpen,
  onWorse,
  onAgain,
  onJoin,
  onClose,
  onUntold,
  transaction,
  clock,
  later,
  logger,
}: FindingBookDependencies) {
  const waits = new Map<string, Wait>();
  /** What waits shares one timer: a state that comes and goes sets none. */
  let timer: Disposable | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;
  /** What is open, by key, as the database has it: every change of a state asks. Undefined before the first look. */
  let found: Map<string, Finding> | undefined;
  /** Something could not be written, and is looked at again. */
  let isUnwritten = false;

  function openNow(): Map<string, Finding> {
    found ??= new Map(store.openNow().map((finding) => [finding.key, finding]));
    return found;
  }

  /** A finding and what is said of it are on disk together. A disk that is full ends no process; what could not be written is found again at the next look. */
  function written(write: () => void): void {
    try {
      transaction(write);
    } catch (error) {
      isUnwritten = true;
      found = undefined;
      logger.error({ err: error }, "a finding could not be written down");
    }
  }

  function wakeAt(at: number): void {
    if (at >= wakesAt) return;
    timer?.[Symbol.dispose]();
    wakesAt = at;
    timer = later(Math.max(0, at - clock()), runDue);
  }

  function runDue(): void {
    wakesAt = Number.POSITIVE_INFINITY;
    const now = clock();
    const due = [...waits].filter(([, { at }]) => at <= now).sort(([, one], [, other]) => one.at - other.at);
    for (const [key, wait] of due) {
      // what ran before may have ended it
      if (waits.get(key) !== wait) continue;
      waits.delete(key);
      wait.run();
    }
    for (const { at } of waits.values()) wakeAt(at);
  }

  function close(key: string): void {
    waits.delete(key);
    const finding = openNow().get(key);
    // nearly each change of a state ends here
    if (!finding) return;
    waits.delete(worseKey(key));
    written(() => {
      store.close(key, clock());
      openNow().delete(key);
      onClose(finding);
    });
  }

  function replace(finding: Finding): void {
    store.worsen(finding);
    openNow().set(finding.key, finding);
  }

  return {
    close,
    worsen(key: string): void {
      written(() => {
        const before = openNow().get(key);
        if (!before) return;
        const finding = { ...before, stage: before.stage + 1 };
        replace(finding);
        onWorse(finding);
      });
    },
    open(key: string, kind: FindingKind, entityIds: readonly string[], since: number, stage = 0, detail?: Finding["detail"]): void {
      written(() => {
        const at = clock();
        const before = store.get(key);
        const isAgain = before?.closedAt !== undefined && at - before.closedAt < NEWS_AFTER_MS && store.isNoted(key, before.openedAt);
        // what flaps is the same finding; danger that does is told from time to time
        if (isAgain && !(isUrgent(kind) && at - before.openedAt >= NEWS_AFTER_MS)) {
          const again = { ...before, closedAt: undefined };
          store.reopen(key);
          openNow().set(key, again);
          onAgain(again);
          return;
        }
        const same = openNow()
          .values()
          .find(
            (one) =>
              one.kind === kind &&
              at - one.openedAt < KINDS[kind].eventMs &&
              entityIds.every((entityId) => one.entityIds.some((other) => isOneEvent(kind, entityId, other))),
          );
        if (same) {
          const joined = { ...same, entityIds: [...same.entityIds, ...entityIds] };
          replace(joined);
          onJoin(joined);
          return;
        }
        const finding = { key, kind, entityIds, since, openedAt: at, closedAt: undefined, stage, detail };
        store.open(finding);
        openNow().set(key, finding);
        onOpen(finding);
      });
    },
    /** Whether it is open, or will be unless it ends before. */
    has: (key: string): boolean => waits.has(key) || openNow().has(key),
    get: (key: string): Finding | undefined => openNow().get(key),
    /** The one of a kind that tells of an entity. */
    about(kind: FindingKind, entityId: string): Finding | undefined {
      for (const finding of openNow().values()) if (finding.kind === kind && finding.entityIds.includes(entityId)) return finding;
      return undefined;
    },
    all: (): readonly Finding[] => [...openNow().values()],
    /** Does it after so long, unless what is about to be open ends before. */
    wait(key: string, ms: number, run: () => void): void {
      const at = clock() + ms;
      waits.set(key, { at, run });
      wakeAt(at);
    },
    /** What was news is so no longer. */
    endNews(): void {
      for (const { key, kind, openedAt } of [...openNow().values()])
        if (clock() - openedAt >= (KINDS[kind as FindingKind].newsMs ?? Number.POSITIVE_INFINITY)) close(key);
    },
    /** Danger that was found when there was nobody to tell yet. */
    tellUntold(): void {
      written(() => {
        for (const finding of openNow().values())
          if (isUrgent(finding.kind) && !store.isNoted(finding.key, finding.openedAt)) onUntold(finding);
      });
    },
    /** Whether something could not be written since this was last asked. */
    wasUnwritten(): boolean {
      const was = isUnwritten;
      isUnwritten = false;
      return was;
    },
    [Symbol.dispose](): void {
      timer?.[Symbol.dispose]();
    },
  };
}

/** Where the wait is held until it is worse. */
export function worseKey(key: string): string {
  return `${key}/worse`;
}
