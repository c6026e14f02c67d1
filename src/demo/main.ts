import { parseArgs } from "node:util";
import { catalogueFor } from "../agent/catalogue.ts";
import { createApp } from "../app.ts";
import { TerminalChannel } from "../channels/terminal.ts";
import { formatMarkdown } from "../channels/terminal-format.ts";
import { EXIT_CONFIG, parseOptions } from "../config.ts";
import { removeTracingVariables } from "../models/tracing.ts";
import { createLogger } from "../observability/logger.ts";
import { OptionsError } from "../option-problems.ts";
import { DatabaseError } from "../storage/database.ts";
import { type FoundModel, findModel, LOCAL_OLLAMA } from "./find-model.ts";
import { SimulatedHome } from "./simulated-home/simulated-home.ts";

const USAGE = `Usage: npm run demo -- [--model-url URL] [--model NAME] [--data DIR] [--verbose]

  A chat with a simulated home in this terminal. Nothing leaves this machine.

  --model-url URL  an Ollama server (default ${LOCAL_OLLAMA})
  --model NAME     one of its models (default: the first that can use tools)
  --data DIR       keep the conversation in this folder (default: in memory)
  --verbose        write the log to stderr (2>demo.log keeps it out of the chat)
  --help           show this
`;

/** What is suggested where there is no model: the option's default. */
const SUGGESTED_MODEL = "gpt-oss:20b";

/** What to try first. */
const WELCOME = `**A chat with a simulated home.** Before anything risky you are asked. Try:

- is the garage closed?
- turn the bed light to 30 %
- unlock the front door

/help shows the commands, Ctrl-D ends.`;

interface Arguments {
  readonly modelUrl: string;
  readonly model: string | undefined;
  readonly data: string;
  readonly verbose: boolean;
}

/** Wrong arguments: a sentence for the user. */
class UsageError extends Error {
  override name = "UsageError";
}

function readArguments(): Arguments | "help" {
  const { values } = parseArgs({
    strict: true,
    options: {
      "model-url": { type: "string", default: LOCAL_OLLAMA },
      model: { type: "string" },
      data: { type: "string", default: ":memory:" },
      verbose: { type: "boolean", default: false },
      help: { type: "boolean" },
    },
  });
  if (values.help) return "help";
  const modelUrl = values["model-url"].replace(/\/+$/, "");
  if (!/^https?:\/\//.test(modelUrl) || !URL.canParse(modelUrl)) {
    throw new UsageError(`--model-url: an address like ${LOCAL_OLLAMA} is needed`);
  }
  return { modelUrl, model: values.model, data: values.data, verbose: values.verbose };
}

/** One line about the model; without one what works all the same, and what to do. */
function modelLine(found: FoundModel, url: string, wished: string | undefined): string {
  if (found.kind === "found") return `Model: ${found.model} at ${url}`;
  const without = "simple commands and questions about states work all the same";
  switch (found.kind) {
    case "silent":
      return `No Ollama answers at ${url}: ${without}; for the rest, start it and run: ollama pull ${wished ?? SUGGESTED_MODEL}`;
    case "none":
      return `No model at ${url} can use tools: ${without}; for the rest, run: ollama pull ${wished ?? SUGGESTED_MODEL}`;
    case "not-pulled":
      return `The model ${wished} is not at ${url}: ${without}; for the rest, run: ollama pull ${wished}`;
    case "no-tools":
      return `The model ${wished} cannot use tools: ${without}; for the rest, run: ollama pull ${SUGGESTED_MODEL}`;
  }
}

/** Resolves when the process is told to end, or nobody reads any more what it writes. */
function told(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  process.stdout.on("error", () => resolve());
  return promise;
}

async function chat({ modelUrl, model, data, verbose }: Arguments): Promise<void> {
  const { stdin: input, stdout: output } = process;
  const stopped = told();
  removeTracingVariables(process.env);
  const found = await Promise.race([findModel(modelUrl, model), stopped]);
  if (!found) return;
  const { config, secrets } = parseOptions({
    ollama_url: modelUrl,
    ollama_model: found.kind === "found" ? found.model : (model ?? SUGGESTED_MODEL),
    log_level: verbose ? "info" : "error",
  });
  const look = { width: output.columns || Number.POSITIVE_INFINITY, colours: output.isTTY && output.hasColors() };
  output.write(`${formatMarkdown(modelLine(found, modelUrl, model), look)}\n`);
  if (input.isTTY && output.isTTY) output.write(`${formatMarkdown(WELCOME, look)}\n\n`);
  await using home = await SimulatedHome.start();
  let terminal: TerminalChannel | undefined;
  await using app = createApp({
    config,
    secrets,
    homeAssistant: { url: home.url, token: home.token },
    dataDir: data,
    logger: createLogger({ level: config.logLevel, destination: process.stderr }),
    channels: (turns) => {
      terminal = new TerminalChannel({
        ...{ input, output, turns, catalogue: catalogueFor(config.language) },
        person: { id: "terminal", name: "you", role: "owner", language: config.language },
        ready: (signal) => app.home.whenReady(signal),
        canRewrite: process.env["TERM"] !== "dumb",
      });
      return [terminal];
    },
  });
  await Promise.race([app.start().then(() => terminal?.finished), stopped]);
  terminal?.leave();
}

/** Ends with a plain text on stderr, never a stack trace. Other errors are ours, and thrown on. */
function fail(error: unknown): void {
  const wrongArguments = error instanceof Error && (error instanceof UsageError || String(Object(error).code).startsWith("ERR_PARSE_ARGS"));
  if (!wrongArguments && !(error instanceof OptionsError) && !(error instanceof DatabaseError)) throw error;
  process.stderr.write(wrongArguments ? `${error.message}\n\n${USAGE}` : `${error.message}\n`);
  process.exitCode = error instanceof DatabaseError ? 1 : EXIT_CONFIG;
}

try {
  const values = readArguments();
  if (values === "help") process.stdout.write(USAGE);
  else await chat(values);
} catch (error) {
  fail(error);
}
// A terminal keeps the process alive while it could still be typed into. What was written is written first.
process.stdout.write("", () => process.exit());
