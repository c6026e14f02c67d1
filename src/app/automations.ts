import { automationHash } from "../homeassistant/acting/own-automations.ts";
import { eachSession } from "../homeassistant/connection/pacing.ts";
import type { Logger } from "../observability/logger.ts";
import type { HomeParts } from "./home.ts";
import type { Stores } from "./storage.ts";

interface AutomationKeeperOptions extends Pick<HomeParts, "connection" | "home" | "ownAutomations"> {
  readonly stores: Pick<Stores, "automations">;
  readonly logger: Logger;
}

/** What became of automations that were being saved when the service or Home Assistant went away: what is stored there tells, each time that the home is there again. */
export function createAutomationKeeper({ connection, home, ownAutomations, stores, logger }: AutomationKeeperOptions) {
  const held = new DisposableStack();

  async function settle(signal: AbortSignal): Promise<void> {
    await home.whenReady(signal);
    for (const { id, version, hash } of stores.automations.drafts()) {
      const stored = await ownAutomations.read(id, signal);
      const now = stored && automationHash(stored);
      if (now === hash) stores.automations.settle({ id, version, entityId: ownAutomations.entityOf(id) });
    }
  }

  return {
    start(): void {
      held.use(
        eachSession(connection, (signal) =>
          settle(signal).catch((error: unknown) => {
            if (!signal.aborted) logger.warn({ err: error }, "what became of automations could not be looked up");
          }),
        ),
      );
    },
    [Symbol.dispose]: () => held.dispose(),
  };
}
