import type { Home } from "../../homeassistant/registry/home.ts";
import type { EmbeddingState, IndexStatus } from "../../knowledge/indexer/indexer.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import type { Models } from "../../models/models.ts";
import { fits, spokenIn, whatIn } from "../../recognition/spoken.ts";
import type { Chat } from "../../storage/chat.ts";
import { COMMAND_ALIASES, COMMAND_NAMES, type CommandAnswer, type CommandContext } from "../command.ts";
import { modelProblem } from "../wording/phrases.ts";
import { createActionsCommand } from "./command-actions.ts";
import type { AutomationsCommand } from "./command-automations.ts";
import { createContextCommand } from "./command-context.ts";
import type { DigestCommand } from "./command-digest.ts";
import { createForgetCommand } from "./command-forget.ts";
import type { HabitCommands } from "./command-habits.ts";
import { createHistoryCommand } from "./command-history.ts";
import type { MemoryCommand } from "./command-memory.ts";
import type { NotificationCommands } from "./command-notifications.ts";
import type { PlannedCommands } from "./command-planned.ts";
import type { PolicyCommand } from "./command-policy.ts";
import type { SearchLogCommand } from "./command-searchlog.ts";
import { createSyncCommand } from "./command-sync.ts";
import { createWhyCommand } from "./command-why.ts";

interface Command {
  readonly help: MessageKey;
  /** The command's own message begins a new session. */
  readonly startsAfresh?: true;
  /** True of an argument that is a wish: a turn works on it. */
  readonly isWish?: (argument: string) => boolean;
  /** `argument` is what stands after the command's name, as it was written. */
  run(context: CommandContext, argument: string): CommandAnswer | Promise<CommandAnswer>;
}

type ActionsDependencies = Parameters<typeof createActionsCommand>[0];
type HistoryDependencies = Parameters<typeof createHistoryCommand>[0];
type WhyDependencies = Parameters<typeof createWhyCommand>[0];
type ContextDependencies = Parameters<typeof createContextCommand>[0];
type ForgetDependencies = Parameters<typeof createForgetCommand>[0];

interface CommandsDependencies
  extends ActionsDependencies,
    HistoryDependencies,
    Omit<WhyDependencies, "explainFact">,
    ContextDependencies,
    Omit<ForgetDependencies, "forgetFact"> {
  readonly home: Pick<Home, "ready" | "info" | "exposed" | "find">;
  readonly models: Pick<Models, "status">;
  /** What is known of the home and of documents; undefined when that is switched off. */
  readonly knowledge?: { status(): Pick<IndexStatus, "embedding"> } | undefined;
  /** Reads everything again; undefined in a home whose knowledge is switched off. */
  readonly sync?: Parameters<typeof createSyncCommand>[0] | undefined;
  readonly memory: MemoryCommand;
  readonly habits: Pick<HabitCommands, "habits" | "learn" | "problems">;
  /** What people said in passing and could not be learned from. */
  readonly learning: { givenUp(): number };
  readonly automationsCommand: AutomationsCommand;
  readonly policy: Pick<PolicyCommand, "run">;
  readonly planned: Pick<PlannedCommands, "command">;
  readonly notifications: Pick<NotificationCommands, "notifications" | "quiet">;
  readonly digest: Pick<DigestCommand, "run">;
  readonly searchLog: Pick<SearchLogCommand, "run">;
}

export type Commands = ReturnType<typeof createCommands>;

/** The one table of commands. */
export function createCommands(deps: CommandsDependencies) {
  const { sync, memory, habits, searchLog } = deps;
  const table: Readonly<Partial<Record<(typeof COMMAND_NAMES)[number], Command>>> = {
    start: {
      help: "command.help.start",
      run: ({ catalogue, person, assistantName }) => catalogue.text("command.start", { person: person.name, assistant: assistantName }),
    },
    help: {
      help: "command.help.help",
      run: ({ catalogue }) => {
        const commands = Object.entries(table).map(([name, { help }]) => `- /${name}: ${catalogue.text(help)}`);
        return catalogue.text("command.help", { commands: commands.join("\n") });
      },
    },
    status: { help: "command.help.status", run: (context) => statusText(context, deps) },
    new: {
      help: "command.help.new",
      startsAfresh: true,
      run: ({ catalogue }) => catalogue.text("command.new"),
    },
    cancel: {
      help: "command.help.cancel",
      run: (context) => context.catalogue.text(context.cancel() ? "command.cancel" : "command.cancel-nothing"),
    },
    actions: { help: "command.help.actions", run: createActionsCommand(deps) },
    ...(sync && { sync: { help: "command.help.sync", run: createSyncCommand(sync) } }),
    memory: { help: "command.help.memory", run: memory.run },
    habits: { help: "command.help.habits", run: habits.habits },
    learn: { help: "command.help.learn", run: habits.learn },
    history: { help: "command.help.history", run: createHistoryCommand(deps) },
    forget: { help: "command.help.forget", run: createForgetCommand({ ...deps, forgetFact: memory.forgetFact }) },
    why: { help: "command.help.why", run: createWhyCommand({ ...deps, explainFact: memory.explain }) },
    planned: { help: "command.help.planned", run: deps.planned.command(["action", "reminder", "timer"]) },
    timers: { help: "command.help.timers", run: deps.planned.command(["timer"]) },
    reminders: { help: "command.help.reminders", run: deps.planned.command(["reminder"]) },
    automate: {
      help: "command.help.automate",
      isWish: (argument) => argument !== "",
      run: ({ catalogue }) => catalogue.text("automation.usage"),
    },
    automations: {
      help: "command.help.automations",
      isWish: (argument) => /^(?:\d+|hpa_\w+)\s+(?!versions\b)\S/.test(argument),
      run: deps.automationsCommand,
    },
    notifications: { help: "command.help.notifications", run: deps.notifications.notifications },
    digest: { help: "command.help.digest", run: (context) => deps.digest.run(context) },
    quiet: { help: "command.help.quiet", run: deps.notifications.quiet },
    policy: { help: "command.help.policy", run: deps.policy.run },
    searchlog: { help: "command.help.searchlog", run: searchLog.run },
    context: { help: "command.help.context", run: createContextCommand(deps) },
  };
  const nameIn = (text: string): string => /^\/([\w-]+)/.exec(text)?.[1]?.toLowerCase() ?? "";
  const find = (name: string): Command | undefined => {
    const called = COMMAND_ALIASES.get(name) ?? name;
    const known = COMMAND_NAMES.find((one) => one === called);
    return known && table[known];
  };
  return {
    /** The command that tells what a plain message asks for; undefined for any other. "Why?" is about what was decided, if the last turn decided anything. */
    asked({
      text,
      person: { id, language },
      ...chat
    }: Chat & { readonly text: string; readonly person: CommandContext["person"] }): string | undefined {
      const spoken = spokenIn(language);
      const said = spoken?.bare(text, { isQuestion: true }) ?? "";
      const [name, templates = []] = spoken?.slash.find(([, templates]) => fits(templates, said)) ?? [];
      const what = whatIn(templates, said) ?? "";
      if (name !== "why") return name && `/${name} ${what}`.trim();
      const last = deps.interactions.nthLast(chat, { skip: 0, personId: id });
      const [decided] = deps.audit.decisions({ chat, limit: 1 });
      return !last || decided?.turnId === last.turnId ? "/why" : undefined;
    },
    /** True of a command whose argument a turn works on: `/automate` and its other names. */
    isWish: (text: string): boolean => find(nameIn(text))?.isWish?.(text.replace(/^\S+\s*/, "").trim()) ?? false,
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
  { home, models, knowledge, habits, learning }: CommandsDependencies,
): string {
  const { model, reachable, problem } = models.status();
  const unlearned = learning.givenUp();
  return [
    reachable || !problem
      ? catalogue.text("status.model-ok", { model })
      : catalogue.text("status.model-down", { model, problem: modelProblem(problem, catalogue) }),
    home.ready
      ? catalogue.text("status.home-ok", { name: home.info.name, version: home.info.version, count: home.exposed().length })
      : catalogue.text("status.home-down"),
    ...(knowledge ? knowledgeText(knowledge.status().embedding, catalogue) : []),
    ...habits.problems(catalogue),
    ...(unlearned > 0 ? [catalogue.text("status.learning", { count: unlearned })] : []),
    catalogue.text("status.queue", { waiting, questions: openQuestions }),
  ].join("\n");
}

function knowledgeText(embedding: EmbeddingState, catalogue: Catalogue): readonly string[] {
  if (embedding.kind === "unavailable") return [catalogue.text("status.knowledge-words", { problem: embedding.why })];
  if (embedding.kind !== "words_only") return [];
  return [catalogue.text("status.knowledge-words", { problem: modelProblem(embedding.problem, catalogue) })];
}
