import type { Logger } from "../observability/logger.ts";
import type { Checkpoints } from "../storage/checkpoints.ts";
import type { AssistantDatabase } from "../storage/database.ts";
import type { ActionLedger } from "../storage/turns/actions.ts";
import type { ApprovalStore } from "../storage/turns/approvals.ts";
import type { AutomationTrialStore } from "../storage/turns/automation-trials.ts";
import type { AutomationStore } from "../storage/turns/automations.ts";
import type { ChoiceStore } from "../storage/turns/choices.ts";
import type { InteractionLog } from "../storage/turns/interaction-log.ts";
import type { OutboxStore } from "../storage/turns/outbox.ts";
import type { SessionStore, TurnStore } from "../storage/turns/turns.ts";
import type { Later } from "../text/later.ts";

/** What turns are kept in. */
export interface TurnStores {
  readonly database: AssistantDatabase;
  readonly turns: TurnStore;
  readonly sessions: SessionStore;
  readonly outbox: OutboxStore;
  readonly approvals: ApprovalStore;
  readonly choices: ChoiceStore;
  readonly actions: ActionLedger;
  readonly automations: AutomationStore;
  readonly trials: AutomationTrialStore;
  readonly interactions: InteractionLog;
  readonly checkpoints: Checkpoints;
}

/** Time and log, as every part gets them. Times are ms since the epoch. */
export interface Timing {
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}
