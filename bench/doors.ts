import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { PassThrough } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import Sqlite from "better-sqlite3";
import { createApp } from "../src/app/app.ts";
import { createFrameReader, frameOf } from "../src/channels/assist/wyoming-frames.ts";
import { TerminalChannel } from "../src/channels/terminal/terminal.ts";
import { parseOptions } from "../src/config/config.ts";
import { catalogueFor } from "../src/languages/catalogue.ts";
import { createLogger } from "../src/observability/logger.ts";
import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import { ANNA } from "../src/simulated-home/telegram/telegram-bot.ts";
import { FakeModelServer } from "../tests/fakes/model-server.ts";
import { atMost, type Figure, percentile } from "./figure.ts";
import { BenchService } from "./service.ts";

/** Times kept of each way in, after some that warm it up; together fewer than a program may ask in a minute. */
const ROUNDS = 40;
const WARM_UP = 10;
const TOKEN = "a-token-of-the-home-0815";
const PROGRAM = "hapa_bench-program";
const AGENT = "hapa_bench-agent";
/** A pause between two pieces of a streamed answer: the first is out long before the last comes. */
const CHUNK_DELAY_MS = 60;

/** Asks one question, and resolves when its answer is there. */
type Door = (question: string) => Promise<unknown>;

const OPTIONS = {
  ...{ ollama_model: "bench", people: [{ name: "Anna", telegram_user_id: ANNA, role: "owner" }] },
  ...{ assist_api_token: TOKEN, wyoming: true, rest_api: true, mcp_server: true, notify: "off", log_level: "info" },
};

/** What every way in adds to a turn over the terminal's, all in one process and in turns; then the start and the memory with all of them open. */
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
  const api = `http://127.0.0.1:${ports.get("the API for programs listens")}`;
  const assist = `http://127.0.0.1:${ports.get("the endpoint for Assist listens")}/v1/chat/completions`;
  const agent = new Client({ name: "bench", version: "1.0.0" });
  await agent.connect(
    new StreamableHTTPClientTransport(new URL(`${api}/mcp`), { requestInit: { headers: { Authorization: `Bearer ${AGENT}` } } }),
  );
  const all: ReadonlyMap<string, Door> = new Map<string, Door>([
    ["terminal", terminal.ask],
    [
      "telegram",
      (text) => {
        home.telegram.say({ chatId: ANNA, text });
        return home.telegram.waitFor(ANNA, ({ plain }) => plain.includes(text));
      },
    ],
    ["assist", (text) => posted(assist, TOKEN, { model: "Assistant", user: "bench", messages: [{ role: "user", content: text }] })],
    ["wyoming", (text) => transcribed(ports.get("Wyoming listens") ?? 0, text)],
    ["rest", (text) => posted(`${api}/process`, PROGRAM, { user_id: "Anna", input_type: "text", content: text })],
    ["mcp", (text) => agent.callTool({ name: "ask_assistant", arguments: { text } })],
  ]);
  const times = await measured(all, model);
  const streamed = await firstChunks(model, assist);
  await agent.close();
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
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, ask] of all) {
      const [from, spent] = [performance.now(), model.spentMs];
      await ask(`tell me something about my day, ${name} ${round + WARM_UP}`);
      if (round >= 0) times.get(name)?.push(performance.now() - from - (model.spentMs - spent));
    }
  }
  return times;
}

/** ms from the first piece of the model's answer to the first chunk that Home Assistant gets. */
async function firstChunks(model: FakeModelServer, url: string): Promise<readonly number[]> {
  let spokenAt = 0;
  model.respond(() => {
    spokenAt = performance.now();
    return {
      chunks: ["Paris is the capital of France. It lies", " on the Seine.", " Many people go there."],
      chunkDelayMs: CHUNK_DELAY_MS,
    };
  });
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const message = { role: "user", content: `what is the capital of France, take ${round}` };
    const response = await post(url, TOKEN, { model: "Assistant", user: `stream-${round}`, stream: true, messages: [message] });
    let text = "";
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      if (text.includes("Paris")) break;
    }
    found.push(performance.now() - spokenAt);
    // the rest of it is spoken before the next is asked
    await setTimeout(CHUNK_DELAY_MS * 3);
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
    channel: (turns: ConstructorParameters<typeof TerminalChannel>[0]["turns"]) =>
      new TerminalChannel({
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

function post(url: string, token: string, body: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}

async function posted(url: string, token: string, body: object): Promise<void> {
  const response = await post(url, token, body);
  const text = await response.text();
  if (!response.ok || !text.includes("You said")) throw new Error(`${url} answered ${response.status}: ${text}`);
}

/** As Home Assistant asks: each sentence on a connection of its own. */
function transcribed(port: number, text: string): Promise<void> {
  const reader = createFrameReader();
  const socket = connect(port, "127.0.0.1");
  socket.write(frameOf("transcript", { text, language: "en", context: { conversation_id: "bench" } }));
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      if ([...reader.read(chunk)].length === 0) return;
      socket.destroy();
      resolve();
    });
  });
}

function admitPrograms(dataDir: string): void {
  const database = new Sqlite(join(dataDir, "assistant.db"));
  const insert = database.prepare("INSERT INTO programs VALUES (?, ?, ?, ?, NULL, 'bench', 0, NULL)");
  for (const token of [PROGRAM, AGENT]) insert.run(token, token, createHash("sha256").update(token).digest("hex"), `telegram:${ANNA}`);
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
