import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { PassThrough } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import { createApp } from "../src/app/app.ts";
import { createTerminalChannel } from "../src/channels/terminal/terminal.ts";
import { parseOptions } from "../src/config/config.ts";
import { catalogueFor } from "../src/languages/catalogue.ts";
import { createLogger } from "../src/observability/logger.ts";
import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import { ANNA } from "../src/simulated-home/telegram/telegram-bot.ts";
import { FakeModelServer } from "../tests/fakes/model-server.ts";
import type { Asked, Callers, Heard } from "./doors-worker.ts";
import { atMost, type Figure, percentile, sharedNow } from "./figure.ts";
import { BenchService } from "./service.ts";

/** Times kept of each way in, after some that warm it up: a slowest twentieth of 24 times can be compared with another, one of eight cannot. */
const ROUNDS = 480;
const WARM_UP = 10;
const STREAMED = 40;
/** A program may ask sixty times in a minute: after so many rounds another one does. */
const ROUNDS_OF_PROGRAM = 45;
const PROGRAMS = Array.from({ length: Math.ceil((ROUNDS + WARM_UP) / ROUNDS_OF_PROGRAM) }, (_, index) => ({
  rest: `hapa_bench-program-${index}`,
  mcp: `hapa_bench-agent-${index}`,
}));
const ASSIST_TOKEN = "a-token-of-the-home-0815";
/** What a turn leaves to do when it is answered (15 ms) is no time of the one after it: nobody speaks that soon. */
const PAUSE_MS = 30;
/** A pause between two pieces of a streamed answer: the first is out long before the last comes. */
const CHUNK_DELAY_MS = 60;

/** Asks one question; resolves with the ms until its answer was there. */
type Door = (question: string) => Promise<number>;

const OPTIONS = {
  ...{ ollama_model: "bench", people: [{ name: "Anna", telegram_user_id: ANNA, role: "owner" }] },
  ...{ assist_api_token: ASSIST_TOKEN, wyoming: true, rest_api: true, mcp_server: true, notify: "off", log_level: "info" },
};

/** What every way in adds to a turn over the terminal's, in turns, with callers in a thread of their own as they are elsewhere in a home; then the start and the memory with all of them open. */
export async function doors(): Promise<readonly Figure[]> {
  await using home = await SimulatedHome.start();
  await using model = await FakeModelServer.start();
  model.respond(({ messages }) => ({ text: `You said: ${messages.at(-1)?.content.split("\n").at(-1)}.` }));
  const dataDir = mkdtempSync(join(tmpdir(), "assistant-doors-"));
  const ports = new Map<string, number>();
  const terminal = createTerminal();
  const app = createApp({
    ...parseOptions({ ...OPTIONS, ollama_url: model.url, knowledge: false, learning_idle_minutes: 0 }),
    ...{ homeAssistant: { url: home.url, token: home.token }, dataDir },
    assistListen: { address: "127.0.0.1", apiPort: 0, wyomingPort: 0, from: [] },
    apiListen: { address: "127.0.0.1", port: 0 },
    channels: (turns) => [terminal.channel(turns)],
    logger: createLogger({
      level: "info",
      destination: {
        write(line) {
          const { msg, port } = JSON.parse(line) as { readonly msg: string; readonly port?: number };
          if (port !== undefined) ports.set(msg, port);
        },
      },
    }),
  });
  await app.start();
  await app.home.whenReady(AbortSignal.timeout(30_000));
  admitPrograms(dataDir);
  const at = `http://127.0.0.1`;
  const callers: Callers = {
    assist: `${at}:${ports.get("the endpoint for Assist listens")}/v1/chat/completions`,
    api: `${at}:${ports.get("the API for programs listens")}`,
    wyomingPort: ports.get("Wyoming listens") ?? 0,
  };
  const worker = new Worker(new URL("./doors-worker.ts", import.meta.url), { workerData: callers });
  const heard = async (asked: Asked): Promise<Heard> => {
    worker.postMessage(asked);
    const [one] = await once(worker, "message");
    return one;
  };
  const called = (door: Exclude<Asked["door"], "streamed">): Door => {
    let asked = 0;
    return async (text) => {
      const program = PROGRAMS[Math.floor(asked / ROUNDS_OF_PROGRAM)];
      asked += 1;
      const token = (door === "rest" || door === "mcp") && program ? program[door] : ASSIST_TOKEN;
      return (await heard({ door, text, token, chat: "bench" })).took;
    };
  };
  const times = await measured(
    new Map<string, Door>([
      ["terminal", timed(terminal.ask)],
      [
        "telegram",
        timed((text) => {
          home.telegram.say({ chatId: ANNA, text });
          return home.telegram.waitFor(ANNA, ({ plain }) => plain.includes(text));
        }),
      ],
      ...(["assist", "wyoming", "rest", "mcp"] as const).map((door) => [door, called(door)] as const),
    ]),
    model,
  );
  const streamed = await firstChunks(model, heard);
  await worker.terminate();
  await app[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });

  const base = times.get("terminal") ?? [];
  const added = [...times].flatMap(([name, some]) =>
    name === "terminal"
      ? []
      : ([0.5, 0.95] as const).map((share) =>
          atMost(5, {
            name: `${name}_p${share * 100}_over_terminal`,
            value: percentile(some, share) - percentile(base, share),
            unit: "ms",
          }),
        ),
  );
  return [
    ...added,
    atMost(20, { name: "assist_first_chunk_after_model", value: percentile(streamed, 0.95), unit: "ms" }),
    ...(await allOpen()),
  ];
}

/** Times without the model's, one way in after the other in each round, so that what slows the machine down slows all of them. */
async function measured(all: ReadonlyMap<string, Door>, model: FakeModelServer): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map<string, number[]>([...all.keys()].map((name) => [name, []]));
  let asked = 0;
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, ask] of all) {
      await setTimeout(PAUSE_MS);
      const spent = model.spentMs;
      // the same words for all: some take longer to read
      asked += 1;
      const took = await ask(`tell me something about my day, number ${asked}`);
      if (round >= 0) times.get(name)?.push(took - (model.spentMs - spent));
    }
  }
  return times;
}

function timed(ask: (question: string) => Promise<unknown>): Door {
  return async (question) => {
    const from = performance.now();
    await ask(question);
    return performance.now() - from;
  };
}

/** ms from the first piece of the model's answer to the first sentence that Home Assistant gets. */
async function firstChunks(model: FakeModelServer, heard: (asked: Asked) => Promise<Heard>): Promise<readonly number[]> {
  let spokenAt = 0;
  model.respond(() => {
    spokenAt = sharedNow();
    return {
      chunks: ["Paris is the capital of France. It lies", " on the Seine.", " Many people go there."],
      chunkDelayMs: CHUNK_DELAY_MS,
    };
  });
  const found: number[] = [];
  for (let round = -WARM_UP; round < STREAMED; round += 1) {
    await setTimeout(PAUSE_MS);
    const text = `what is the capital of France, take ${round + WARM_UP}`;
    const { at } = await heard({ door: "streamed", text, token: ASSIST_TOKEN, chat: `stream-${round}` });
    if (round >= 0) found.push(at - spokenAt);
  }
  return found;
}

function createTerminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = "";
  let look = () => {};
  output.on("data", (data) => {
    shown += String(data);
    look();
  });
  return {
    channel: (turns: Parameters<typeof createTerminalChannel>[0]["turns"]) =>
      createTerminalChannel({
        ...{ input, output, turns, catalogue: catalogueFor("en"), ready: async () => {} },
        person: { id: "terminal", name: "Anna", role: "owner", language: "en" },
      }),
    ask(text: string): Promise<void> {
      shown = "";
      input.write(`${text}\n`);
      return new Promise((resolve) => {
        look = () => {
          if (shown.includes(`You said: ${text}`)) resolve();
        };
      });
    },
  };
}

function admitPrograms(dataDir: string): void {
  const database = new Sqlite(join(dataDir, "assistant.db"));
  const insert = database.prepare("INSERT INTO programs VALUES (?, ?, ?, ?, NULL, 'bench', 0, NULL)");
  for (const token of PROGRAMS.flatMap(({ rest, mcp }) => [rest, mcp]))
    insert.run(token, token, createHash("sha256").update(token).digest("hex"), `telegram:${ANNA}`);
  database.close();
}

/** The bundle with all ways in open: its start to the first subscription, and its memory at rest. */
async function allOpen(): Promise<readonly Figure[]> {
  await using home = await SimulatedHome.start();
  await using model = await FakeModelServer.start();
  model.respond(() => ({ text: "All is well at home." }));
  const env = { ASSIST_PORT: "0", WYOMING_PORT: "0", API_PORT: "0" };
  await using service = new BenchService({ home, modelUrl: model.url, options: OPTIONS, env });
  const start = await service.firstSubscription();
  await service.ask("hello");
  await setTimeout(3_000);
  return [
    atMost(1_000, { name: "start_with_all_ways_in", value: start, unit: "ms" }),
    atMost(120, { name: "idle_memory_with_all_ways_in", value: service.memory(), unit: "MB" }),
  ];
}
