import type { People } from "../../channels/people.ts";
import type { Config, UserSecrets } from "../../config/config.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Logger } from "../../observability/logger.ts";
import type { Later } from "../../text/later.ts";
import type { createWorkerPool } from "../../workers/pool.ts";

/** What every part of the service is built with. */
export interface Surroundings {
  readonly config: Config;
  readonly secrets: UserSecrets;
  readonly people: People;
  /** The language of the house: the option, or else Home Assistant's. */
  readonly language: () => string;
  readonly catalogue: Catalogue;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly later: Later;
  /** Makes the pools of worker threads. */
  readonly workers: typeof createWorkerPool;
  readonly logger: Logger;
}
