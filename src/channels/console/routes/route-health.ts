import type { Hono } from "hono";
import { modelProblem } from "../../../agent/wording/phrases.ts";
import type { Home } from "../../../homeassistant/registry/home.ts";
import type { TelegramBotState } from "../../../homeassistant/telegram/telegram-bots.ts";
import type { IndexStatus } from "../../../knowledge/indexer/indexer.ts";
import { type Catalogue, catalogueFor } from "../../../languages/catalogue.ts";
import type { Models } from "../../../models/models.ts";
import type { Logger } from "../../../observability/logger.ts";
import type { ConsoleEnv } from "../asked.ts";
import type { Health } from "../wire.ts";

export interface HealthPorts {
  readonly health: {
    readonly models: Pick<Models, "status">;
    readonly home: Pick<Home, "ready" | "info" | "exposed">;
    readonly bots: () => Promise<readonly TelegramBotState[]>;
    readonly knowledge: { status(): IndexStatus } | undefined;
    /** People of the options, those of them who are bound to a person of Home Assistant, and those with an account of Telegram. */
    readonly people: { readonly named: number; readonly bound: number; readonly onTelegram: number };
    readonly hasTurns: () => boolean;
    readonly logger: Pick<Logger, "warn">;
  };
  readonly tokensPerSecond: () => number | undefined;
  readonly fallback: () => string | undefined;
  readonly queue: () => Health["queue"];
  readonly databaseBytes: () => number;
  readonly versions: () => Health["versions"];
}

type Check = Health["checklist"][number];
/** Undefined where Home Assistant could not be asked. */
type Bots = readonly TelegramBotState[] | undefined;

/** How the service is: what it needs, and what to do about what is amiss. */
export function routeHealth(
  app: Hono<ConsoleEnv>,
  { health, tokensPerSecond, fallback, queue, databaseBytes, versions }: HealthPorts,
): void {
  const { models, home, bots, knowledge, people, hasTurns, logger } = health;

  app.get("/health", async (context) => {
    const catalogue = catalogueFor(context.var.person.language);
    const found = home.ready ? await bots().catch(unasked) : undefined;
    const { model: name, reachable, problem } = models.status();
    const told = problem && modelProblem(problem, catalogue);
    const { version } = home.info;
    const count = home.ready ? home.exposed().length : 0;
    const answer: Health = {
      model: { name, reachable, problem: told, tokensPerSecond: tokensPerSecond(), fallback: fallback() },
      home: home.ready ? { connected: true, name: home.info.name, version, entities: count } : { connected: false },
      telegram: found?.map((bot) => ({ bot: bot.name, state: bot.state, ok: bot.isWell, hint: hintFor(bot, catalogue) })),
      queue: queue(),
      database: { bytes: databaseBytes() },
      versions: versions(),
      checklist: [
        line("home", home.ready, catalogue.text("health.home", { version }), catalogue.text("health.home-todo")),
        line("exposed", count > 0, catalogue.text("health.exposed", { count }), catalogue.text("health.exposed-todo")),
        line("model", reachable, catalogue.text("health.model", { model: name }), told),
        peopleLine(catalogue),
        telegramLine(found, { isNeeded: people.onTelegram > 0, catalogue }),
        knowledgeLine(catalogue),
        line("chat", hasTurns(), catalogue.text("health.chat"), catalogue.text("health.chat-todo")),
      ],
    };
    return context.json(answer);
  });

  function unasked(error: unknown): undefined {
    logger.warn({ err: error }, "Home Assistant could not be asked about its Telegram bots");
  }

  function peopleLine(catalogue: Catalogue): Check {
    const todo = people.named === 0 ? catalogue.text("health.people-todo") : catalogue.text("health.people-unbound");
    return line("people", people.bound > 0, catalogue.text("health.people", { count: people.bound }), todo);
  }

  function knowledgeLine(catalogue: Catalogue): Check {
    if (!knowledge) return line("knowledge", true, catalogue.text("health.knowledge-off"), undefined);
    const { sources, embedding, progress } = knowledge.status();
    const failed = sources.find(({ problem }) => problem !== undefined);
    const well = catalogue.text("health.knowledge");
    if (failed?.problem) return line("knowledge", false, "", catalogue.text("health.knowledge-source", { problem: failed.problem }));
    if (embedding.kind === "unavailable")
      return line("knowledge", false, "", catalogue.text("health.knowledge-words", { problem: embedding.why }));
    if (embedding.kind === "words_only") {
      const problem = modelProblem(embedding.problem, catalogue);
      return line("knowledge", false, "", catalogue.text("health.knowledge-words", { problem }));
    }
    const isWorking = progress !== undefined || embedding.kind === "working";
    return { ...line("knowledge", !isWorking, well, catalogue.text("health.knowledge-working")), isStep: isWorking };
  }
}

function telegramLine(bots: Bots, { isNeeded, catalogue }: { readonly isNeeded: boolean; readonly catalogue: Catalogue }): Check {
  if (!bots) return line("telegram", false, "", catalogue.text("health.telegram-unasked"));
  if (bots.length === 0 && !isNeeded) return line("telegram", true, catalogue.text("health.telegram-unneeded"), undefined);
  const bad = bots.find(({ isWell }) => !isWell);
  const todo = bad ? hintFor(bad, catalogue) : catalogue.text("health.telegram-todo");
  const names = catalogue.list(bots.map(({ name }) => name));
  const told = line("telegram", bots.length > 0 && !bad, catalogue.text("health.telegram", { names }), todo);
  return { ...told, isStep: bots.length === 0 };
}

function hintFor({ isWell, state }: TelegramBotState, catalogue: Catalogue): string | undefined {
  if (isWell) return undefined;
  return state === "conflict" ? catalogue.text("health.telegram-conflict") : catalogue.text("health.telegram-state", { state });
}

/** What a new installation goes through. */
const STEPS: ReadonlySet<string> = new Set(["exposed", "people", "chat"]);

/** A line that is not well says what to do in both places: it has nothing else to tell. */
function line(id: string, ok: boolean, well: string, todo: string | undefined): Check {
  return { id, ok, isStep: !ok && STEPS.has(id), text: ok ? well : (todo ?? well), todo: ok ? undefined : todo };
}
