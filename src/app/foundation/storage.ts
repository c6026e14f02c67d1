import { join } from "node:path";
import { hasToGoOn } from "../../agent/state.ts";
import type { Config } from "../../config/config.ts";
import type { Logger } from "../../observability/logger.ts";
import { createAuditLog } from "../../storage/audit/audit.ts";
import { createEgressLog } from "../../storage/audit/search-audit.ts";
import { restoreCopy, restoredAt } from "../../storage/backup-restore.ts";
import { Checkpoints } from "../../storage/checkpoints.ts";
import { createCoreStarts } from "../../storage/core-starts.ts";
import { AssistantDatabase, DataLock } from "../../storage/database.ts";
import { createPressStore } from "../../storage/presses.ts";
import { createProgramStore } from "../../storage/programs.ts";
import { createActionLedger } from "../../storage/turns/actions.ts";
import { createApprovalStore } from "../../storage/turns/approvals.ts";
import { createAutomationAskStore } from "../../storage/turns/automation-asks.ts";
import { createAutomationTrialStore } from "../../storage/turns/automation-trials.ts";
import { createAutomationStore } from "../../storage/turns/automations.ts";
import { createChatPages } from "../../storage/turns/chat-pages.ts";
import { createChoiceStore } from "../../storage/turns/choices.ts";
import { createEntityDecisionStore } from "../../storage/turns/entity-decisions.ts";
import { createFindingStore } from "../../storage/turns/findings.ts";
import { createInteractionLog } from "../../storage/turns/interaction-log.ts";
import { createOutboxStore } from "../../storage/turns/outbox.ts";
import { createPresenceConsentStore } from "../../storage/turns/presence-consents.ts";
import { createScheduleStore } from "../../storage/turns/schedules.ts";
import { createSentDocuments } from "../../storage/turns/sent-documents.ts";
import { createSessionStore, createTurnStore } from "../../storage/turns/turns.ts";

interface StoresOptions {
  readonly config: Pick<Config, "sessionTimeoutMinutes" | "confirmationTimeoutSeconds" | "learningIdleMinutes">;
  /** Folder of the databases; `:memory:` keeps nothing. */
  readonly dataDir: string;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Something is to be shown; once that is on disk. */
  readonly onQueued: () => void;
  readonly onDelivered: Parameters<typeof createOutboxStore>[0]["onDelivered"];
  readonly onFailed: NonNullable<Parameters<typeof createOutboxStore>[0]["onFailed"]>;
  readonly news: StoreNews;
  /** What left the house, or was kept back, was written down. */
  readonly onEgress: () => void;
}

/** What the stores tell once it is on disk. */
export interface StoreNews {
  readonly automation: NonNullable<Parameters<typeof createAutomationStore>[0]["onSaved"]>;
  readonly schedule: NonNullable<Parameters<typeof createScheduleStore>[0]["onChange"]>;
  readonly finding: NonNullable<Parameters<typeof createFindingStore>[0]["onChange"]>;
  readonly turn: NonNullable<Parameters<typeof createTurnStore>[0]["onChange"]>;
  readonly action: NonNullable<Parameters<typeof createActionLedger>[0]["onEnd"]>;
  readonly approval: NonNullable<Parameters<typeof createApprovalStore>[0]["onChange"]>;
}

export type Stores = ReturnType<typeof createStores>;

/** Opens what turns are kept in, in order; nobody else may have the folder open. To be disposed of last. */
export function createStores({ config, dataDir, clock, logger, onQueued, onDelivered, onFailed, news, onEgress }: StoresOptions) {
  const stack = new DisposableStack();
  const path = (file: string) => (dataDir === ":memory:" ? dataDir : join(dataDir, file));
  stack.use(new DataLock(path("service.lock")));
  takeBackup({ dataDir, clock, logger });
  const database = stack.use(new AssistantDatabase(path("assistant.db"), logger));
  const checkpoints = stack.use(new Checkpoints(path("langgraph_checkpoints.db"), hasToGoOn, logger));
  const audit = createAuditLog({ database });
  const turns = createTurnStore({ database, onChange: news.turn });
  return {
    database,
    checkpoints,
    audit,
    turns,
    sessions: createSessionStore({ database, timeoutMs: config.sessionTimeoutMinutes * 60_000 }),
    approvals: createApprovalStore({
      database,
      audit,
      timeoutMs: config.confirmationTimeoutSeconds * 1_000,
      nameOf: turns.nameOf,
      onChange: news.approval,
    }),
    entityDecisions: createEntityDecisionStore({ database, audit }),
    chatPages: createChatPages({ database }),
    choices: createChoiceStore({ database }),
    actions: createActionLedger({ database, audit, onEnd: news.action }),
    findings: createFindingStore({ database, onChange: news.finding }),
    schedules: createScheduleStore({ database, onChange: news.schedule }),
    consents: createPresenceConsentStore({ database, onChange: news.schedule }),
    automations: createAutomationStore({ database, onSaved: news.automation }),
    trials: createAutomationTrialStore({ database }),
    asks: createAutomationAskStore({ database }),
    sentDocuments: createSentDocuments({ database }),
    interactions: createInteractionLog({ database, learns: config.learningIdleMinutes > 0 }),
    programs: createProgramStore({ database }),
    coreStarts: createCoreStarts({ database }),
    presses: createPressStore({ database }),
    egress: createEgressLog({ database, onChange: onEgress }),
    restoredAt: restoredAt(database.sqlite),
    outbox: createOutboxStore({ database, onQueued, onDelivered, onFailed }),
    [Symbol.dispose]: () => stack.dispose(),
  };
}

/** A copy of the database that came out of a backup takes its place, unless that may hold more. */
function takeBackup({ dataDir, clock, logger }: Pick<StoresOptions, "dataDir" | "clock" | "logger">): void {
  const restored = dataDir === ":memory:" ? "nothing" : restoreCopy({ dataDir, at: clock() });
  if (restored === "restored") logger.info({}, "the database was restored from the copy of a backup");
  if (restored === "kept-both") {
    logger.warn(
      {},
      "a backup's copy of the database is not taken, for assistant.db may hold more; it is kept as backup/assistant-other.db: " +
        "to take it, stop the app, move that file over assistant.db, and start the app",
    );
  }
}
