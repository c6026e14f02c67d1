import { join } from "node:path";
import { catalogueFor } from "./agent/catalogue.ts";
import { createCommands } from "./agent/commands.ts";
import { createDecisionRecords } from "./agent/decision-records.ts";
import { createDecisionInput, createJudge } from "./agent/judge.ts";
import { createPersonFacts } from "./agent/person-facts.ts";
import { createPinPad } from "./agent/pin-pad.ts";
import { RecordKeeper } from "./agent/record-keeper.ts";
import { createRecordWarning } from "./agent/record-warning.ts";
import { TurnRunner } from "./agent/runner.ts";
import type { Run } from "./agent/runs.ts";
import { createShownQuestions, type ShownQuestion } from "./agent/shown-questions.ts";
import type { Turns } from "./agent/turn.ts";
import { createVoters } from "./agent/voters.ts";
import { createWhatIf } from "./agent/what-if.ts";
import { createAgent } from "./app-agent.ts";
import type { Knowledge, SupervisorAccess } from "./app-knowledge.ts";
import { createTelegram } from "./app-telegram.ts";
import type { Channel } from "./channels/channel.ts";
import { Delivery } from "./channels/delivery.ts";
import { createPeople } from "./channels/people.ts";
import type { Config, UserSecrets } from "./config.ts";
import { createActor } from "./homeassistant/acting.ts";
import { createActionReader } from "./homeassistant/action-reader.ts";
import { type ConnectionTimings, HomeAssistantConnection } from "./homeassistant/connection.ts";
import { type DomainWords, domainWordsIn } from "./homeassistant/domain-words.ts";
import { EFFECT_DOMAINS, effectWordsIn } from "./homeassistant/effect-words.ts";
import { createHistory } from "./homeassistant/history.ts";
import { LiveHome } from "./homeassistant/live-home.ts";
import { createOwn } from "./homeassistant/own.ts";
import { createRest } from "./homeassistant/rest.ts";
import { createServices } from "./homeassistant/services.ts";
import { LiveStates } from "./homeassistant/states.ts";
import { HomeTranslations } from "./homeassistant/translations.ts";
import type { Later } from "./later.ts";
import type { ModelRouter } from "./models/router.ts";
import type { Logger } from "./observability/logger.ts";
import { createActionLedger } from "./storage/actions.ts";
import { createApprovalStore } from "./storage/approvals.ts";
import { createAuditLog } from "./storage/audit.ts";
import { Checkpoints } from "./storage/checkpoints.ts";
import { createChoiceStore } from "./storage/choices.ts";
import { createCoreStarts } from "./storage/core-starts.ts";
import { DataLock } from "./storage/data-lock.ts";
import { AssistantDatabase } from "./storage/database.ts";
import { createInteractionLog } from "./storage/interaction-log.ts";
import { createOutboxStore } from "./storage/outbox.ts";
import { createSessionStore } from "./storage/sessions.ts";
import { createTurnStore } from "./storage/turns.ts";

export interface AppOptions {
  readonly config: Config;
  readonly secrets: UserSecrets;
  readonly homeAssistant: { readonly url: string; readonly token: string | (() => string) };
  /** Folder of the databases; `:memory:` keeps nothing. */
  readonly dataDir: string;
  /** In an app that the Supervisor runs. */
  readonly supervisor?: SupervisorAccess | undefined;
  readonly logger: Logger;
  /** Channels besides Telegram. */
  readonly channels?: (turns: Turns, openQuestions: (channel: string) => readonly ShownQuestion[]) => readonly Channel[];
  readonly clock?: () => number;
  /** Timers of questions; they keep no process alive. */
  readonly later?: Later;
  readonly connectionTimings?: Partial<ConnectionTimings>;
  /** Factor on every wait for the house; 1 unless a test is in a hurry. */
  readonly pace?: number;
}

export interface App extends AsyncDisposable {
  /** Begins to work; resolves once everything was begun. Home Assistant and model may still be away. */
  start(): Promise<void>;
  readonly home: LiveHome;
  readonly models: ModelRouter;
  readonly turns: Turns;
  /** What Home Assistant calls kinds of things; nothing before that was read, soon after the home is ready. */
  readonly kindWords: () => DomainWords;
  /** Undefined when the options switch it off. */
  readonly knowledge: Pick<Knowledge, "indexer"> | undefined;
}

/** Builds the whole service, in order. What is built last closes first. */
export function createApp({
  config,
  secrets,
  homeAssistant,
  dataDir,
  supervisor,
  logger,
  channels = () => [],
  clock = Date.now,
  later = timer,
  connectionTimings = {},
  pace = 1,
}: AppOptions): App {
  const stack = new AsyncDisposableStack();
  const stop = new AbortController();
  const path = (file: string) => (dataDir === ":memory:" ? dataDir : join(dataDir, file));

  // storage
  stack.use(new DataLock(path("service.lock")));
  const database = stack.use(new AssistantDatabase(path("assistant.db")));
  const checkpoints = stack.use(new Checkpoints(path("langgraph_checkpoints.db")));
  const turns = createTurnStore({ database });
  const sessions = createSessionStore({ database, timeoutMs: config.sessionTimeoutMinutes * 60_000 });
  const audit = createAuditLog({ database });
  const approvals = createApprovalStore({ database, audit, timeoutMs: config.confirmationTimeoutSeconds * 1_000 });
  const actions = createActionLedger({ database, audit });
  const interactions = createInteractionLog({ database });
  const choices = createChoiceStore({ database });
  const coreStarts = createCoreStarts({ database });
  const outbox = createOutboxStore({ database, onDelivered: (item, at) => delivered(item, at), onFailed: (item) => givenUp(item) });

  // Home Assistant
  const connection = stack.use(
    new HomeAssistantConnection({ ...homeAssistant, logger: logger.child({ part: "connection" }), timings: connectionTimings }),
  );
  const states = stack.use(new LiveStates({ connection, logger }));
  const home = stack.use(new LiveHome({ connection, states, logger: logger.child({ part: "home" }) }));
  const services = createServices({ home, registries: home.registries, descriptions: () => home.serviceDescriptions });
  const actor = createActor({ connection, states, home, logger: logger.child({ part: "acting" }), clock, pace });
  const rest = createRest(homeAssistant);
  const reader = createActionReader({
    ...{ connection, home, clock, logger },
    registries: home.registries,
    rest,
    serviceExists: services.exists,
  });
  const translations = stack.use(new HomeTranslations({ connection, home, always: EFFECT_DOMAINS, logger }));
  const kindWords = translations.derived(domainWordsIn);
  const history = createHistory({ connection });
  const catalogue = catalogueFor(config.language);
  const people = createPeople({ people: config.people, language: config.language });
  const own = createOwn({
    connection,
    knows: ({ bot, chatId }) => people.isPrivateChat(chatId) || turns.knowsChat({ channel: "telegram", bot, chatId }),
  });

  // the agent
  const runs = new Map<string, Run>();
  const personFacts = createPersonFacts({ ...people, home, stateOf: (entityId) => states.get(entityId) });
  const decisionInput = createDecisionInput({
    ...{ services, reader, personFacts, options: config.policy, recentEffects: actions.recentEffects },
    words: translations.derived(effectWordsIn),
  });
  const judge = createJudge({ decisionInput, uncertainTargets: actions.uncertainTargets, evidence: approvals.evidence, runs, clock });
  const { graph, models, knowledge } = stack.use(
    createAgent({
      ...{ config, secrets, dataDir, supervisor, database, checkpoints, interactions, connection, rest, states, home, history, own },
      ...{ services, actor, judge, ledger: actions, runs, kindWords, clock, later, pace, logger },
    }),
  );
  const runner = stack.use(
    new TurnRunner({
      ...{ database, turns, sessions, outbox, approvals, choices, actions, interactions, checkpoints, graph, runs, home, clock, later },
      commands: createCommands({
        ...{ home, models, actions, audit, approvals, interactions, rateMinutes: config.policy.rateMinutes, now: clock },
        knowledge: knowledge?.indexer,
        sync: knowledge && { sync: knowledge.sync, outbox, turns, later, now: clock, wakeDelivery: () => delivery.wake(), logger },
        explainAction: createWhatIf({ everybody: people.everybody, services, home, decisionInput, clock }),
      }),
      assistantName: config.assistantName,
      parallelChats: config.parallelChats,
      confirmationTimeoutSeconds: config.confirmationTimeoutSeconds,
      rateMinutes: config.policy.rateMinutes,
      pinPad: createPinPad({ pins: config.pins, clock }),
      voters: createVoters({ everybody: people.everybody, privateChatOf: people.ownChat }),
      recordDecisions: createDecisionRecords({ audit }),
      wakeDelivery: () => delivery.wake(),
      logger: logger.child({ part: "agent" }),
    }),
  );

  // channels
  const telegram = stack.use(
    createTelegram({
      ...{ connection, own, history, home, people, runner, logger, clock, catalogue },
      ...{ turns, outbox, sessions, coreStarts, serviceExists: services.exists, wakeDelivery: () => delivery.wake() },
    }),
  );
  const others = channels(runner, createShownQuestions({ approvals, choices, outbox, turns, clock }));
  const delivery: Delivery = stack.use(new Delivery({ outbox, channels: [telegram, ...others], logger, now: clock }));

  const warn = createRecordWarning({
    ...{ outbox, clock, language: config.language, wakeDelivery: () => delivery.wake() },
    ownersChats: () => sessions.activeChats(0).filter(people.isOwnersChat),
  });
  const keeper = stack.use(new RecordKeeper({ audit, days: config.actionsDays, warn, clock, later, logger }));

  /** An item was shown: in the transaction that marks it. */
  function delivered(
    { approvalId, turnId, kind }: { approvalId: string | undefined; turnId: string | undefined; kind: string },
    at: number,
  ): void {
    if (kind === "question" && approvalId !== undefined) {
      approvals.delivered(approvalId, at);
      runner.questionShown(approvalId);
    }
    if (kind === "answer" && turnId !== undefined) runner.answerShown(turnId, at);
  }

  /** An item can never be shown: in the transaction that marks it. */
  function givenUp({ approvalId, kind }: { approvalId: string | undefined; kind: string }): void {
    if (kind === "question" && approvalId !== undefined) runner.questionLost(approvalId);
  }

  return {
    home,
    models,
    turns: runner,
    kindWords,
    knowledge,
    async start() {
      await runner.start();
      // Telegram's subscriptions are made first: Home Assistant hands out waiting messages within a second of its start.
      telegram.attach();
      states.start();
      home.start();
      translations.start();
      knowledge?.start();
      connection.start(stop.signal);
      delivery.start();
      void keeper.start();
      await Promise.all([telegram.start(stop.signal), ...others.map((channel) => channel.start(stop.signal)), models.start(stop.signal)]);
    },
    async [Symbol.asyncDispose]() {
      // first, so that the last answers can still be sent
      await runner.drain();
      await stack.disposeAsync();
      stop.abort();
    },
  };
}

function timer(ms: number, run: () => void): Disposable {
  const timeout = setTimeout(run, ms).unref();
  return { [Symbol.dispose]: () => clearTimeout(timeout) };
}
