import type { Home } from "../../../homeassistant/registry/home.ts";
import type { TelegramBotState } from "../../../homeassistant/telegram/telegram-bots.ts";
import type { IndexStatus } from "../../../knowledge/indexer/indexer.ts";
import { type Catalogue, catalogueFor } from "../../../languages/catalogue.ts";
import type { Models } from "../../../models/models.ts";
import type { Logger } from "../../../observability/logger.ts";
import type { Person } from "../../turn.ts";
import { modelProblem } from "../../wording/phrases.ts";

export interface HealthCheck {
  readonly id: string;
  readonly ok: boolean;
  /** It is still to be set up or tried; nothing is broken. */
  readonly isStep: boolean;
  readonly text: string;
  readonly todo: string | undefined;
}

export interface BotHealth extends TelegramBotState {
  readonly hint: string | undefined;
}

export interface HealthReport {
  readonly model: { readonly name: string; readonly reachable: boolean; readonly problem: string | undefined };
  readonly home: { readonly connected: boolean; readonly name: string; readonly version: string; readonly entities: number };
  /** Undefined where Home Assistant could not be asked. */
  readonly bots: readonly BotHealth[] | undefined;
  readonly checklist: readonly HealthCheck[];
}

interface HealthViewDependencies {
  readonly models: Pick<Models, "status">;
  readonly home: Pick<Home, "ready" | "info" | "exposed">;
  readonly bots: () => Promise<readonly TelegramBotState[]>;
  readonly knowledge: { status(): IndexStatus } | undefined;
  /** People of the options, those of them who are bound to a person of Home Assistant, and those with an account of Telegram. */
  readonly people: { readonly named: number; readonly bound: number; readonly onTelegram: number };
  readonly hasTurns: () => boolean;
  readonly logger: Pick<Logger, "warn">;
}

export type HealthView = ReturnType<typeof createHealthView>;

/** How the service is: what it needs, and what to do about what it lacks. */
export function createHealthView({ models, home, bots, knowledge, people, hasTurns, logger }: HealthViewDependencies) {
  return async ({ language }: Pick<Person, "language">): Promise<HealthReport> => {
    const catalogue = catalogueFor(language);
    const found = home.ready ? await bots().catch(unasked) : undefined;
    const { model: name, reachable, problem } = models.status();
    const told = problem && modelProblem(problem, catalogue);
    const { info } = home;
    const count = home.ready ? home.exposed().length : 0;
    const model: HealthCheck = line("model", reachable, catalogue.text("health.model", { model: name }), told);
    return {
      model: { name, reachable, problem: told },
      home: { connected: home.ready, name: info.name, version: info.version, entities: count },
      bots: found?.map((bot) => ({ ...bot, hint: hintFor(bot, catalogue) })),
      checklist: [
        line("home", home.ready, catalogue.text("health.home", { version: info.version }), catalogue.text("health.home-todo")),
        line("exposed", count > 0, catalogue.text("health.exposed", { count }), catalogue.text("health.exposed-todo")),
        model,
        peopleLine(catalogue),
        telegramLine(found, { isNeeded: people.onTelegram > 0, catalogue }),
        knowledgeLine(catalogue),
        line("chat", hasTurns(), catalogue.text("health.chat"), catalogue.text("health.chat-todo")),
      ],
    };
  };

  function unasked(error: unknown): undefined {
    logger.warn({ err: error }, "Home Assistant could not be asked about its Telegram bots");
  }

  function peopleLine(catalogue: Catalogue): HealthCheck {
    const todo = people.named === 0 ? catalogue.text("health.people-todo") : catalogue.text("health.people-unbound");
    return line("people", people.bound > 0, catalogue.text("health.people", { count: people.bound }), todo);
  }

  function knowledgeLine(catalogue: Catalogue): HealthCheck {
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

function telegramLine(
  bots: readonly TelegramBotState[] | undefined,
  { isNeeded, catalogue }: { readonly isNeeded: boolean; readonly catalogue: Catalogue },
): HealthCheck {
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
function line(id: string, ok: boolean, well: string, todo: string | undefined): HealthCheck {
  return { id, ok, isStep: !ok && STEPS.has(id), text: ok ? well : (todo ?? well), todo: ok ? undefined : todo };
}
