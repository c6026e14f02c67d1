import { type Command, HomeAssistantConnection, type HomeConnection } from "../../src/homeassistant/connection/connection.ts";
import { LiveHome } from "../../src/homeassistant/live-home.ts";
import { LiveStates } from "../../src/homeassistant/registry/states.ts";
import { SimulatedHome, type SimulatedHomeOptions } from "../../src/simulated-home/simulated-home.ts";
import { recordingLogger } from "./log.ts";

/** A simulated home with our live picture of it; `asked` are all commands that we sent. Connecting begins with `connection.start()`. */
export async function openHome(options: SimulatedHomeOptions = {}) {
  const simulated = await SimulatedHome.start(options);
  const { logger, lines } = recordingLogger();
  const connection = new HomeAssistantConnection({ url: simulated.url, token: simulated.token, logger, timings: { quickRetryMs: 10 } });
  const asked: Command[] = [];
  const watched: HomeConnection = {
    get connected() {
      return connection.connected;
    },
    command(command, commandOptions) {
      asked.push(command);
      return connection.command(command, commandOptions);
    },
    firstEvent: (command, commandOptions) => connection.firstEvent(command, commandOptions),
    subscribe: (command, onEvent) => connection.subscribe(command, onEvent),
    onConnected: (listener) => connection.onConnected(listener),
    onDisconnected: (listener) => connection.onDisconnected(listener),
  };
  const states = new LiveStates({ connection, logger });
  const home = new LiveHome({ connection: watched, states, logger });
  states.start();
  home.start();
  return {
    ...{ simulated, connection, states, home, asked, lines },
    async [Symbol.asyncDispose]() {
      home[Symbol.dispose]();
      states[Symbol.dispose]();
      await connection[Symbol.asyncDispose]();
      await simulated[Symbol.asyncDispose]();
    },
  };
}

/** The same, connected and ready. */
export async function openReadyHome(options: SimulatedHomeOptions = {}) {
  const opened = await openHome(options);
  opened.connection.start();
  await opened.home.whenReady();
  return opened;
}
