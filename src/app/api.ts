import { Hono } from "hono";
import { createScreen } from "../agent/screen.ts";
import type { TurnRunner } from "../agent/turns/runner.ts";
import type { GuessLimit } from "../channels/bearer.ts";
import { createHttpListener } from "../channels/http-listener.ts";
import type { ProgramChannel, ProgramChannelParts } from "../channels/program-channel.ts";
import { onlyFrom } from "../channels/programs/guard.ts";
import { Problem, problemOf } from "../channels/programs/problem.ts";
import { createPrograms, MCP, newToken, REST } from "../channels/programs/programs.ts";
import { createTurnResults } from "../channels/programs/turn-results.ts";
import type { ApiListen } from "../config/api-listen.ts";
import { VERSION } from "../config/config.ts";
import { createDiscovery, type Supervisor } from "../homeassistant/supervisor.ts";
import type { ModelRouter } from "../models/router.ts";
import type { OutboxItem } from "../storage/turns/outbox.ts";
import { createCallHaService } from "../tools/call-ha-service.ts";
import type { HomeParts } from "./foundation/home.ts";
import type { createReach } from "./foundation/reach.ts";
import type { Stores } from "./foundation/storage.ts";
import type { Surroundings } from "./foundation/surroundings.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import type { Schedules } from "./proactive/schedules.ts";
import type { Tools } from "./tools.ts";

interface ApiOptions extends Surroundings, Pick<HomeParts, "home" | "speech"> {
  readonly listen: ApiListen;
  readonly guesses: GuessLimit;
  readonly supervisor: Supervisor | undefined;
  readonly stores: Stores;
  readonly models: Pick<ModelRouter, "status">;
  readonly runner: Pick<TurnRunner, "decide">;
  readonly program: (name: string, more: Pick<ProgramChannelParts, "unheard">) => ProgramChannel;
  readonly reach: Pick<ReturnType<typeof createReach>, "unheard">;
  readonly tools: Pick<Tools, "readTools">;
  readonly schedules: Pick<Schedules, "atOnce">;
  readonly knowledge: Pick<Knowledge, "retrieval"> | undefined;
}

/** What programs outside reach, each with a token of its own. It listens only where an option asks for it; undefined where none does. */
export function createApi({
  config,
  people,
  language,
  clock,
  home,
  speech,
  listen,
  guesses,
  supervisor,
  stores,
  models,
  runner,
  program,
  reach,
  tools,
  schedules,
  knowledge,
  ...parts
}: ApiOptions) {
  if (!config.restApi && !config.mcpServer) return undefined;
  const { turns, database } = stores;
  const logger = parts.logger.child({ part: "api" });
  const stack = new DisposableStack();
  const role = config.mcpServer && config.mcpHomeAssistant !== "off" ? config.mcpHomeAssistant : undefined;
  const homeAssistant = supervisor && role && { role, token: newToken() };
  const discovery = supervisor && stack.use(createDiscovery({ supervisor, later: parts.later, logger }));
  const programs = createPrograms({
    homeAssistant,
    store: stores.programs,
    // where the options name nobody, a program can only have been let in for an owner
    personOf: (id) => people.withId(id, turns.nameOf),
    language,
    now: clock,
    guesses,
  });
  // answers are looked up by who asked; what is said unasked, as a reminder is, would be read by nobody
  const unheard = (item: OutboxItem): void => {
    if (item.kind === "notice") reach.unheard(item);
  };
  const [restChannel, mcpChannel] = [program(REST, { unheard }), program(MCP, { unheard })];
  const endOfQuestion = (): number => clock() + config.confirmationTimeoutSeconds * 1_000;
  const build = async (): Promise<Hono> => {
    const app = new Hono().use(onlyFrom(config.apiSites));
    app.notFound(() => new Problem("nothing-here").response);
    app.onError((error) => problemOf(error, logger).response);
    if (config.restApi) {
      const { createRest } = await import("../channels/rest/rest.ts");
      const rest = createRest({
        channel: restChannel,
        programs,
        results: createTurnResults(stores, { here: REST, endOfQuestion }),
        records: stores,
        pages: stores.chatPages,
        decide: runner.decide,
        speech,
        status() {
          const { received: waiting, running } = turns.counts();
          return {
            version: VERSION,
            home_assistant: { connected: home.ready, version: home.info.version },
            model: { reachable: models.status().reachable },
            database: { ok: database.readProblem() === undefined },
            messages: { waiting, running },
          };
        },
        version: VERSION,
        now: clock,
        logger,
      });
      app.route("/", rest);
    }
    if (config.mcpServer) {
      const { createMcp } = await import("../channels/mcp/mcp.ts");
      const mcp = createMcp({
        programs,
        name: config.assistantName,
        version: VERSION,
        channel: mcpChannel,
        results: createTurnResults(stores, { here: MCP, endOfQuestion }),
        turns,
        readTools: tools.readTools,
        proposed: createCallHaService().propose,
        atOnce: schedules.atOnce,
        retrieval: knowledge?.retrieval,
        screen: createScreen({ logger }),
        homeReady: () => home.ready,
        logger,
      });
      app.route("/", mcp);
    }
    return app;
  };
  let app: Promise<Hono> | undefined;
  /** Their libraries take 5 MB, and 100 ms once: they are loaded when the first program asks. */
  const fetch = async (request: Request, env: object): Promise<Response> => {
    app ??= build().catch((error: unknown) => {
      // what could not be loaded is tried again by the next request
      app = undefined;
      throw error;
    });
    return (await app).fetch(request, env);
  };
  const listener = stack.use(createHttpListener({ ...listen, fetch, what: "the API for programs", logger }));
  return {
    programs,
    channels: [restChannel, mcpChannel],
    async start(): Promise<void> {
      await listener.start();
    },
    /** Offers Home Assistant's agents the tools, where the options let them; to be called once everything runs. The token is a new one at each start. */
    announce(): void {
      if (homeAssistant)
        void discovery?.announce("mcp", (hostname) => ({ url: `http://${hostname}:${listen.port}/mcp/${homeAssistant.token}` }));
    },
    [Symbol.dispose]: () => stack.dispose(),
  };
}
