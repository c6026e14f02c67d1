import { createComposeNode } from "./agent/compose.ts";
import { createEntityProvider, createKnowledgeProvider } from "./agent/context-sources.ts";
import { createGate } from "./agent/gate.ts";
import { createTurnGraph } from "./agent/graph.ts";
import { createHomeThere } from "./agent/home-there.ts";
import type { Judge } from "./agent/judge.ts";
import { createPrompting } from "./agent/prompting.ts";
import { createRecogniseNode } from "./agent/recognise.ts";
import type { Run } from "./agent/runs.ts";
import { createActStep, createReadStep } from "./agent/steps.ts";
import { createThinkNode } from "./agent/think.ts";
import { createKnowledge, type Knowledge, type KnowledgeOptions } from "./app-knowledge.ts";
import type { Config, UserSecrets } from "./config.ts";
import type { Actor } from "./homeassistant/acting.ts";
import type { DomainWords } from "./homeassistant/domain-words.ts";
import { createLogbook, personOfUser } from "./homeassistant/logbook.ts";
import { createRecogniser } from "./homeassistant/recogniser.ts";
import type { Services } from "./homeassistant/services.ts";
import { createProviders } from "./models/providers.ts";
import { ModelRouter } from "./models/router.ts";
import { createEntityDetails } from "./rag/entity-details.ts";
import { createEntityIndex } from "./rag/entity-index.ts";
import { createSentenceReader } from "./rag/sentences/sentence-reader.ts";
import { redactAnswer } from "./security/redaction.ts";
import type { ActionLedger } from "./storage/actions.ts";
import type { Checkpoints } from "./storage/checkpoints.ts";
import type { InteractionLog } from "./storage/interaction-log.ts";
import { createSummaryStore } from "./storage/summaries.ts";
import { createCallHaService } from "./tools/call-ha-service.ts";
import { createGetEntityHistory } from "./tools/get-entity-history.ts";
import { createGetEntityState } from "./tools/get-entity-state.ts";
import { createGetHaEntities } from "./tools/get-ha-entities.ts";
import type { ReadTool, Tool } from "./tools/tool.ts";

/** Entities in a prompt: the index finds twenty on average where a whole kind or floor is meant. */
const MOST_ENTITIES = 40;

interface AgentOptions extends Omit<KnowledgeOptions, "config" | "secrets" | "words"> {
  readonly config: Config;
  readonly secrets: UserSecrets;
  readonly services: Services;
  readonly actor: Actor;
  readonly judge: Judge;
  readonly ledger: ActionLedger;
  readonly interactions: Pick<InteractionLog, "recentEntities">;
  readonly checkpoints: Checkpoints;
  readonly runs: Map<string, Run>;
  readonly kindWords: () => DomainWords;
  /** Factor on every wait for the house. */
  readonly pace: number;
}

/** What works on a turn; to be disposed of before the stores are closed. */
export interface Agent extends AsyncDisposable {
  readonly graph: ReturnType<typeof createTurnGraph>;
  readonly models: ModelRouter;
  /** Undefined when the options switch it off. */
  readonly knowledge: Knowledge | undefined;
}

/** Builds models, what they may read and call, and one turn as a graph of them, in order. Nothing is read, loaded or asked before it is begun. */
export function createAgent(options: AgentOptions): Agent {
  const { config, secrets, connection, states, home, history, services, judge, ledger, interactions, runs, kindWords, pace } = options;
  const { clock, later, logger } = options;
  const stack = new AsyncDisposableStack();

  // models and tools
  const models = stack.use(new ModelRouter({ providers: createProviders(config, secrets), logger }));
  const search = createEntityIndex({ home, words: kindWords, detailsOf: createEntityDetails(home.registries) });
  const place = createSentenceReader({ index: search, home });
  const recogniser = createRecogniser({ connection, home, enabled: config.recogniser, place, logger });
  const knowledge = config.knowledge ? stack.use(createKnowledge({ ...options, words: kindWords })) : undefined;
  const logbook = createLogbook({ connection });
  const readTools: readonly ReadTool[] = [
    createGetHaEntities({ home, search }),
    createGetEntityState({ home, now: clock }),
    createGetEntityHistory({
      ...{ home, history, logbook, actions: ledger, now: clock },
      personOfUser: (userId) => personOfUser(states, userId),
    }),
    ...(knowledge?.tools ?? []),
  ];
  const byName = <Kind extends Tool>(tools: readonly Kind[]) => new Map(tools.map((tool) => [tool.name, tool] as const));
  const tools = byName<Tool>([...readTools, createCallHaService()]);

  // a turn
  const redact = (text: string) => redactAnswer(text, (entityId) => home.find(entityId)?.name);
  const looksUp = (provider: Config["contextProviders"][number]) => config.contextProviders.includes(provider);
  const findEntities = (text: string, { limit, sessionId }: { limit: number; sessionId: string }) =>
    search.find(text, { limit, context: { recent: interactions.recentEntities(sessionId) } }).map(({ entity }) => entity);
  const prompting = stack.use(
    createPrompting({
      ...{ home, models, tools, runs, clock, later, numCtx: config.numCtx },
      store: createSummaryStore({ database: options.database }),
      providers: [
        ...(looksUp("entities") ? [createEntityProvider({ home, find: findEntities, limit: MOST_ENTITIES })] : []),
        ...(knowledge && looksUp("knowledge") ? [createKnowledgeProvider({ retrieve: knowledge.retrieval.search })] : []),
      ],
      persona: { assistantName: config.assistantName, persona: config.persona ?? "" },
      logger: logger.child({ part: "agent" }),
    }),
  );
  const graph = createTurnGraph({
    recognise: createRecogniseNode({ recogniser, services, home, runs, redact }),
    assemble: prompting.assemble,
    think: createThinkNode({ models: prompting.models, runs, redact, tools, systemPrompt: prompting.systemPrompt }),
    gate: createGate({ services, home, stateOf: (entityId) => states.get(entityId), judge, clock }),
    act: createActStep({ actor: options.actor, home, judge, ledger, runs, clock }),
    read: createReadStep({ tools: byName(readTools), home, runs }),
    compose: createComposeNode({ home, redact }),
    checkpointer: options.checkpoints.saver,
    homeThere: createHomeThere({ home, runs, pace }),
  });
  return { graph, models, knowledge, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
