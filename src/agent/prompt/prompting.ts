import { SystemMessage } from "@langchain/core/messages";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { IdleGate } from "../../models/idle-gate.ts";
import type { Models, ToolDeclaration } from "../../models/models.ts";
import type { Logger } from "../../observability/logger.ts";
import type { SummaryStore } from "../../storage/turns/summaries.ts";
import type { Later } from "../../text/later.ts";
import { WINDOW } from "../prompt-budget.ts";
import { createScreen } from "../screen.ts";
import type { Runs } from "../state.ts";
import { type ContextNode, createContextNode } from "./context.ts";
import { type ContextProvider, createContextCollector } from "./context-sources.ts";
import { createConversation } from "./conversation.ts";
import { createWindowedModels } from "./prompt-window.ts";
import { homeSummary, type Persona, staticPrompt } from "./prompts.ts";
import { createSummariser, type Summariser } from "./summariser.ts";
import { createTokenEstimate } from "./token-estimate.ts";

interface PromptingDependencies {
  readonly home: Pick<Home, "info" | "exposed" | "generation" | "ready" | "hiddenNamed">;
  readonly models: Models;
  /** Models for work that nobody waits for: those in the house. */
  readonly background: Models;
  readonly store: SummaryStore;
  readonly providers: readonly ContextProvider[];
  readonly offered: () => readonly ToolDeclaration[];
  readonly persona: Persona;
  readonly numCtx: number;
  readonly runs: Runs;
  readonly clock: () => number;
  readonly idle: Pick<IdleGate, "add">;
  readonly later: Later;
  readonly logger: Logger;
}

/** What turns need of prompts; to be disposed of before the database is closed. */
export interface Prompting extends AsyncDisposable {
  readonly systemPrompt: () => SystemMessage;
  readonly assemble: ContextNode;
  /** The models as turns ask them: within the window, learning what a prompt costs. */
  readonly models: Models;
  readonly summariser: Pick<Summariser, "want">;
}

/** All parts of prompts together: they share one estimate of tokens. */
export function createPrompting(dependencies: PromptingDependencies): Prompting {
  const { home, models, store, providers, offered, persona, numCtx, runs, clock, idle, later, logger } = dependencies;
  const estimate = createTokenEstimate();
  const summariser = createSummariser({ models: dependencies.background, store, estimate, numCtx, clock, idle, logger });
  const systemPrompt = createSystemPrompt({ home, persona, numCtx });
  const screen = createScreen({ logger });
  const collect = createContextCollector({ providers, screen, later, logger });
  const conversation = createConversation({ store, summariser });
  return {
    systemPrompt,
    assemble: createContextNode({ home, screen, systemPrompt, offered, collect, conversation, models, estimate, numCtx, runs, clock }),
    models: createWindowedModels({ models, estimate, numCtx }),
    summariser,
    [Symbol.asyncDispose]: () => summariser[Symbol.asyncDispose](),
  };
}

/** The head of every prompt. It hardly ever changes, for the server's prefix cache, and is not in the checkpoint. */
export function createSystemPrompt({
  home,
  persona,
  numCtx = WINDOW,
}: {
  home: Pick<Home, "info" | "exposed" | "generation" | "ready">;
  persona: Persona;
  numCtx?: number;
}): () => SystemMessage {
  const head = staticPrompt(persona);
  let summary = { generation: -1, text: "" };
  return () => {
    if (!home.ready) return new SystemMessage(`${head}\n\nThe home cannot be reached right now.`);
    if (summary.generation !== home.generation)
      summary = { generation: home.generation, text: homeSummary(home.info, home.exposed(), numCtx / WINDOW) };
    return new SystemMessage(`${head}\n\n${summary.text}`);
  };
}
