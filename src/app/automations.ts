import { createReplayer } from "../automations/replayer.ts";
import { automationHash } from "../homeassistant/acting/own-automations.ts";
import { eachSession } from "../homeassistant/connection/pacing.ts";
import type { Logger } from "../observability/logger.ts";
import { createWorkerPool } from "../workers/pool.ts";
import type { HomeParts } from "./home.ts";
import type { Stores } from "./storage.ts";

interface AutomationKeeperOptions extends Pick<HomeParts, "connection" | "home" | "history" | "ownAutomations" | "states"> {
  readonly stores: Pick<Stores, "automations">;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Replays that wait for the one that runs: more people do not make automations at once. */
const MOST_WAITING = 10;

/**
 * Replays automations; and what became of those that were being saved when the service or Home Assistant went away: what is stored there tells, each time that
 * the home is there again.
 */
export function createAutomationKeeper(options: AutomationKeeperOptions) {
  const { connection, home, history, states, ownAutomations, stores, clock, logger } = options;
  const held = new AsyncDisposableStack();
  const pool = held.use(createWorkerPool({ threads: 1, maxQueue: MOST_WAITING, niceness: 0, logger }));

  async function settle(signal: AbortSignal): Promise<void> {
    await home.whenReady(signal);
    for (const { id, version, hash } of stores.automations.drafts()) {
      const stored = await ownAutomations.read(id, signal);
      const now = stored && automationHash(stored);
      if (now === hash) stores.automations.settle({ id, version, entityId: ownAutomations.entityOf(id) });
    }
  }

  return {
    replay: createReplayer({
      history,
      home,
      pool,
      now: clock,
      zoneName(zoneId) {
        const name = states.get(zoneId)?.attributes["friendly_name"];
        return typeof name === "string" ? name : undefined;
      },
    }),
    start(): void {
      held.use(
        eachSession(connection, (signal) =>
          settle(signal).catch((error: unknown) => {
            if (!signal.aborted) logger.warn({ err: error }, "what became of automations could not be looked up");
          }),
        ),
      );
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
