import { parseArgs } from "node:util";
import { EXIT_CONFIG, environment } from "../config/config.ts";
import { OptionsError } from "../config/option-problems.ts";
import { removeTracingVariables } from "../models/messages.ts";
import { DatabaseError } from "../storage/database.ts";
import { baseUrl } from "../text/base-url.ts";
import type { ChatOptions } from "./chat.ts";
import { LOCAL_OLLAMA } from "./find-model.ts";

const USAGE = `Usage: npm run demo -- [--model-url URL] [--model NAME] [--data DIR] [--language CODE] [--verbose] [--console [--port PORT]]

  A chat with a simulated home in this terminal. Nothing is asked of the network but the model.

  --model-url URL  an Ollama server (default ${LOCAL_OLLAMA})
  --model NAME     one of its models (default: the first that can use tools)
  --data DIR       keep the conversation in this folder (default: in memory)
  --language CODE  what it speaks: en, de, fr, es, nl or he (default en)
  --verbose        write the log to stderr (2>demo.log keeps it out of the chat)
  --console        the page of Home Assistant's sidebar, on this machine alone, in place of the terminal
  --port PORT      where it listens (default 8099)
  --help           show this
`;

/** Wrong arguments: a sentence for the user. */
class UsageError extends Error {
  override name = "UsageError";
}

function readArguments(): (ChatOptions & { readonly port: number | undefined }) | "help" {
  const { values } = parseArgs({
    strict: true,
    options: {
      "model-url": { type: "string", default: LOCAL_OLLAMA },
      model: { type: "string" },
      data: { type: "string", default: ":memory:" },
      language: { type: "string", default: "en" },
      verbose: { type: "boolean", default: false },
      console: { type: "boolean", default: false },
      port: { type: "string", default: "8099" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return "help";
  const modelUrl = baseUrl(values["model-url"]);
  if (!/^https?:\/\//.test(modelUrl) || !URL.canParse(modelUrl)) {
    throw new UsageError(`--model-url: an address like ${LOCAL_OLLAMA} is needed`);
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError("--port: a whole number up to 65535 is needed");
  const { model, data, language, verbose } = values;
  return { modelUrl, model, data, language, verbose, port: values.console ? port : undefined };
}

/** Resolves when the process is told to end, or nobody reads any more what it writes. */
function told(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  process.stdout.on("error", () => resolve());
  return promise;
}

/** Ends with a plain text on stderr, never a stack trace. Other errors are ours, and thrown on. */
function fail(error: unknown): void {
  const wrongArguments = error instanceof Error && (error instanceof UsageError || String(Object(error).code).startsWith("ERR_PARSE_ARGS"));
  if (!wrongArguments && !(error instanceof OptionsError) && !(error instanceof DatabaseError)) throw error;
  process.stderr.write(wrongArguments ? `${error.message}\n\n${USAGE}` : `${error.message}\n`);
  process.exitCode = error instanceof DatabaseError ? 1 : EXIT_CONFIG;
}

const stopped = told();
try {
  const values = readArguments();
  if (values === "help") process.stdout.write(USAGE);
  else {
    removeTracingVariables(environment());
    // Only now: nobody waits for all of the service to be told how it is started.
    const { chat, openConsole } = await import("./chat.ts");
    const { port } = values;
    const place = { input: process.stdin, output: process.stdout, canRewrite: environment()["TERM"] !== "dumb", stopped };
    await (port === undefined ? chat(values, place) : openConsole({ ...values, port }, place));
  }
} catch (error) {
  fail(error);
}
// A terminal keeps the process alive while it could still be typed into. What was written is written first.
process.stdout.write("", () => process.exit());
