import { z } from "zod";
import type { Logger } from "../observability/logger.ts";
import type { Later } from "../text/later.ts";

const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 10 * 60_000;

const self = z.object({ data: z.object({ hostname: z.string().min(1) }) });

export interface Supervisor {
  readonly url: string;
  readonly token: string;
}

/** Tells Home Assistant by the Supervisor that a service of ours is there; `hostname` is ours on the network of the apps. Tried until it is taken. */
export function createDiscovery({
  supervisor,
  later,
  logger,
}: {
  readonly supervisor: Supervisor;
  readonly later: Later;
  readonly logger: Logger;
}) {
  const stopped = new AbortController();
  let timer: Disposable | undefined;

  const call = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${supervisor.url}${path}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${supervisor.token}`, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!response.ok) throw new Error(`the Supervisor answered ${response.status} to ${path}`);
    return response.json();
  };

  const announce = async (service: string, configOf: (hostname: string) => object, waitMs = FIRST_RETRY_MS): Promise<void> => {
    try {
      const { hostname } = self.parse(await call("/addons/self/info")).data;
      await call("/discovery", { service, config: configOf(hostname) });
      logger.info({ service }, "Home Assistant was told of a service");
    } catch (error) {
      if (stopped.signal.aborted) return;
      logger.warn({ err: error, service }, "Home Assistant could not be told of a service; trying again");
      timer = later(waitMs, () => void announce(service, configOf, Math.min(waitMs * 2, LONGEST_RETRY_MS)));
    }
  };

  return {
    announce: (service: string, configOf: (hostname: string) => object): Promise<void> => announce(service, configOf),
    [Symbol.dispose](): void {
      stopped.abort();
      timer?.[Symbol.dispose]();
    },
  };
}
