import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { createAssist } from "../channels/assist/assist.ts";
import { createCompletions } from "../channels/assist/completions.ts";
import { createWyoming } from "../channels/assist/wyoming.ts";
import type { ProgramChannel } from "../channels/program-channel.ts";
import type { AssistListen } from "../config/assist-options.ts";
import { VERSION } from "../config/config.ts";
import { createDiscovery, type Supervisor } from "../homeassistant/supervisor.ts";
import { LANGUAGES } from "../languages/catalogue.ts";
import type { HomeParts } from "./home.ts";
import type { Surroundings } from "./surroundings.ts";

interface AssistOptions extends Surroundings, Pick<HomeParts, "home"> {
  readonly listen: AssistListen;
  readonly supervisor: Supervisor | undefined;
  readonly channel: ProgramChannel;
}

/** Connections to the endpoint at a time: a hundred callers, and as many that wait for nothing. */
const MOST_CONNECTIONS = 200;
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

/** The doors for Home Assistant's Assist: an endpoint in OpenAI's shape, and Wyoming. Each listens only where the options ask for it. */
export function createAssistDoors(options: AssistOptions) {
  const { config, secrets, people, home, listen, supervisor, channel, language, clock, later } = options;
  const logger = options.logger.child({ part: "assist" });
  const stack = new AsyncDisposableStack();
  const { speakers, assistantName: name } = config;
  const { everybody } = people;
  const assist = createAssist({ channel, speakers, home, registries: home.registries, everybody, language });
  const token = secrets.reveal("assist_api_token");
  const wyoming = config.wyoming
    ? stack.use(createWyoming({ assist, ...listen, port: listen.wyomingPort, name, version: VERSION, languages: LANGUAGES, logger }))
    : undefined;
  const discovery = supervisor && stack.use(createDiscovery({ supervisor, later, logger }));

  const listenForApi = (fetch: Parameters<typeof serve>[0]["fetch"]): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const server = serve({ fetch, hostname: listen.address, port: listen.apiPort, overrideGlobalObjects: false }, ({ port }) => {
      logger.info({ port }, "the endpoint for Assist listens");
      resolve();
    }) as Server;
    server.maxConnections = MOST_CONNECTIONS;
    server.headersTimeout = HEADERS_MS;
    server.requestTimeout = REQUEST_MS;
    server.on("error", (err) => {
      logger.error({ err }, "the endpoint for Assist cannot listen");
      resolve();
    });
    stack.defer(() => {
      server.close();
      server.closeAllConnections();
    });
    return promise;
  };

  return {
    channel,
    /** Begins to listen; nothing is taken in before the channel starts. */
    async start(): Promise<void> {
      await Promise.all([
        token === undefined ? undefined : listenForApi(createCompletions({ assist, token, model: name, now: clock, logger }).fetch),
        wyoming?.start(),
      ]);
    },
    /** Tells Home Assistant that Wyoming is there; to be called once everything runs. */
    announce(): void {
      if (wyoming) void discovery?.announce("wyoming", (hostname) => ({ uri: `tcp://${hostname}:${listen.wyomingPort}` }));
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
