import type { Home } from "../../homeassistant/registry/home.ts";
import type { EmbeddingState, IndexStatus } from "../../knowledge/indexer/indexer.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import type { Models } from "../../models/models.ts";
import type { AuditLog } from "../../storage/audit/audit.ts";
import type { ActionLedger } from "../../storage/turns/actions.ts";
import type { ApprovalStore } from "../../storage/turns/approvals.ts";
import type { InteractionLog } from "../../storage/turns/interaction-log.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import type { CommandAnswer, CommandContext } from "../command-context.ts";
import { reportModelProblem } from "../graph/reports.ts";
import { createActionsCommand } from "./command-actions.ts";
import type { HabitCommands } from "./command-habits.ts";
import { createHistoryCommand } from "./command-history.ts";
import type { MemoryCommand } from "./command-memory.ts";
import type { PolicyCommand } from "./command-policy.ts";
import type { SearchLogCommand } from "./command-searchlog.ts";
import { createSyncCommand } from "./command-sync.ts";
import { createPromptCommand, createWhyCommand, WHAT_IF_CHANNEL } from "./command-why.ts";
import { createForgetCommand } from "./forgetting.ts";

interface Command {
  readonly help: MessageKey;
  /** The command's own message begins a new session. */
  readonly startsAfresh?: true;
  /** `argument` is what stands after the command's name, as it was written. */
  run(context: CommandContext, argument: string): CommandAnswer | Promise<CommandAnswer>;
}

interface CommandsDependencies {
  readonly home: Pick<Home, "ready" | "info" | "exposed" | "find">;
  readonly models: Pick<Models, "status">;
  readonly actions: Pick<ActionLedger, "list">;
  readonly audit: Pick<AuditLog, "decisions">;
  readonly approvals: Pick<ApprovalStore, "ofAction">;
  readonly interactions: Pick<InteractionLog, "nthLast">;
  /** Where it is written down whose words an answer tells again. */
  readonly quotes: Pick<TurnQuotes, "add">;
  /** What is known of the home and of documents; undefined when that is switched off. */
  readonly knowledge?: { status(): Pick<IndexStatus, "embedding"> } | undefined;
  /** Reads everything again; undefined in a home whose knowledge is switched off. */
  readonly sync?: Parameters<typeof createSyncCommand>[0] | undefined;
  readonly archive: Parameters<typeof createHistoryCommand>[0]["archive"];
  readonly sessions: Parameters<typeof createHistoryCommand>[0]["sessions"];
  readonly erasures: Parameters<typeof createForgetCommand>[0]["erasures"];
  readonly memory?: MemoryCommand | undefined;
  readonly habits?: HabitCommands | undefined;
  /** What people said in passing and could not be learned from; undefined where nothing is learned. */
  readonly learning?: { givenUp(): number } | undefined;
  readonly policy: Pick<PolicyCommand, "run">;
  readonly searchLog?: Pick<SearchLogCommand, "run"> | undefined;
  readonly explainAction: Parameters<typeof createWhyCommand>[0]["explainAction"];
  readonly rateMinutes: number;
  readonly now: () => number;
}

export type Commands = ReturnType<typeof createCommands>;

/** The one table of commands. */
export function createCommands({
  home,
  models,
  actions,
  audit,
  approvals,
  interactions,
  quotes,
  knowledge,
  sync,
  archive,
  sessions,
  erasures,
  memory,
  habits,
  learning,
  policy,
  searchLog,
  explainAction,
  rateMinutes,
  now,
}: CommandsDependencies) {
  const table: Readonly<Record<string, Command>> = {
    start: {
      help: "command.help.start",
      run: ({ catalogue, person, assistantName }) => catalogue.text("command.start", { person: person.name, assistant: assistantName }),
    },
    help: {
      help: "command.help.help",
      run: ({ catalogue, chat }) => {
        const commands = Object.entries(table).map(([name, { help }]) => `- /${name}: ${catalogue.text(help)}`);
        const whatIf = chat.channel === WHAT_IF_CHANNEL ? [`- ${catalogue.text("command.help.why-if")}`] : [];
        return catalogue.text("command.help", { commands: [...commands, ...whatIf].join("\n") });
      },
    },
    status: { help: "command.help.status", run: (context) => statusText(context, { home, models, knowledge, habits, learning }) },
    new: {
      help: "command.help.new",
      startsAfresh: true,
      run: ({ catalogue }) => catalogue.text("command.new"),
    },
    cancel: {
      help: "command.help.cancel",
      run: (context) => context.catalogue.text(context.cancel() ? "command.cancel" : "command.cancel-nothing"),
    },
    actions: { help: "command.help.actions", run: createActionsCommand({ home, actions, quotes, now }) },
    ...(sync && { sync: { help: "command.help.sync", run: createSyncCommand(sync) } }),
    ...(memory && { memory: { help: "command.help.memory", run: memory.run } }),
    ...(habits &&
      ({
        habits: { help: "command.help.habits", run: habits.habits },
        learn: { help: "command.help.learn", run: habits.learn },
      } as const)),
    history: { help: "command.help.history", run: createHistoryCommand({ home, archive, sessions, quotes, now }) },
    forget: { help: "command.help.forget", run: createForgetCommand({ home, erasures, forgetFact: memory?.forgetFact, now }) },
    why: {
      help: "command.help.why",
      run: createWhyCommand({ home, audit, approvals, quotes, explainAction, rateMinutes, explainFact: memory?.explain }),
    },
    policy: { help: "command.help.policy", run: policy.run },
    ...(searchLog && { searchlog: { help: "command.help.searchlog", run: searchLog.run } }),
    context: { help: "command.help.context", run: createPromptCommand({ home, interactions, quotes }) },
  };
  const nameIn = (text: string): string => /^\/(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "";
  const find = (name: string): Command | undefined => (Object.hasOwn(table, name) ? table[name] : undefined);
  return {
    /** True if the command ends the session that is open: its own row begins the next. */
    startsAfresh: (text: string): boolean => find(nameIn(text))?.startsAfresh ?? false,
    run(text: string, context: CommandContext): CommandAnswer | Promise<CommandAnswer> {
      const name = nameIn(text);
      const command = find(name);
      const argument = text.replace(/^\S+\s*/, "");
      return command ? command.run(context, argument) : context.catalogue.text("command.unknown", { name });
    },
  };
}

function statusText(
  { catalogue, waiting, openQuestions }: CommandContext,
  { home, models, knowledge, habits, learning }: Pick<CommandsDependencies, "home" | "models" | "knowledge" | "habits" | "learning">,
): string {
  const { model, reachable, problem } = models.status();
  const unlearned = learning?.givenUp() ?? 0;
  return [
    reachable || !problem
      ? catalogue.text("status.model-ok", { model })
      : catalogue.text("status.model-down", { model, problem: reportModelProblem(problem, catalogue) }),
    home.ready
      ? catalogue.text("status.home-ok", { name: home.info.name, version: home.info.version, count: home.exposed().length })
      : catalogue.text("status.home-down"),
    ...(knowledge ? knowledgeText(knowledge.status().embedding, catalogue) : []),
    ...(habits ? habits.problems(catalogue) : []),
    ...(unlearned > 0 ? [catalogue.text("status.learning", { count: unlearned })] : []),
    catalogue.text("status.queue", { waiting, questions: openQuestions }),
  ].join("\n");
}

function knowledgeText(embedding: EmbeddingState, catalogue: Catalogue): readonly string[] {
  if (embedding.kind === "unavailable") return [catalogue.text("status.knowledge-words", { problem: embedding.why })];
  if (embedding.kind !== "words_only") return [];
  return [catalogue.text("status.knowledge-words", { problem: reportModelProblem(embedding.problem, catalogue) })];
}
