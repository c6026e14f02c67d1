import { createVoters } from "../agent/approvals/approval-desk.ts";
import { createEntityDecisions, type EntityDecisions } from "../agent/approvals/entity-decisions.ts";
import { createPinPad } from "../agent/approvals/pin-pad.ts";
import { createShownQuestions } from "../agent/approvals/questions.ts";
import { tellOnce } from "../agent/command.ts";
import { createPlanMessages } from "../agent/plan-messages.ts";
import type { Turns } from "../agent/turn.ts";
import { createAwaitedStates } from "../agent/turns/awaited-states.ts";
import { createRecordKeeper } from "../agent/turns/record-keeper.ts";
import { createTurnRunner } from "../agent/turns/runner.ts";
import { ASSIST } from "../channels/assist/assist.ts";
import { createGuessLimit } from "../channels/bearer.ts";
import { Delivery } from "../channels/delivery.ts";
import { createPeople } from "../channels/people.ts";
import { ProgramChannel, type ProgramChannelParts } from "../channels/program-channel.ts";
import { TelegramChannel } from "../channels/telegram/telegram.ts";
import { createEntityIndex } from "../entity-search/entity-index.ts";
import { createEntityDetails } from "../entity-search/entity-postings.ts";
import type { LiveHome } from "../homeassistant/live-home.ts";
import { createRecogniser } from "../homeassistant/recogniser/recogniser.ts";
import { announcingSatellite } from "../homeassistant/registry/satellites.ts";
import { type DomainWords, domainWordsIn } from "../homeassistant/registry/translations.ts";
import { createOwn } from "../homeassistant/services/own.ts";
import { followingCatalogue } from "../languages/catalogue.ts";
import { createIdleGate } from "../models/idle-gate.ts";
import { createHomeEmbeddings } from "../models/providers.ts";
import type { ModelRouter } from "../models/router.ts";
import { createTimelyVectors } from "../models/timely-vector.ts";
import { createSentenceReader } from "../recognition/sentence-reader.ts";
import type { Decided } from "../security/effects/action-facts.ts";
import { redactAnswer } from "../security/redaction/redaction.ts";
import type { OutboxItem } from "../storage/turns/outbox.ts";
import { timer } from "../text/later.ts";
import type { ProposedAutomation } from "../tools/automations/change-automations.ts";
import { createWorkerPool } from "../workers/pool.ts";
import { createAgent } from "./agent.ts";
import { createApi } from "./api.ts";
import type { AppOptions } from "./app-options.ts";
import { createAssistDoors } from "./channels/assist.ts";
import { type Console, createConsole } from "./channels/console.ts";
import { createIntroduction } from "./channels/introduction.ts";
import { createSentFiles } from "./channels/sent-files.ts";
import { createStoreNews } from "./channels/store-news.ts";
import { createAppCommands } from "./commands.ts";
import { createHomeParts } from "./foundation/home.ts";
import { createReach } from "./foundation/reach.ts";
import { createStores, type Stores } from "./foundation/storage.ts";
import { createPast, createPastKeeping, type PastKeeping } from "./knowledge/archive.ts";
import { createCloud } from "./knowledge/cloud.ts";
import { createHabits, type Habits, influxOf } from "./knowledge/habits.ts";
import { createKnowledge, type Knowledge } from "./knowledge/knowledge.ts";
import { createRemembering, type Remembering } from "./knowledge/memory.ts";
import { createOutside } from "./knowledge/web.ts";
import { type Attention, createAttention } from "./proactive/attention.ts";
import { createAutomationKeeper } from "./proactive/automations.ts";
import { createSchedules, type Schedules } from "./proactive/schedules.ts";
import { createSurfaces, type Surfaces } from "./proactive/surfaces.ts";
import { createTools } from "./tools.ts";

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
  readonly memory: Remembering["memory"];
  readonly habits: Pick<Habits, "learner">;
  readonly schedules: Pick<Stores["schedules"], "ofPerson">;
  readonly automations: Pick<Stores["automations"], "latest">;
  /** What owners decided about devices that no fact tells about. */
  readonly decisions: EntityDecisions;
  /** Where the console listens, once it does. */
  readonly consolePort: number | undefined;
}

/** Builds the whole service, in order. What is built last closes first. */
export function createApp({
  config,
  secrets,
  homeAssistant,
  dataDir,
  sharedDocuments,
  voiceFolder: folder,
  consoleListen,
  assistListen,
  supervisor,
  apiListen,
  logger,
  channels = () => [],
  clock = Date.now,
  later = timer,
  workers = createWorkerPool,
  longStep = () => {},
  connectionTimings = {},
  pace = 1,
  pageDoor,
}: AppOptions): App {
  const stack = new AsyncDisposableStack();
  const stop = new AbortController();
  let consolePort: number | undefined;
  const decisionOf = (entityId: string): Decided | undefined => decisions.of(entityId);
  const nameOf = (personId: string) => people.everybody.find(({ id }) => id === personId)?.name ?? turns.nameOf(personId);
  const memoryChanged = () => sidebar?.changed("memory");

  // storage
  const stores = stack.use(
    createStores({
      config,
      dataDir,
      clock,
      logger,
      onQueued: () => delivery.wake(),
      onDelivered: delivered,
      onFailed: givenUp,
      news: createStoreNews(() => ({ surfaces, schedules, attention, sidebar })),
      onEgress: () => sidebar?.changed("searchlog"),
    }),
  );
  const { database, turns, sessions, approvals, outbox } = stores;

  // Home Assistant
  const house = stack.use(createHomeParts({ homeAssistant, timings: connectionTimings, clock, pace, decisionOf, logger }));
  const { connection, home, services, translations } = house;
  const decisions: EntityDecisions = createEntityDecisions({
    ...house,
    registries: home.registries,
    store: stores.entityDecisions,
    nameOf,
    clock,
  });
  const texts = translations.derived((read) => read.texts);
  const kindWords = translations.derived(domainWordsIn);
  const language = () => config.language ?? home.info.language;
  const catalogue = followingCatalogue(language);
  const people = createPeople({ people: config.people, language });
  const ownersChats = () => sessions.activeChats(0).filter(people.isOwnersChat);
  const satelliteOf = (chatId: string) => announcingSatellite(chatId, home);
  const own = createOwn({
    connection,
    knows: ({ bot, chatId }) => people.isPrivateChat(chatId) || turns.knowsChat({ channel: "telegram", bot, chatId }),
    onTrial: (id) => stores.trials.get(id) && house.ownRoutines.entityOf({ kind: "automation", id }),
    satelliteOf,
  });
  const reach = createReach({ config, people, clock, stores, home, own, satelliteOf, logger });

  // models and tools
  const idle = stack.use(createIdleGate({ clock, later }));
  const search = createEntityIndex({ home, words: kindWords, detailsOf: createEntityDetails(home.registries) });
  const surroundings = { config, secrets, language, catalogue, people, clock, later, workers, logger };
  const cloud = stack.use(createCloud({ ...surroundings, ...stores, ownersChats, homeAssistantUrl: homeAssistant.url, home, search }));
  const { models } = cloud;
  const placing = createSentenceReader({ index: search, home, words: house.stateWords, now: clock });
  const recogniser = createRecogniser({ connection, home, enabled: config.recogniser, placing, logger });
  const surfaces: Surfaces = stack.use(
    createSurfaces({
      ...{ ...surroundings, ...stores, home, connection, models, reach },
      ask: () => runner,
      unshared: (...watched) => schedules.unshared(...watched),
    }),
  );
  const vectors = config.knowledge
    ? stack.use(createTimelyVectors({ embeddings: createHomeEmbeddings(config, secrets), later, logger }))
    : undefined;
  const { status: service, findings } = surfaces;
  const parts = { ...surroundings, ...house, dataDir, sharedDocuments, database, own, service, findings };
  const knowledge = vectors && stack.use(createKnowledge({ ...parts, vectors, words: kindWords }));
  const remembering = stack.use(
    createRemembering({
      ...surroundings,
      ...stores,
      home,
      models: models.atHome,
      vectors,
      idle,
      habitNote: (factId, note, personId) => habits.noteFor(factId, note, personId),
      onChange: memoryChanged,
      onForgetting(facts, by) {
        habits.forgotten(facts.map(({ id }) => id));
        keeping.forgetting.forgetFacts(facts, by);
      },
    }),
  );
  const past = createPast({ database, home, knowledge, onErased: forgotten });
  const influx = influxOf(surroundings);
  const habits: Habits = stack.use(
    createHabits({
      ...{ ...surroundings, ...house, ...stores, memory: remembering.memory, erasures: past.erasures },
      ...{ runner: () => runner, onChange: memoryChanged, influx },
    }),
  );
  const web = stack.use(createOutside({ ...surroundings, stores, policy: cloud.egressPolicy, pageDoor }));

  const schedules: Schedules = stack.use(
    createSchedules({ ...surroundings, ...house, stores, reach, search, recogniser, quotes: past.quotes, runner: () => runner }),
  );
  const receive = () => runner.receive;
  const automations = stack.use(createAutomationKeeper({ ...surroundings, ...house, stores, own, reach, receive, surfaces, influx }));
  const others = [past.tool, schedules.tool, ...remembering.tools, ...web.tools];
  const propose: ProposedAutomation = (...asked) => agent.proposedAutomation(...asked);
  const tools = createTools({ ...house, ...automations, search, actions: stores.actions, clock, quotes: past.quotes, propose, others });

  const redact = (text: string) => redactAnswer(text, (entityId) => home.find(entityId)?.name);
  const told = { tools: tools.readTools, quotes: past.quotes, habits: habits.commands, news: surfaces.news, receive, redact };
  const attention: Attention = stack.use(
    createAttention({ ...surroundings, ...house, stores, reach, presence: schedules.presence, planWords: schedules.planWords, ...told }),
  );

  const sent = createSentFiles({ ...surroundings, ...house, ...stores, telegram: own.telegram, folder, knowledge, sees: cloud.sees });

  // the agent
  const agent = stack.use(
    createAgent({
      ...surroundings,
      house,
      stores,
      cloud,
      recogniser,
      search,
      tools,
      redact,
      idle,
      pace,
      knowledge,
      remembering,
      ...schedules,
      readersOf: reach.readersOf,
      announces: reach.announces,
      planChanges: schedules.changes,
      habitPlan: habits.planOfTurn,
      quotes: past.quotes,
      replay: automations.replay,
    }),
  );
  const serviceText = (key: string) => texts().get(`component.${key}`);
  const commands = createAppCommands({
    ...surroundings,
    ...agent,
    ...{ house, stores, models, decisions, past, knowledge, remembering, habits, schedules, attention, automations, redact },
  });
  const { policy, whatIf } = commands;
  const plans = createPlanMessages({ ...surroundings, ...stores });
  const runner = stack.use(
    createTurnRunner({
      ...config,
      ...stores,
      ...agent,
      ...{ home, clock, later, wantsVoice: people.wantsVoice },
      commands: commands.all,
      rateMinutes: config.policy.rateMinutes,
      ...{ serviceText, whenText: schedules.commands.whenText, decisions, plans },
      pinPad: createPinPad({ pins: config.pins, clock }),
      voters: createVoters({ ...reach, privateChatOf: people.ownChat }),
      mayTell: surfaces.mayTell,
      otherPresses: [sent.documents.press, (press) => keeping.forgetting.press(press), ...commands.presses],
      sayUnstored: (chat, text) => void delivery.sayUnstored(chat, text),
      ...sent.forTurns,
      hold: idle.hold,
      logger: logger.child({ part: "agent" }),
    }),
  );

  const keeping: PastKeeping = stack.use(
    createPastKeeping({
      ...surroundings,
      ...stores,
      past,
      knowledge,
      runner,
      idle,
      summariser: agent.summariser,
      memory: remembering.memory,
      longStep,
    }),
  );

  // channels
  const telegram = stack.use(
    new TelegramChannel({
      ...surroundings,
      ...house,
      ...stores,
      own,
      catalogue,
      runner,
      serviceExists: services.exists,
      logger: logger.child({ part: "telegram" }),
    }),
  );
  const awaited = stack.use(createAwaitedStates({ ...surroundings, ...stores, ...house, words: house.stateWords, plans, redact }));
  const shown = { ...surroundings, ...house, stores, models, knowledge, remembering, habits, schedules, attention, runner, decisions };
  const turnTimeoutMs = config.turnTimeoutSeconds * 1_000;
  const program = (name: string, more: Pick<ProgramChannelParts, "unheard" | "announce"> = {}) =>
    stack.use(new ProgramChannel({ name, turns: runner, stores, turnTimeoutMs, now: clock, later, ...more }));
  const guesses = createGuessLimit();
  const assist =
    assistListen &&
    stack.use(createAssistDoors({ ...surroundings, ...house, listen: assistListen, supervisor, guesses, channel: program(ASSIST, reach) }));
  const api = apiListen && stack.use(createApi({ ...shown, tools, listen: apiListen, supervisor, guesses, program, reach }));
  const programs = api?.programs;
  const sidebar: Console | undefined =
    consoleListen && stack.use(createConsole({ ...shown, programs, whatIf, serviceText, listen: consoleListen }));
  const otherChannels = [
    ...(sidebar ? [sidebar.channel] : []),
    ...(assist ? [assist.channel] : []),
    ...(api?.channels ?? []),
    ...channels(runner, createShownQuestions({ ...stores, clock }), program),
  ];
  const delivery: Delivery = stack.use(new Delivery({ outbox, channels: [telegram, ...otherChannels], logger, now: clock }));

  const warn = (brokenAt: number | undefined) =>
    tellOnce(outbox, ownersChats(), { key: `record:${brokenAt ?? "end"}`, text: catalogue.text("notice.record-changed"), at: clock() });
  const introduction = stack.use(createIntroduction({ home, connection, ownersChats, people, policy, catalogue, clock, later }));
  const keeper = stack.use(
    createRecordKeeper({ ...stores, ...surroundings, days: config.actionsDays, searchLogDays: config.searchLogDays, warn }),
  );

  /** An item was shown: in the transaction that marks it. */
  function delivered(item: OutboxItem, at: number): void {
    const { approvalId, turnId, kind } = item;
    schedules.relays.ended(item, true);
    if (kind === "question" && approvalId !== undefined) {
      approvals.delivered(approvalId, at);
      runner.questionShown(approvalId);
      database.afterCommit(() => sidebar?.changed("approvals"));
    }
    if (kind !== "answer" || turnId === undefined) return;
    runner.answerShown(turnId, at);
    database.afterCommit(() => awaited.follow(turnId));
  }

  /** What somebody wanted forgotten is gone from the database. */
  function forgotten(): void {
    sidebar?.changed("memory", "searchlog");
    sent.forgotten();
  }

  /** An item can never be shown: in the transaction that marks it. */
  function givenUp(item: OutboxItem): void {
    const { approvalId, kind } = item;
    schedules.relays.ended(item, false);
    if (kind === "question" && approvalId !== undefined) runner.questionLost(approvalId);
  }

  return {
    home,
    models,
    turns: runner,
    kindWords,
    knowledge,
    memory: remembering.memory,
    habits,
    ...{ schedules: stores.schedules, automations: stores.automations },
    decisions,
    get consolePort() {
      return consolePort;
    },
    async start() {
      await assist?.start();
      await api?.start();
      consolePort = await sidebar?.server.start();
      remembering.join();
      await keeping.forgetting.resume();
      await runner.start();
      cloud.announce(stop.signal);
      keeping.archivist.start();
      // Telegram's subscriptions are made first: Home Assistant hands out waiting messages within a second of its start.
      telegram.attach();
      house.start();
      surfaces.start();
      knowledge?.start();
      habits.start();
      remembering.start();
      connection.start(stop.signal);
      delivery.start();
      void keeper.start();
      sent.start();
      void awaited.start();
      void schedules.start();
      void attention.start();
      introduction.start();
      for (const one of [assist, api]) one?.announce();
      automations.start();
      await Promise.all([
        telegram.start(stop.signal),
        ...otherChannels.map((channel) => channel.start(stop.signal)),
        models.start(stop.signal),
      ]);
    },
    async [Symbol.asyncDispose]() {
      // first, so that the last answers can still be sent
      await runner.drain();
      await stack.disposeAsync();
      stop.abort();
    },
  };
}
