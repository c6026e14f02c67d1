import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { EntityDecisions } from "../../agent/approvals/entity-decisions.ts";
import { createExplanationText, type ExplainWhatIf } from "../../agent/commands/command-why.ts";
import type { TurnRunner } from "../../agent/turns/runner.ts";
import { capitalised, createPhrases, type ServiceText } from "../../agent/wording/phrases.ts";
import { createCards } from "../../channels/console/cards.ts";
import { createConsoleChannel } from "../../channels/console/channel.ts";
import { createIdentify } from "../../channels/console/identity.ts";
import { createLive } from "../../channels/console/live.ts";
import { plainOf } from "../../channels/console/rendering.ts";
import { createConsoleApi } from "../../channels/console/routes/api.ts";
import { syncProgress } from "../../channels/console/routes/route-knowledge.ts";
import { maySee } from "../../channels/console/routes/route-me.ts";
import { createConsoleServer } from "../../channels/console/server.ts";
import { suggestionsFor } from "../../channels/console/suggestions.ts";
import type { Health, NamedThing, PageId, PossibleAction } from "../../channels/console/wire.ts";
import type { Programs } from "../../channels/programs/programs.ts";
import { VERSION } from "../../config/config.ts";
import type { ConsoleListen } from "../../config/console-listen.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { LiveHome } from "../../homeassistant/live-home.ts";
import type { Entity } from "../../homeassistant/registry/home.ts";
import { createUsers } from "../../homeassistant/registry/users.ts";
import { createTelegramBots } from "../../homeassistant/telegram/telegram-bots.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { ModelRouter } from "../../models/router.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import { createTurnPages, type TurnPages } from "../../storage/turns/turn-pages.ts";
import type { TurnStore } from "../../storage/turns/turns.ts";
import type { HomeParts } from "../foundation/home.ts";
import type { Stores } from "../foundation/storage.ts";
import type { Surroundings } from "../foundation/surroundings.ts";
import type { Habits } from "../knowledge/habits.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { Remembering } from "../knowledge/memory.ts";
import type { Schedules } from "../proactive/schedules.ts";

interface ConsoleOptions extends Surroundings, Pick<HomeParts, "connection" | "states" | "history" | "statistics" | "home" | "pictures"> {
  readonly listen: ConsoleListen;
  readonly stores: Stores;
  readonly models: ModelRouter;
  readonly knowledge: Knowledge | undefined;
  readonly remembering: Pick<Remembering, "memory">;
  readonly habits: Pick<Habits, "store" | "book">;
  readonly schedules: Pick<Schedules, "changes" | "planWords" | "clockwork">;
  readonly runner: TurnRunner;
  readonly decisions: EntityDecisions;
  /** Undefined where no program can reach the service. */
  readonly programs: Programs | undefined;
  readonly whatIf: ExplainWhatIf;
  readonly serviceText: ServiceText;
}

export type Console = ReturnType<typeof createConsole>;

/** Where the page's files are: beside the bundle, and beside the sources where it was built for them. */
const FOLDERS = ["./console/", "../../../dist/console/"] as const;
const MOST_THINGS = 2_000;

/** The page in Home Assistant's sidebar: its server, its chat, and what it is told as it happens. Nothing is answered before the server starts. */
export function createConsole(options: ConsoleOptions) {
  const { config, listen, stores, connection, states, home, people, models, knowledge, remembering, habits, runner, serviceText, clock } =
    options;
  const { database, turns, egress } = stores;
  const logger = options.logger.child({ part: "console" });
  const stack = new AsyncDisposableStack();
  const live = stack.use(createLive());
  const turnPages = createTurnPages({ database });
  const nameOf = (entityId: string) => home.find(entityId)?.name;
  const channel = createConsoleChannel({ turns: runner, pages: stores.chatPages, cameras: options.pictures, nameOf, live, now: clock });
  const cards = stack.use(createCards({ home, states, history: options.history, statistics: options.statistics, live, now: clock }));
  const { everybody } = people;
  const due = new Set<PageId>();
  const tellDue = () => {
    for (const page of due) live.tell({ event: "changed", data: { page } }, (person) => maySee(page, person));
    due.clear();
  };
  // what is written in one go is told once
  const changed = (...pages: readonly PageId[]) => {
    if (due.size === 0) queueMicrotask(tellDue);
    for (const page of pages) due.add(page);
  };

  const api = createConsoleApi({
    listen,
    channel,
    cards,
    suggestions: (person) => (home.ready ? suggestionsFor(person, home) : []),
    live,
    nameOf,
    everybody,
    whatIf: options.whatIf,
    logger,
    now: clock,
    searchLog: { egress, home },
    identify: createIdentify({
      hasPeople: everybody.length > 0,
      personOf: (userId) => people.ofHaUser(userId, states.all()),
      administrator: people.administrator,
      users: createUsers({ connection, clock }),
      homeReady: () => home.ready,
      logger,
    }),
    turns: { ...stores, pages: turnPages },
    approvals: stores,
    home,
    decide: runner.decide,
    timeoutMs: config.confirmationTimeoutSeconds * 1_000,
    actions: stores.actions,
    record: stores.audit,
    planned: { ...options.schedules, store: stores.schedules, isStranger: people.isStranger },
    notifications: { store: stores.findings, home: { find: (entityId) => home.known(entityId) }, options: config },
    memory: { facts: remembering.memory, habits: habits.store, book: habits.book, turns, home },
    minute: (at) => homeTime(home.info.timeZone).minute(at),
    knowledge: knowledge && {
      sync: knowledge.sync,
      shelf: knowledge.shelf,
      search: knowledge.retrieval.search,
      counts: knowledge.counts,
      status: () => knowledge.indexer.status(),
      changed: () => void knowledge.indexer.request(["document"]),
    },
    programs: options.programs,
    options: config.policy,
    decisions: options.decisions,
    things: ({ role }) => (home.ready ? namedThings(home.exposed().filter(({ entityId }) => mayRead(entityId, role))) : []),
    actionsOf: (entityId, catalogue) => possibleActions(entityId, { home, catalogue, serviceText }),
    explanationText: createExplanationText({ home, options: config.policy }),
    health: {
      models,
      home,
      knowledge: knowledge?.indexer,
      logger,
      bots: createTelegramBots({ connection, clock }),
      people: {
        named: everybody.length,
        bound: config.people.filter(({ haPerson }) => haPerson !== undefined).length,
        onTelegram: config.people.filter(({ telegramUserId }) => telegramUserId !== undefined).length,
      },
      hasTurns: () => turnPages.page({ limit: 1 }).items.length > 0,
    },
    tokensPerSecond: () => speedIn(turnPages),
    fallback: () => models.second(),
    queue: () => queueOf(turns),
    databaseBytes: () => database.bytes,
    versions: () => ({ "HA Personal Assistant": VERSION, "Home Assistant": home.info.version, "Node.js": process.versions.node }),
    assistantName: config.assistantName,
    homeName: () => home.info.name,
    version: VERSION,
    language: options.language,
  });
  const site = { api, folder: folderOf(), end: () => live[Symbol.dispose]() };
  const server = stack.use(createConsoleServer({ listen, databaseProblem: () => database.readProblem(), site, logger }));

  if (knowledge) {
    stack.use(knowledge.indexer.onProgress((progress) => progress ?? changed("knowledge")));
    stack.use(
      knowledge.sync.onChange((status) => {
        const told = (language: string) => ({ event: "sync", data: syncProgress(status, language) }) as const;
        live.tell(
          ({ language }) => told(language),
          (person) => maySee("knowledge", person),
        );
        if (status.state !== "running") changed("knowledge", "health");
      }),
    );
  }

  return {
    server,
    channel,
    /** Lists of these pages show something else now. */
    changed,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function folderOf(): string {
  const [built, beside] = FOLDERS.map((folder) => fileURLToPath(new URL(folder, import.meta.url)));
  return (existsSync(built ?? "") ? built : beside) ?? "";
}

/** Of the latest answer of a model, with all that was waited for. */
function speedIn(pages: TurnPages): number | undefined {
  const [latest] = pages.page({ limit: 1, path: "model" }).items;
  const { tokens, milliseconds = 0 } = latest ?? {};
  return tokens && milliseconds > 0 ? Math.round((tokens.completion * 10_000) / milliseconds) / 10 : undefined;
}

/** In the order of the names; things of one name are told apart by their rooms, and of those that cannot be the first counts. */
function namedThings(entities: readonly Entity[]): readonly NamedThing[] {
  const byName = Map.groupBy(entities, ({ name }) => name);
  const named = entities.map(({ entityId, name, area }) => ({
    entityId,
    name: area && (byName.get(name)?.length ?? 0) > 1 ? `${name} (${area.name})` : name,
  }));
  const first = new Map(named.toReversed().map((thing) => [thing.name, thing]));
  return [...first.values()].toSorted((one, other) => one.name.localeCompare(other.name)).slice(0, MOST_THINGS);
}

interface Possible {
  readonly home: Pick<LiveHome, "serviceDescriptions" | "find">;
  readonly catalogue: Catalogue;
  readonly serviceText: ServiceText;
}

/** What Home Assistant can do with an entity, in its own words where it has them. */
function possibleActions(entityId: string, { home, catalogue, serviceText }: Possible): readonly PossibleAction[] {
  const domain = entityId.split(".")[0] ?? "";
  const phrases = createPhrases({ home, catalogue });
  const services = [...(home.serviceDescriptions.get(domain) ?? [])].filter(([, { target, response }]) => target && response === "none");
  return services.map(([name]) => {
    const service = `${domain}.${name}`;
    const phrase = () => capitalised(plainOf(phrases.action({ service, entityIds: [entityId], data: {} })));
    return { service, name: serviceText(`${domain}.services.${name}.name`) ?? phrase() };
  });
}

function queueOf(turns: Pick<TurnStore, "counts">): Health["queue"] {
  const { received, running } = turns.counts();
  return { waiting: received, running };
}
