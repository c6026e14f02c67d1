import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createApp } from "../app/app.ts";
import { createTerminalChannel, type TerminalChannel, type TerminalOutput, type TerminalParts } from "../channels/terminal/terminal.ts";
import { formatMarkdown } from "../channels/terminal/terminal-format.ts";
import { parseOptions } from "../config/config.ts";
import { catalogueFor } from "../languages/catalogue.ts";
import { createLogger } from "../observability/logger.ts";
import { SimulatedHome } from "../simulated-home/simulated-home.ts";
import { type FoundModel, findModel, modelLine, SUGGESTED_MODEL } from "./find-model.ts";

const TITLE = "**A chat with a simulated home.** No real device moves. You are Anna, and live here with Ben.";

const WELCOME = `Try:

- is the garage closed?
- turn the bed light to 30 %
- unlock the front door

/help shows the commands, Ctrl-D ends.`;

const BUILD_PAGE = join(import.meta.dirname, "../../scripts/build-console.mjs");

export interface ChatOptions {
  readonly modelUrl: string;
  readonly model: string | undefined;
  /** Folder of the databases; `:memory:` keeps nothing. */
  readonly data: string;
  /** BCP 47 */
  readonly language: string;
  readonly verbose: boolean;
}

interface Place {
  readonly input: TerminalParts["input"];
  readonly output: TerminalOutput;
  readonly canRewrite: boolean;
  readonly stopped: Promise<void>;
}

interface Service extends ChatOptions {
  readonly found: FoundModel;
  readonly home: SimulatedHome;
}

function serviceOptions({ modelUrl, model, data, language, verbose, found, home }: Service) {
  const { config, secrets } = parseOptions({
    ollama_url: modelUrl,
    ollama_model: found.kind === "found" ? found.model : (model ?? SUGGESTED_MODEL),
    language,
    log_level: verbose ? "info" : "error",
  });
  const logger = createLogger({ level: config.logLevel, destination: process.stderr });
  return { config, secrets, homeAssistant: { url: home.url, token: home.token }, dataDir: data, logger };
}

/** The whole service between a simulated home and a terminal (or pipe), until the person leaves, the input ends or it is stopped. */
export async function chat(options: ChatOptions, { input, output, canRewrite, stopped }: Place): Promise<void> {
  const { modelUrl, model } = options;
  const found = await Promise.race([findModel(modelUrl, model), stopped]);
  if (!found) return;
  const colours = output.isTTY === true && output.hasColors?.() === true;
  const byHand = input.isTTY === true && output.isTTY === true;
  const texts = [...(byHand ? [TITLE] : []), modelLine(found, modelUrl, model), ...(byHand ? [WELCOME] : [])];
  output.write(`${texts.map((text) => formatMarkdown(text, colours)).join(byHand ? "\n\n" : "\n")}\n${byHand ? "\n" : ""}`);
  await using home = await SimulatedHome.start();
  let terminal: TerminalChannel | undefined;
  const service = serviceOptions({ ...options, found, home });
  const { language = "en" } = service.config;
  await using app = createApp({
    ...service,
    channels: (turns, openQuestions) => {
      terminal = createTerminalChannel({
        input,
        output,
        turns,
        catalogue: catalogueFor(language),
        person: { id: "terminal", name: "Anna", role: "owner", language },
        ready: (signal) => app.home.whenReady(signal),
        openQuestions: () => openQuestions("terminal"),
        canRewrite,
      });
      return [terminal];
    },
  });
  await Promise.race([app.start().then(() => terminal?.finished), stopped]);
  terminal?.leave();
}

/** The same service with the console on loopback, which takes every browser of this machine for the home's owner, until it is stopped. */
export async function openConsole(
  options: ChatOptions & { readonly port: number },
  { output, stopped }: Pick<Place, "output" | "stopped">,
) {
  const { modelUrl, model, port } = options;
  const found = await Promise.race([findModel(modelUrl, model), stopped]);
  if (!found) return;
  await promisify(execFile)(process.execPath, [BUILD_PAGE]);
  await using home = await SimulatedHome.start();
  await using app = createApp({
    ...serviceOptions({ ...options, found, home }),
    consoleListen: { address: "127.0.0.1", port, ingress: false, trustLoopback: true, visitor: home.userId },
  });
  await Promise.race([app.start(), stopped]);
  if (app.consolePort === undefined) return;
  output.write(
    `${modelLine(found, modelUrl, model)}\nThe console of a simulated home, where you are Anna: http://127.0.0.1:${app.consolePort}/\nCtrl-C ends.\n`,
  );
  await stopped;
}
