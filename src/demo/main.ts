import { parseArgs } from "node:util";
import { catalogueFor } from "../agent/catalogue.ts";
import { createApp } from "../app.ts";
import { TerminalChannel } from "../channels/terminal.ts";
import { EXIT_CONFIG, parseOptions } from "../config.ts";
import { removeTracingVariables } from "../models/tracing.ts";
import { createLogger } from "../observability/logger.ts";
import { findModel, LOCAL_OLLAMA } from "./find-model.ts";
import { SimulatedHome } from "./simulated-home/simulated-home.ts";

const USAGE = `Usage: npm run demo -- [--model-url URL] [--model NAME] [--data DIR] [--verbose]

  A chat with a simulated home in this terminal. Nothing leaves this machine.

  --model-url URL  an Ollama server (default ${LOCAL_OLLAMA})
  --model NAME     one of its models (default: the first that can use tools)
  --data DIR       keep the conversation in this folder (default: in memory)
  --verbose        show the log on stderr
`;

/** What to try first. */
const INVITATION = `Try: is the garage closed? · turn the bed light to 30 % · unlock the front door · /help
`;

interface Arguments {
  readonly modelUrl: string;
  readonly model: string | undefined;
  readonly data: string;
  readonly verbose: boolean;
}

function readArguments(): Arguments | { readonly code: number; readonly text: string } {
  try {
    const { values } = parseArgs({
      strict: true,
      options: {
        "model-url": { type: "string" },
        model: { type: "string" },
        data: { type: "string" },
        verbose: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
    if (values.help) return { code: 0, text: USAGE };
    return {
      modelUrl: (values["model-url"] ?? LOCAL_OLLAMA).replace(/\/+$/, ""),
      model: values.model,
      data: values.data ?? ":memory:",
      verbose: values.verbose ?? false,
    };
  } catch (error) {
    return { code: EXIT_CONFIG, text: `${error instanceof Error ? error.message : String(error)}\n\n${USAGE}` };
  }
}

async function chat({ modelUrl, model, data, verbose }: Arguments): Promise<void> {
  const { stdin: input, stdout: output } = process;
  removeTracingVariables(process.env);
  const found = await findModel(modelUrl, model);
  const name = found.kind === "found" ? found.model : (model ?? "gpt-oss:20b");
  output.write(
    found.kind === "found"
      ? `Model: ${name} at ${modelUrl}\n`
      : `No model ${found.why === "silent" ? `answers at ${modelUrl}` : "that can use tools is installed"}: simple commands and questions about states work all the same; for the rest, install Ollama and run: ollama pull ${name}\n`,
  );
  const { config, secrets } = parseOptions({ ollama_url: modelUrl, ollama_model: name, log_level: verbose ? "info" : "error" });
  const person = { id: "terminal", name: "you", role: "owner", language: config.language } as const;
  await using home = await SimulatedHome.start();
  const logger = createLogger({ level: config.logLevel, destination: process.stderr });
  const terminals: TerminalChannel[] = [];
  await using app = createApp({
    config,
    secrets,
    homeAssistant: { url: home.url, token: home.token },
    dataDir: data,
    logger,
    channels: (turns) => {
      terminals.push(
        new TerminalChannel({ input, output, turns, person, catalogue: catalogueFor(config.language), ready: () => app.home.whenReady() }),
      );
      return terminals;
    },
  });
  if (output.isTTY) output.write(INVITATION);
  await app.start();
  await Promise.race([terminals[0]?.finished, signalled()]);
}

function signalled(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.once("SIGTERM", () => resolve());
  process.once("SIGINT", () => resolve());
  return promise;
}

const values = readArguments();
if ("text" in values) {
  (values.code === 0 ? process.stdout : process.stderr).write(values.text);
  process.exitCode = values.code;
} else {
  await chat(values);
  // A terminal keeps the process alive while it could still be typed into.
  process.exit(0);
}
