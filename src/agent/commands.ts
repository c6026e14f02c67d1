import type { Home } from "../homeassistant/home.ts";
import type { Models } from "../models/models.ts";
import type { Catalogue, MessageKey } from "./catalogue.ts";
import { reportModelProblem } from "./reports.ts";

/** What a command may see and do. */
export interface CommandContext {
  readonly personName: string;
  readonly assistantName: string;
  readonly catalogue: Catalogue;
  /** Has what runs or waits for a yes in the chat stopped once the answer is on disk; false if nothing does. */
  cancel(): boolean;
  readonly waiting: number;
  readonly openQuestions: number;
}

interface Command {
  readonly help: MessageKey;
  /** The command's own message begins a new session. */
  readonly startsAfresh?: true;
  run(context: CommandContext): string;
}

export type Commands = ReturnType<typeof createCommands>;

/** The one table of commands. */
export function createCommands({ home, models }: { home: Pick<Home, "ready" | "info" | "exposed">; models: Pick<Models, "status"> }) {
  const table: Readonly<Record<string, Command>> = {
    start: {
      help: "command.help.start",
      run: ({ catalogue, personName, assistantName }) => catalogue.text("command.start", { person: personName, assistant: assistantName }),
    },
    help: {
      help: "command.help.help",
      run: ({ catalogue }) => {
        const commands = Object.entries(table).map(([name, { help }]) => `- /${name}: ${catalogue.text(help)}`);
        return catalogue.text("command.help", { commands: commands.join("\n") });
      },
    },
    status: { help: "command.help.status", run: (context) => statusText(context, home, models) },
    new: {
      help: "command.help.new",
      startsAfresh: true,
      run: ({ catalogue }) => catalogue.text("command.new"),
    },
    cancel: {
      help: "command.help.cancel",
      run: (context) => context.catalogue.text(context.cancel() ? "command.cancel" : "command.cancel-nothing"),
    },
  };
  const nameIn = (text: string): string => /^\/(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "";
  const find = (name: string): Command | undefined => (Object.hasOwn(table, name) ? table[name] : undefined);
  return {
    /** True if the command ends the session that is open: its own row begins the next. */
    startsAfresh: (text: string): boolean => find(nameIn(text))?.startsAfresh ?? false,
    /** Runs `/name …`; an unknown one is told so. */
    run(text: string, context: CommandContext): string {
      const name = nameIn(text);
      const command = find(name);
      return command ? command.run(context) : context.catalogue.text("command.unknown", { name });
    },
  };
}

function statusText(
  { catalogue, waiting, openQuestions }: CommandContext,
  home: Pick<Home, "ready" | "info" | "exposed">,
  models: Pick<Models, "status">,
): string {
  const { model, reachable, problem } = models.status();
  return [
    reachable || !problem
      ? catalogue.text("status.model-ok", { model })
      : catalogue.text("status.model-down", { model, problem: reportModelProblem(problem, catalogue) }),
    home.ready
      ? catalogue.text("status.home-ok", { name: home.info.name, version: home.info.version, count: home.exposed().length })
      : catalogue.text("status.home-down"),
    catalogue.text("status.queue", { waiting, questions: openQuestions }),
  ].join("\n");
}
