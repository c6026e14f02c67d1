import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { createApp } from "./app/app.ts";
import { resolveApi } from "./config/api-listen.ts";
import { resolveAssist } from "./config/assist-options.ts";
import {
  EXIT_CONFIG,
  environment,
  isSupervised,
  parseOptions,
  readEnvironment,
  readOptionsFile,
  resolveConnection,
  STANDARD_INPUT,
  supervisorOf,
} from "./config/config.ts";
import { resolveConsole } from "./config/console-listen.ts";
import { OptionsError } from "./config/option-problems.ts";
import { removeTracingVariables } from "./models/messages.ts";
import { createLogger, type Logger } from "./observability/logger.ts";
import { DatabaseError } from "./storage/database.ts";
import { createHeartbeat } from "./workers/heartbeat.ts";

/** Where the Supervisor puts an app's options and keeps its data. */
const APP_OPTIONS = "/data/options.json";
const APP_DATA = "/data";
/** In the app's folder that people reach over Samba or a file editor, which config.yaml asks for. */
const APP_DOCUMENTS = "/config/knowledge";
/** In Home Assistant's folder of media, into which its bot may download; root makes it for us (addon/rootfs). */
const APP_VOICE = "/media/ha_personal_assistant";

const USAGE = `Usage: npm start -- [--options FILE] [--data DIR]

  --options FILE  the options as JSON (default ${APP_OPTIONS}; ${STANDARD_INPUT} reads standard input); docs/configuration.md lists them
  --data DIR      where the databases are kept (default ${APP_DATA})

Home Assistant is found by the options home_assistant_url and home_assistant_token, by the variables HOME_ASSISTANT_URL and
HOME_ASSISTANT_TOKEN, or in the app's container by the Supervisor.
`;

/** A stop may take so long in all; then the process ends all the same: what is left goes on at the next start. */
const STOP_MS = 8_000;

/** Ends with a plain text on stderr: never a stack trace, never a value. */
function fail(text: string, code: number): never {
  process.stderr.write(`${text}\n`);
  process.exit(code);
}

function readArguments(): { options: string; data: string } {
  try {
    const { values } = parseArgs({
      options: { options: { type: "string" }, data: { type: "string" }, help: { type: "boolean" } },
      strict: true,
    });
    if (values.help) {
      process.stdout.write(USAGE);
      process.exit(0);
    }
    return { options: values.options ?? APP_OPTIONS, data: values.data ?? APP_DATA };
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, EXIT_CONFIG);
  }
}

function readConfig(path: string) {
  try {
    const { config, secrets } = parseOptions(readOptionsFile(path));
    const found = readEnvironment();
    const homeAssistant = resolveConnection(config, secrets, found);
    if ("problem" in homeAssistant) return fail(homeAssistant.problem, EXIT_CONFIG);
    const supervised = isSupervised(found);
    const consoleListen = resolveConsole({ ...found.console, supervised });
    if (consoleListen && "problem" in consoleListen) return fail(consoleListen.problem, EXIT_CONFIG);
    const assistListen = resolveAssist({ ...found.assist, supervised }, config);
    if ("problem" in assistListen) return fail(assistListen.problem, EXIT_CONFIG);
    const apiListen = resolveApi({ port: found.apiPort, supervised });
    if ("problem" in apiListen) return fail(apiListen.problem, EXIT_CONFIG);
    const supervisor = supervisorOf(found);
    const hide = (text: string) => found.tokens.hideIn(secrets.hideIn(text));
    const listen = { consoleListen, assistListen, apiListen };
    const voiceFolder = supervised ? APP_VOICE : found.voiceFolder;
    return { config, secrets, homeAssistant, supervised, ...listen, supervisor, hide, voiceFolder, heartbeatFd: found.heartbeatFd };
  } catch (error) {
    if (error instanceof OptionsError) return fail(error.message, EXIT_CONFIG);
    throw error;
  }
}

/** Made so that people see where documents go; where it cannot be made there are none. */
function madeFolder(folder: string): string {
  try {
    mkdirSync(folder);
  } catch {
    // it is there, or nothing is mounted
  }
  return folder;
}

/** Ends the process in good order on SIGTERM or SIGINT, also while it still starts. A second SIGTERM changes nothing, a second SIGINT ends it. */
function stopOnSignal(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, "stopping");
    setTimeout(() => {
      logger.warn({}, "not everything ended in time; it goes on at the next start");
      process.exit(0);
    }, STOP_MS).unref();
    await stop();
    logger.info({}, "stopped");
    process.exit(0);
  };
  process.on("SIGTERM", onSignal);
  process.once("SIGINT", onSignal);
}

const { options, data } = readArguments();
const { supervised, hide, heartbeatFd, ...parts } = readConfig(options);
const { config } = parts;
removeTracingVariables(environment());
const logger = createLogger({ level: config.logLevel, hide });
if (config.logLevel === "debug") logger.warn({}, "log_level debug: the log may hold texts and names of the home");
process.on("uncaughtException", (error) => {
  logger.error({ err: error }, "the service ends: something failed that nobody was prepared for");
  process.exit(1);
});
process.on("unhandledRejection", (error) => logger.error({ err: error }, "something failed where nobody was waiting for it"));

try {
  const sharedDocuments = supervised ? madeFolder(APP_DOCUMENTS) : undefined;
  // whatever is written from here on is for this user alone
  process.umask(0o077);
  const heartbeat = createHeartbeat(heartbeatFd);
  const { longStep } = heartbeat;
  const app = createApp({ ...parts, dataDir: data, sharedDocuments, logger, longStep });
  stopOnSignal(logger, async () => app[Symbol.asyncDispose]());
  // bringing a large database up to date may take long: from here on nothing does
  heartbeat.start();
  await app.start();
} catch (error) {
  if (error instanceof DatabaseError) fail(error.message, 1);
  throw error;
}
