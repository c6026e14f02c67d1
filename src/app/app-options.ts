import type { ShownQuestion } from "../agent/approvals/questions.ts";
import type { Turns } from "../agent/turn.ts";
import type { Channel } from "../channels/channel.ts";
import type { ProgramChannel } from "../channels/program-channel.ts";
import type { ApiListen } from "../config/api-listen.ts";
import type { AssistListen } from "../config/assist-options.ts";
import type { Config, UserSecrets } from "../config/config.ts";
import type { ConsoleListen } from "../config/console-listen.ts";
import type { ConnectionTimings } from "../homeassistant/connection/connection.ts";
import type { Supervisor } from "../homeassistant/supervisor.ts";
import type { Logger } from "../observability/logger.ts";
import type { Later } from "../text/later.ts";
import type { createWorkerPool } from "../workers/pool.ts";
import type { OutsideOptions } from "./knowledge/web.ts";

/** What the service is built from. */
export interface AppOptions {
  readonly config: Config;
  readonly secrets: UserSecrets;
  readonly homeAssistant: { readonly url: string; readonly token: string | (() => string) };
  /** Folder of the databases; `:memory:` keeps nothing. */
  readonly dataDir: string;
  /** In an app that the Supervisor runs: the folder for documents that people reach. */
  readonly sharedDocuments?: string | undefined;
  /** A folder that Home Assistant and this process reach by the same path, for voice messages; left out, none is heard. */
  readonly voiceFolder?: string | undefined;
  /** Where the console listens; left out there is none. */
  readonly consoleListen?: ConsoleListen | undefined;
  /** Where Home Assistant's Assist is listened to, as far as the options want that; left out, nowhere. */
  readonly assistListen?: AssistListen | undefined;
  /** Where programs are listened to, if the options let any in; left out, nowhere. */
  readonly apiListen?: ApiListen | undefined;
  /** In an app: who tells Home Assistant what there is to be found. */
  readonly supervisor?: Supervisor | undefined;
  readonly logger: Logger;
  /** Channels besides Telegram. */
  readonly channels?: (
    turns: Turns,
    openQuestions: (channel: string) => readonly ShownQuestion[],
    program: (name: string) => ProgramChannel,
  ) => readonly Channel[];
  readonly clock?: () => number;
  /** Called before a step that blocks the event loop for seconds, so that no watchdog takes it for a hang. */
  readonly longStep?: () => void;
  /** Timers of questions; they keep no process alive. */
  readonly later?: Later;
  /** Makes the pools of worker threads. */
  readonly workers?: typeof createWorkerPool;
  readonly connectionTimings?: Partial<ConnectionTimings>;
  /** Factor on every wait for the house; 1 unless a test is in a hurry. */
  readonly pace?: number;
  /** Where pages of the web may come from: the internet, unless a test brings one of its own. */
  readonly pageDoor?: OutsideOptions["pageDoor"];
}
