import { createReview } from "../agent/answer-review.ts";
import { createAnswerReading } from "../agent/graph/answer-reading.ts";
import { createComposeNode } from "../agent/graph/compose.ts";
import { createDecisionInput, createJudge, createPersonFacts } from "../agent/graph/gate/evaluate-action.ts";
import { createGate } from "../agent/graph/gate/gate.ts";
import { createActStep, createReadStep } from "../agent/graph/gate/steps.ts";
import { createHomeThere, createTurnGraph } from "../agent/graph/graph.ts";
import type { HabitPlan } from "../agent/graph/habit-plan.ts";
import { createListedItems } from "../agent/graph/listed-items.ts";
import { createPlanning } from "../agent/graph/planning.ts";
import { createRecogniseNode } from "../agent/graph/recognise.ts";
import type { Relays } from "../agent/graph/relays.ts";
import { createRemember } from "../agent/graph/remember.ts";
import { createReplanning } from "../agent/graph/replanning.ts";
import { createAutomating } from "../agent/graph/routines/automating.ts";
import { createDryRunning } from "../agent/graph/routines/dry-running.ts";
import type { Unshared } from "../agent/graph/routines/replaying.ts";
import { createSmallTalk } from "../agent/graph/small-talk.ts";
import { createThinkNode } from "../agent/graph/think.ts";
import { createLastDone, createUndo } from "../agent/graph/undo.ts";
import { createWithoutModel } from "../agent/graph/without-model.ts";
import { createBegunBy } from "../agent/prompt/begun-by.ts";
import { createContextNode } from "../agent/prompt/context.ts";
import {
  type ContextProvider,
  createContextCollector,
  createEntityProvider,
  createKnowledgeProvider,
  ENTITY_LIMIT,
} from "../agent/prompt/context-sources.ts";
import { createConversation } from "../agent/prompt/conversation.ts";
import { createWindowedModels } from "../agent/prompt/prompt-window.ts";
import { createSystemPrompt } from "../agent/prompt/prompts.ts";
import { createSummariser } from "../agent/prompt/summariser.ts";
import { createTokenEstimate } from "../agent/prompt/token-estimate.ts";
import { createToolGroups } from "../agent/prompt/tool-groups.ts";
import { createScreen } from "../agent/screen.ts";
import type { Run, TurnInput } from "../agent/state.ts";
import { createStatementCheck } from "../agent/statements/statements.ts";
import { offeredOf } from "../agent/toolbox.ts";
import type { PlanWordsFor } from "../agent/wording/planned.ts";
import type { Conditions } from "../attention/condition.ts";
import { createForLater } from "../attention/later.ts";
import type { KeepPlan, PlanChanges } from "../attention/plan-changes.ts";
import type { Clockwork } from "../attention/trigger.ts";
import type { TriggerSaid } from "../attention/trigger-said.ts";
import type { Replayer } from "../automations/replayer.ts";
import type { Config } from "../config/config.ts";
import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import type { Recogniser } from "../homeassistant/recogniser/recogniser.ts";
import { effectWordsIn } from "../homeassistant/registry/translations.ts";
import type { IdleGate } from "../models/idle-gate.ts";
import { createWholeSentences } from "../recognition/whole-sentences.ts";
import { effectsOf } from "../security/effects/effects.ts";
import { isOfHousehold } from "../security/policy/read-access.ts";
import { createSummaryStore } from "../storage/turns/summaries.ts";
import type { ProposedAutomation } from "../tools/automations/change-automations.ts";
import type { HomeParts } from "./foundation/home.ts";
import type { Reach } from "./foundation/reach.ts";
import type { Stores } from "./foundation/storage.ts";
import type { Surroundings } from "./foundation/surroundings.ts";
import type { Past } from "./knowledge/archive.ts";
import type { Cloud } from "./knowledge/cloud.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import type { Remembering } from "./knowledge/memory.ts";
import type { Tools } from "./tools.ts";

interface AgentOptions extends Surroundings {
  readonly house: HomeParts;
  readonly stores: Pick<
    Stores,
    "actions" | "approvals" | "automations" | "checkpoints" | "database" | "interactions" | "outbox" | "schedules" | "sessions" | "turns"
  >;
  readonly cloud: Cloud;
  readonly recogniser: Recogniser;
  readonly search: EntityIndexSearch;
  readonly tools: Tools;
  readonly knowledge: Pick<Knowledge, "retrieval" | "embeddings" | "vectorOf"> | undefined;
  readonly remembering: Pick<Remembering, "memory" | "plain" | "provider">;
  /** Makes a text fit for a person's eyes. */
  readonly redact: (text: string) => string;
  readonly clockwork: () => Clockwork;
  /** The person of Home Assistant that somebody is. */
  readonly personOf: (personId: string) => string | undefined;
  readonly planWords: PlanWordsFor;
  readonly readersOf: Reach["readersOf"];
  readonly announces: Reach["announces"];
  readonly planChanges: PlanChanges;
  readonly conditions: Conditions;
  readonly relays: Relays;
  readonly keepPlan: KeepPlan;
  readonly unshared: Unshared;
  readonly triggerSaid: TriggerSaid;
  /** What a turn plans that a yes to a suggested habit began. */
  readonly habitPlan: (turnId: string) => HabitPlan | undefined;
  readonly quotes: Past["quotes"];
  readonly replay: Replayer;
  readonly idle: IdleGate;
  readonly pace: number;
}

/** A turn as a graph, with what decides in it; to be disposed of before the database is closed. */
export function createAgent(options: AgentOptions) {
  const { config, house, stores, people, cloud, search, knowledge, remembering, clock } = options;
  const { home, states, services, actor, reader, translations, stateWords } = house;
  const { actions, approvals, checkpoints, database, interactions, schedules, sessions, turns } = stores;
  const { tools, readTools } = options.tools;
  const logger = options.logger.child({ part: "agent" });
  const runs = new Map<string, Run>();
  const stateOf = (entityId: string) => states.get(entityId);
  const words = translations.derived(effectWordsIn);
  const decisionInput = createDecisionInput({
    services,
    reader,
    options: config.policy,
    recentEffects: actions.recentEffects,
    personFacts: createPersonFacts({ ...people, home, stateOf }),
    words,
  });
  const judge = createJudge({ decisionInput, uncertainTargets: actions.uncertainTargets, evidence: approvals.evidence, runs, clock });
  const offered = offeredOf(tools.values());
  // they share one estimate of tokens
  const { numCtx } = config;
  const estimate = createTokenEstimate();
  const store = createSummaryStore({ database });
  const summariser = createSummariser({ ...options, models: cloud.models.atHome, store, estimate, numCtx, logger });
  const models = createWindowedModels({ models: cloud.models, estimate, numCtx });
  const systemPrompt = createSystemPrompt(home, { assistantName: config.assistantName, persona: config.persona ?? "" }, numCtx);
  const screen = createScreen({ logger });
  const parts = { ...options, home, services, runs, screen, models, offered, systemPrompt, words: stateWords };
  const assemble = createContextNode({
    ...parts,
    collect: createContextCollector({ ...parts, providers: createLookups(options), logger }),
    conversation: createConversation({ store, summariser }),
    estimate,
    numCtx,
    begunBy: createBegunBy({ automations: stores.automations, traces: house.traces, home, logger }),
    groups: createToolGroups({
      // who wants nothing looked up for a message has nothing embedded either
      vectors: config.contextProviders.length > 0 ? knowledge && { embeddings: knowledge.embeddings, of: knowledge.vectorOf } : undefined,
      offered,
      used: (sessionId) => interactions.usedTools(sessionId).flatMap((name) => tools.get(name)?.group ?? []),
      now: options.clock,
      logger,
    }),
  });
  const check = createStatementCheck(parts);
  const ask = createReview(parts);
  const read = createReadStep({ ...parts, tools: readTools });
  const find = (text: string) => search.find(text, { limit: ENTITY_LIMIT }).map(({ entity }) => entity);
  const compose = createComposeNode({ ...parts, check: check.answer, knowsOfCloud: cloud.knowsOfCloud });
  const wholeSentences = createWholeSentences(parts);
  const household = people.everybody.filter(({ role }) => isOfHousehold(role));
  const names = { known: people.everybody.map(({ name }) => name), household: household.map(({ name }) => name) };
  const planning = createPlanning({
    ...parts,
    wholeSentences,
    forLater: createForLater({ names }),
    schedules,
    states,
    turns,
  });
  const lastDone = createLastDone({ ...parts, actions, turns });
  const replanning = createReplanning({ ...parts, schedules, lastDone, turns, interactions });
  const undo = createUndo({ ...parts, actions, lastDone, turns, sessions, withdraw: replanning.withdraw });
  const automating = createAutomating({
    ...parts,
    planning,
    wholeSentences,
    configs: house.configs,
    automations: house.ownRoutines,
    effectsOf: async (call, signal) => effectsOf(await reader.read(call, { signal }), words()),
    undoing: undo.asked,
    store: stores.automations,
    find,
    models: cloud.models.atHome,
    people: people.everybody,
    replay: options.replay,
    continued({ turnId, sessionId }) {
      const turn = turns.get(turnId);
      const replied = turn?.replyTo === undefined ? undefined : stores.outbox.ofMessage(turn, turn.replyTo)?.turnId;
      return [replied ?? [], interactions.lastSaid(sessionId)?.turnId ?? []].flat();
    },
    logger,
  });
  const graph = createTurnGraph({
    recognise: createRecogniseNode({
      ...parts,
      remember: createRemember({ read, ...remembering.plain }),
      listedItems: createListedItems({ ...parts, answers: house.answers }),
      answerReading: createAnswerReading({ ...parts, tools: readTools, configs: house.configs, store: stores.automations }),
      smallTalk: createSmallTalk(parts),
      wholeSentences,
      planning,
      automating,
      dryRunning: createDryRunning({ ...parts, dryRun: house.dryRun, automations: house.ownRoutines, store: stores.automations }),
      replanning,
      undo,
      interactions,
    }),
    assemble,
    think: createThinkNode({
      ...parts,
      tools,
      cloud: cloud.requests({ tools, memory: remembering.memory }),
      growing: check.growing,
      triggerSaid: planning.triggerSaid,
      async review(state, answer, signal) {
        const [review] = await Promise.all([
          ask(state, answer, signal),
          stateWords.load(["en", home.ready ? home.info.language : "", state.turn.language], signal),
        ]);
        return review;
      },
    }),
    gate: createGate({ ...parts, stateOf, judge, readTools }),
    act: createActStep({ ...parts, actor, judge, ledger: actions }),
    read,
    compose: createWithoutModel({ ...parts, find, compose, saidBefore: turns.failedForAutomation }),
    checkpointer: checkpoints.saver,
    homeThere: createHomeThere({ ...parts, words: translations }),
  });
  /** What a tool that changes an automation proposes: the same as a person's message. */
  const proposedAutomation: ProposedAutomation = async (change, turn, signal) => {
    const understand = ({ text, language }: TurnInput, stop: AbortSignal) => options.recogniser.recognise(text, language, stop);
    const update = await automating.wanted(turn, change, understand, signal);
    const [call] = update.calls ?? [];
    if (call?.kind === "act") return { ok: true, call: call.call };
    const { answer = "", choice } = update;
    return { ok: false, result: { ok: false, error: "not_done", message: answer }, asked: choice && { answer, choice } };
  };
  return { graph, runs, summariser, decisionInput, proposedAutomation, [Symbol.asyncDispose]: () => summariser[Symbol.asyncDispose]() };
}

/** What is looked up for a message before the model is asked, as the options want it. */
function createLookups({ config, house, stores, search, knowledge, remembering }: AgentOptions): readonly ContextProvider[] {
  const { interactions } = stores;
  const find = (text: string, { limit, sessionId }: { readonly limit: number; readonly sessionId: string }) =>
    search.find(text, { limit, context: { recent: interactions.recentEntities(sessionId) } }).map(({ entity }) => entity);
  const providers: Readonly<Record<Config["contextProviders"][number], () => ContextProvider | undefined>> = {
    memory: () => remembering.provider,
    entities: () => createEntityProvider({ home: house.home, find, findAlike: knowledge?.retrieval.thingsLike }),
    knowledge: () => knowledge && createKnowledgeProvider({ retrieve: knowledge.retrieval.search }),
  };
  return config.contextProviders.flatMap((name) => providers[name]() ?? []);
}
