import { createAssist } from "../../channels/assist/assist.ts";
import { createCompletions } from "../../channels/assist/completions.ts";
import { createWyoming } from "../../channels/assist/wyoming.ts";
import type { GuessLimit } from "../../channels/bearer.ts";
import { createHttpListener } from "../../channels/http-listener.ts";
import type { ProgramChannel } from "../../channels/program-channel.ts";
import type { AssistListen } from "../../config/assist-options.ts";
import { VERSION } from "../../config/config.ts";
import { createDiscovery, type Supervisor } from "../../homeassistant/supervisor.ts";
import { LANGUAGES } from "../../languages/catalogue.ts";
import type { HomeParts } from "../foundation/home.ts";
import type { Surroundings } from "../foundation/surroundings.ts";

interface AssistOptions extends Surroundings, Pick<HomeParts, "home"> {
  readonly listen: AssistListen;
  readonly supervisor: Supervisor | undefined;
  readonly channel: ProgramChannel;
  readonly guesses: GuessLimit;
}

/** The doors for Home Assistant's Assist: an endpoint in OpenAI's shape, and Wyoming. Each listens only where the options ask for it. */
export function createAssistDoors(options: AssistOptions) {
  const { config, secrets, people, home, listen, supervisor, channel, guesses, language, clock, later } = options;
  const logger = options.logger.child({ part: "assist" });
  const stack = new AsyncDisposableStack();
  const { speakers, assistantName: name } = config;
  const { everybody } = people;
  const assist = createAssist({ channel, speakers, home, registries: home.registries, everybody, language });
  const token = secrets.reveal("assist_api_token");
  const wyoming = config.wyoming
    ? stack.use(createWyoming({ assist, ...listen, port: listen.wyomingPort, name, version: VERSION, languages: LANGUAGES, later, logger }))
    : undefined;
  const discovery = supervisor && stack.use(createDiscovery({ supervisor, later, logger }));

  const api =
    token === undefined
      ? undefined
      : stack.use(
          createHttpListener({
            fetch: createCompletions({ assist, token, guesses, model: name, now: clock, logger }).fetch,
            address: listen.address,
            port: listen.apiPort,
            what: "the endpoint for Assist",
            logger,
          }),
        );

  return {
    channel,
    /** Begins to listen; nothing is taken in before the channel starts. */
    async start(): Promise<void> {
      await Promise.all([api?.start(), wyoming?.start()]);
    },
    /** Tells Home Assistant that Wyoming is there; to be called once everything runs. */
    announce(): void {
      if (wyoming) void discovery?.announce("wyoming", (hostname) => ({ uri: `tcp://${hostname}:${listen.wyomingPort}` }));
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
