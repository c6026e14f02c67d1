import type { EntityDecisions } from "../agent/approvals/entity-decisions.ts";
import { createAutomationsCommand } from "../agent/commands/command-automations.ts";
import { createPolicyCommand } from "../agent/commands/command-policy.ts";
import { createSearchLogCommand } from "../agent/commands/command-searchlog.ts";
import { createWhatIf } from "../agent/commands/command-why.ts";
import { createCommands } from "../agent/commands/commands.ts";
import type { CreateDecisionInput } from "../agent/graph/gate/evaluate-action.ts";
import type { ModelRouter } from "../models/router.ts";
import type { HomeParts } from "./foundation/home.ts";
import type { Stores } from "./foundation/storage.ts";
import type { Surroundings } from "./foundation/surroundings.ts";
import type { Past } from "./knowledge/archive.ts";
import type { Habits } from "./knowledge/habits.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import type { Remembering } from "./knowledge/memory.ts";
import type { Attention } from "./proactive/attention.ts";
import type { AutomationKeeper } from "./proactive/automations.ts";
import type { Schedules } from "./proactive/schedules.ts";

interface AppCommandsOptions extends Surroundings {
  readonly stores: Stores;
  readonly house: Pick<HomeParts, "home" | "services" | "traces">;
  readonly models: ModelRouter;
  readonly decisions: EntityDecisions;
  readonly decisionInput: CreateDecisionInput;
  readonly past: Past;
  readonly knowledge: Pick<Knowledge, "indexer" | "sync"> | undefined;
  readonly remembering: Pick<Remembering, "command" | "learning" | "press">;
  readonly habits: Pick<Habits, "commands">;
  readonly schedules: Pick<Schedules, "commands" | "presence" | "relays">;
  readonly attention: Pick<Attention, "commands" | "digest">;
  readonly automations: Pick<AutomationKeeper, "presses" | "overview">;
  /** Makes a text fit for a person's eyes. */
  readonly redact: (text: string) => string;
}

/** The slash commands, and what answers presses on the buttons under their answers. */
export function createAppCommands(options: AppCommandsOptions) {
  const { config, people, stores, house, models, decisions, decisionInput, past, knowledge, remembering, habits, schedules, attention } =
    options;
  const { redact, clock, later, logger } = options;
  const { database, outbox, egress, turns } = stores;
  const { home, services } = house;
  const automationsCommand = createAutomationsCommand({
    automationStore: stores.automations,
    overview: options.automations.overview,
    home,
    quotes: past.quotes,
    now: clock,
  });
  const searchLog = createSearchLogCommand({ home, egress, quotes: past.quotes, outbox, redact, now: clock });
  const policy = createPolicyCommand({ decisions, database, outbox, now: clock });
  const whatIf = createWhatIf({ everybody: people.everybody, services, home, decisionInput, clock });
  const all = createCommands({
    ...stores,
    home,
    models,
    policyOptions: config.policy,
    now: clock,
    knowledge: knowledge?.indexer,
    archive: past.archive,
    quotes: past.quotes,
    erasures: past.erasures,
    automationsCommand,
    memory: remembering.command,
    habits: habits.commands,
    learning: remembering.learning,
    searchLog,
    policy,
    planned: schedules.commands,
    notifications: attention.commands,
    digest: attention.digest,
    sync: knowledge && { sync: knowledge.sync, outbox, turns, later, now: clock, logger },
  });
  return {
    all,
    policy,
    whatIf,
    presses: [
      remembering.press,
      habits.commands.press,
      searchLog.press,
      policy.press,
      schedules.commands.press,
      schedules.presence.press,
      schedules.relays.press,
      attention.commands.press,
      ...options.automations.presses,
    ],
  };
}
