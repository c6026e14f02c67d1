import { join } from "node:path";
import type { Config } from "./config.ts";
import { createActionLedger } from "./storage/actions.ts";
import { createApprovalStore } from "./storage/approvals.ts";
import { createAuditLog } from "./storage/audit.ts";
import { Checkpoints } from "./storage/checkpoints.ts";
import { createChoiceStore } from "./storage/choices.ts";
import { createCoreStarts } from "./storage/core-starts.ts";
import { DataLock } from "./storage/data-lock.ts";
import { AssistantDatabase } from "./storage/database.ts";
import { createInteractionLog } from "./storage/interaction-log.ts";
import { createOutboxStore } from "./storage/outbox.ts";
import { createEgressLog } from "./storage/search-audit.ts";
import { createSessionStore } from "./storage/sessions.ts";
import { createTurnStore } from "./storage/turns.ts";

interface StoresOptions {
  readonly config: Pick<Config, "sessionTimeoutMinutes" | "confirmationTimeoutSeconds" | "learningIdleMinutes">;
  /** Folder of the databases; `:memory:` keeps nothing. */
  readonly dataDir: string;
  readonly onDelivered: Parameters<typeof createOutboxStore>[0]["onDelivered"];
  readonly onFailed: NonNullable<Parameters<typeof createOutboxStore>[0]["onFailed"]>;
}

/** Opens what turns are kept in, in order; nobody else may have the folder open. To be disposed of last. */
export function createStores({ config, dataDir, onDelivered, onFailed }: StoresOptions) {
  const stack = new DisposableStack();
  const path = (file: string) => (dataDir === ":memory:" ? dataDir : join(dataDir, file));
  stack.use(new DataLock(path("service.lock")));
  const database = stack.use(new AssistantDatabase(path("assistant.db")));
  const checkpoints = stack.use(new Checkpoints(path("langgraph_checkpoints.db")));
  const audit = createAuditLog({ database });
  return {
    database,
    checkpoints,
    audit,
    turns: createTurnStore({ database }),
    sessions: createSessionStore({ database, timeoutMs: config.sessionTimeoutMinutes * 60_000 }),
    approvals: createApprovalStore({ database, audit, timeoutMs: config.confirmationTimeoutSeconds * 1_000 }),
    choices: createChoiceStore({ database }),
    actions: createActionLedger({ database, audit }),
    interactions: createInteractionLog({ database, learns: config.learningIdleMinutes > 0 }),
    coreStarts: createCoreStarts({ database }),
    egress: createEgressLog({ database }),
    outbox: createOutboxStore({ database, onDelivered, onFailed }),
    [Symbol.dispose]: () => stack.dispose(),
  };
}
