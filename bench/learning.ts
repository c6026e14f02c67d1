import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { createApp } from "../src/app/app.ts";
import { parseOptions } from "../src/config/config.ts";
import { createLogger } from "../src/observability/logger.ts";
import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import { ANNA } from "../src/simulated-home/telegram/telegram-bot.ts";
import { FakeModelServer, type ModelCall } from "../tests/fakes/model-server.ts";
import { atMost, type Figure, percentile } from "./figure.ts";

const ROUNDS = 15;
const WARM_UP = 6;
/** A model at home takes so long for a short answer, or longer. */
const THINKS_MS = 1_000;
const QUESTION = "how is everything at home";
const MINUTE_MS = 60_000;
/** Looks, 5 ms apart, before more time is let pass: what a pass sets going needs some of its own. */
const LOOKS = 40;
const SETTLE_MS = 200;

const isLearning = ({ messages }: ModelCall) => messages[0]?.content.startsWith("You read one message") ?? false;

/** A model with one slot, as Ollama has it: an answer begins when nobody else is being answered. */
async function startModel() {
  const server = await FakeModelServer.start();
  const state = { holdsLearner: false };
  const isBusy = () => server.calls.some((call) => isLearning(call) && !call.disconnected && held.has(call));
  const held = new Set<ModelCall>();
  server.respond(async (call) => {
    if (!isLearning(call)) {
      while (isBusy()) await setTimeout(0);
      const isMeasured = call.messages.at(-1)?.content.includes(QUESTION) ?? false;
      return { text: "All is well.", ...(isMeasured && { delayMs: THINKS_MS }) };
    }
    if (!state.holdsLearner) return { text: '{"facts":[]}' };
    held.add(call);
    return { hang: true };
  });
  return { server, state, isBusy };
}

/**
 * Time of an answer while the learner is in the middle of a message, against the same with nothing to learn, in turns. What else is made in the
 * model's idle time is on: summaries, and vectors of conversations that are over.
 */
export async function answersBesideLearner(): Promise<readonly Figure[]> {
  await using home = await SimulatedHome.start();
  home.recordMatcher(new Map());
  const model = await startModel();
  await using server = model.server;
  const dataDir = mkdtempSync(join(tmpdir(), "assistant-bench-"));
  const time = { ahead: 0 };
  const now = () => Date.now() + time.ahead;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const { config, secrets } = parseOptions({ ollama_url: server.url, ollama_model: "bench", session_timeout: 1, learning_idle_minutes: 1 });
  const app = createApp({
    ...{ config, secrets, dataDir, clock: now, logger: createLogger({ level: "error" }) },
    homeAssistant: { url: home.url, token: home.token },
    later(ms, run) {
      const timer = { at: now() + ms, run };
      timers.add(timer);
      return { [Symbol.dispose]: () => void timers.delete(timer) };
    },
  });
  const passes = (ms: number) => {
    time.ahead += ms;
    for (const timer of [...timers]) if (timer.at <= now() && timers.delete(timer)) timer.run();
  };
  const ask = async (text: string): Promise<number> => {
    const from = performance.now();
    home.telegram.say({ chatId: ANNA, text, date: new Date(now()) });
    await home.telegram.waitFor(ANNA);
    return performance.now() - from;
  };
  try {
    await app.start();
    await app.home.whenReady(AbortSignal.timeout(10_000));
    using database = openRows(join(dataDir, "assistant.db"));
    const idleUntil = async (holds: () => boolean) => {
      for (let look = 0; !holds(); look += 1) {
        if (look % LOOKS === 0) passes(2 * MINUTE_MS);
        await setTimeout(5);
      }
    };
    const times = { busy: [] as number[], idle: [] as number[] };
    for (let round = 0; round < WARM_UP + 2 * ROUNDS; round += 1) {
      const kind = round % 2 === 0 ? "busy" : "idle";
      await ask(`I like tea number ${round} in the evening`);
      model.state.holdsLearner = kind === "busy";
      await idleUntil(() => (kind === "busy" ? model.isBusy() : database.waiting() === 0));
      // what else began with the time that passed is over as well, in both
      await setTimeout(SETTLE_MS);
      const took = await ask(`${QUESTION}, take ${round}?`);
      if (round >= WARM_UP) times[kind].push(took);
      model.state.holdsLearner = false;
      await idleUntil(() => database.waiting() === 0);
    }
    const ratio = percentile(times.busy, 0.5) / percentile(times.idle, 0.5);
    return [atMost(1.05, { name: "answer_beside_learner_against_idle", value: ratio, unit: "ratio" })];
  } finally {
    await app[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function openRows(path: string) {
  const sqlite = new Sqlite(path, { readonly: true });
  const waiting = sqlite.prepare<[], number>("SELECT count(*) FROM interaction_log WHERE learn_state = 'waiting'").pluck();
  return { waiting: () => waiting.get() ?? 0, [Symbol.dispose]: () => void sqlite.close() };
}
