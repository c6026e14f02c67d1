import { setTimeout as sleep } from "node:timers/promises";
import { type App, createApp } from "../src/app/app.ts";
import { parseOptions } from "../src/config/config.ts";
import { createLogger } from "../src/observability/logger.ts";
import type { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import type { EvalChannel } from "./eval-channel.ts";

/** Where no model answers: the discard port of this machine. */
const NO_MODEL = { ollama_url: "http://127.0.0.1:9", ollama_model: "none" };
const READY_MS = 30_000;
const STEP_MS = 20;

/** The whole service without a model, in a language, with nothing kept and nothing logged; ready, with Home Assistant's words for kinds. */
export async function startService({
  home,
  channel,
  language,
  options = {},
  clock = Date.now,
}: {
  readonly home: SimulatedHome;
  readonly channel: EvalChannel;
  readonly language: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly clock?: () => number;
}): Promise<App> {
  const { config, secrets } = parseOptions({ ...NO_MODEL, language, learning_idle_minutes: 0, ...options });
  const app = createApp({
    config,
    secrets,
    homeAssistant: { url: home.url, token: home.token },
    dataDir: ":memory:",
    clock,
    logger: createLogger({ level: "error", destination: { write: () => {} } }),
    channels: (turns) => [channel.join(turns)],
  });
  try {
    await app.start();
    await app.home.whenReady(AbortSignal.timeout(READY_MS));
    await until(() => app.kindWords().domains.size > 0, READY_MS);
    return app;
  } catch (error) {
    await app[Symbol.asyncDispose]();
    throw error;
  }
}

/** Waits until something holds, and not for ever. */
export async function until(holds: () => boolean, mostMs: number): Promise<void> {
  const end = performance.now() + mostMs;
  while (!holds() && performance.now() < end) await sleep(STEP_MS);
}
