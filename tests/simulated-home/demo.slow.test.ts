import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { chat } from "../../src/demo/chat.ts";
import { findModel, modelLine } from "../../src/demo/find-model.ts";
import { EmulatedKeyboard, EmulatedTerminal } from "../channels/terminal-emulator.ts";
import { FakeModelServer, type ScriptedAnswer } from "../fakes/model-server.ts";
import { temporaryFolder } from "../storage/temporary-folder.ts";

const ROOT = join(import.meta.dirname, "../..");
const CONTROL = /[^\P{Control}\n]/u;
const question = (name: string) => [`Unlock ${name}? ${name} is locked now.`, "You have 60 seconds.", "[y] Yes  [c] Cancel"];

const IN_MEMORY = { model: undefined, language: "en", data: ":memory:", verbose: false };
const never = (): Promise<void> => new Promise(() => undefined);

interface Ended {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly errors: string;
}

/** Starts the demo as `npm run demo` does. */
function start(args: readonly string[], { node = [] }: { node?: readonly string[] } = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...node, "src/launch.mjs", "demo/main.ts", ...args], { cwd: ROOT });
}

/** Runs the demo with this on its standard input, until it ends by itself. */
async function run(input: string, args: readonly string[], options: { node?: readonly string[] } = {}): Promise<Ended> {
  const demo = start(args, options);
  const [output, errors] = [collected(demo.stdout), collected(demo.stderr)];
  demo.stdin.on("error", () => undefined).end(input);
  const [code] = await once(demo, "close");
  return { code, lines: output().split("\n").slice(0, -1), errors: errors() };
}

function collected(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

/** An address where nobody listens. */
async function silence(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
}

describe("without a model", () => {
  test.concurrent("commands and questions of a pipe are answered in order, a line answers the question before it, and the end of the input cancels one", async () => {
    const url = await silence();
    const input = "turn on the kitchen light\nis the garage closed?\n\nunlock the front door\ny\nwrite me a poem\nunlock the back door";
    const { code, lines, errors } = await run(input, ["--model-url", `${url}/`]);
    const without = "simple commands and questions about states work all the same";
    expect(lines).toEqual([
      `No Ollama answers at ${url}: ${without}; for the rest, start it and run: ollama pull gpt-oss:20b`,
      ...["› turn on the kitchen light", "Kitchen Light is now on (100 %)."],
      ...["› is the garage closed?", "Yes, Garage Door is closed."],
      ...["› unlock the front door", ...question("Front Door"), "✅ Yes", "Front Door is now unlocked."],
      ...["› write me a poem", expect.stringMatching(/^I don’t understand that without a language model/)],
      ...["› unlock the back door", ...question("Back Door"), "✖️ Cancelled", "OK, I did not unlock Back Door."],
    ]);
    expect(lines.join("\n")).not.toMatch(CONTROL);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
  });

  test("an empty input ends at once, with the line about the model alone", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const written = collected(output);
    input.end();
    await chat({ ...IN_MEMORY, modelUrl: await silence() }, { input, output, canRewrite: false, stopped: never() });
    expect(written()).toMatch(/^No Ollama answers at .*\n$/);
  });

  test.concurrent("a reader that goes away ends it without a word", async () => {
    const demo = start(["--model-url", await silence()]);
    const errors = collected(demo.stderr);
    await once(demo.stdout, "data");
    demo.stdout.destroy();
    demo.stdin.on("error", () => undefined).write("turn on the kitchen light\nis the garage closed?\n");
    const [code] = await once(demo, "close");
    expect({ code, errors: errors() }).toEqual({ code: 0, errors: "" });
  });

  test("what is missing is said in one line, with what to run", async () => {
    await using plain = await FakeModelServer.start({ models: ["plain:latest"], capabilities: ["completion"] });
    await using empty = await FakeModelServer.start({ models: [] });
    const line = async (url: string, wished?: string) => modelLine(await findModel(url, wished), url, wished);
    expect(await line(plain.url)).toMatch(/^No model at http.* can use tools: .* run: ollama pull gpt-oss:20b$/);
    expect(await line(empty.url)).toMatch(/^No model at http.* can use tools: .* run: ollama pull gpt-oss:20b$/);
    expect(await line(plain.url, "home:1b")).toMatch(/^The model home:1b is not at http.*: .* run: ollama pull home:1b$/);
    expect(await line(plain.url, "plain")).toMatch(/^The model plain cannot use tools: .* run: ollama pull gpt-oss:20b$/);
    expect(await line(await silence(), "home:1b")).toMatch(/^No Ollama answers at http.* run: ollama pull home:1b$/);
  });
});

describe("with a model", () => {
  test("the first one that can use tools answers what the house does not understand by itself", async () => {
    await using model = await FakeModelServer.start({ models: ["home:1b"] });
    model.reply({ text: "A house has **many** rooms." });
    const [input, output] = [new PassThrough(), new PassThrough()];
    const written = collected(output);
    input.end("tell me about houses\n");
    await chat({ ...IN_MEMORY, modelUrl: model.url }, { input, output, canRewrite: true, stopped: never() });
    expect(written()).toBe(`Model: home:1b at ${model.url}\n› tell me about houses\nA house has many rooms.\n`);
  });

  test("a signal ends it in good order while the model thinks", async () => {
    await using model = await FakeModelServer.start({ models: ["home:1b"] });
    model.reply({ hang: true });
    const demo = start(["--model-url", model.url, "--model", "home:1b"]);
    const errors = collected(demo.stderr);
    demo.stdin.write("tell me about houses\n");
    demo.stdout.resume();
    await model.arrived(1);
    demo.kill("SIGTERM");
    const [code] = await once(demo, "close");
    await model.abandoned(1);
    expect({ code, errors: errors() }).toEqual({ code: 0, errors: "" });
  });
});

test("at a terminal the whole way shows: thinking, asking, a yes by its key, and a goodbye", async () => {
  await using model = await FakeModelServer.start({ models: ["home:1b"] });
  const thought = Promise.withResolvers<ScriptedAnswer>();
  model.respond(() => thought.promise);
  const [input, output] = [new EmulatedKeyboard(), new EmulatedTerminal({ columns: 60 })];
  const shows = (row: string) => expect.poll(() => output.screen, { timeout: 20_000, interval: 5 }).toContain(row);
  const ended = chat({ ...IN_MEMORY, modelUrl: model.url }, { input, output, canRewrite: true, stopped: never() });
  await shows("• unlock the front door");

  input.write("tell me about houses\r");
  await shows("Thinking …");
  input.write("unlock the front door\r");
  thought.resolve({ text: "A house has **many** rooms." });
  await shows("[y] Yes  [c] Cancel");
  input.write("y\r");
  await shows("Front Door is now unlocked.");
  input.write("\u0004");
  await ended;

  const said = output.screen.slice(output.screen.indexOf("› tell me about houses"));
  const answers = ["A house has many rooms.", "Unlock Front Door? Front Door is locked now.", "[y] Yes  [c] Cancel", "› y", "✅ Yes"];
  expect(said.filter((row) => answers.includes(row))).toEqual(answers);
  expect(input.isRaw).toBe(false);
});

describe("started wrongly", () => {
  test("options are explained, and wrong ones end it with a sentence and code 78", async () => {
    const [help, unknown, noUrl, noValue] = await Promise.all([
      run("", ["--help"]),
      run("", ["--colour"]),
      run("", ["--model-url", "localhost:11434"]),
      run("", ["--model"]),
    ]);
    expect(help).toMatchObject({ code: 0, errors: "" });
    expect(help.lines[0]).toMatch(/^Usage: npm run demo -- /);
    for (const wrong of [unknown, noUrl, noValue]) expect(wrong).toMatchObject({ code: 78, lines: [] });
    expect(unknown.errors).toMatch(/^Unknown option '--colour'\S*.*\n\nUsage: /);
    expect(noUrl.errors).toMatch(/^--model-url: an address like http:\/\/127\.0\.0\.1:11434 is needed\n\nUsage: /);
    expect(noValue.errors).toContain("--model");
    expect(`${unknown.errors}${noUrl.errors}${noValue.errors}`).not.toMatch(/^ {4}at /m);
  });

  test("a folder that cannot hold the conversation is told", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const place = { input: new PassThrough(), output: new PassThrough(), canRewrite: true, stopped: never() };
    const start = chat({ ...IN_MEMORY, modelUrl: await silence(), data: file }, place);
    await expect(start).rejects.toThrow(/^The database .* cannot be opened: /);
  });

  test("an old Node is told what to do, before anything else is loaded", async () => {
    const older = `data:text/javascript,${encodeURIComponent('Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } }); Object.defineProperty(process, "version", { value: "v20.20.2" });')}`;
    const { code, lines, errors } = await run("", [], { node: ["--import", older] });
    expect({ code, lines }).toEqual({ code: 1, lines: [] });
    expect(errors).toMatch(/needs Node 24 or newer; this is v20\.20\.2\.\n.*npm ci/);
  });
});

test("--console opens the same page on loopback, for whoever sits at this machine", { timeout: 120_000 }, async () => {
  const demo = start(["--console", "--port", "0", "--model-url", await silence()]);
  const output = collected(demo.stdout);
  await expect.poll(output, { timeout: 100_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+\//);
  const [, url = ""] = /(http:\/\/127\.0\.0\.1:\d+\/)\n/.exec(output()) ?? [];
  expect(await (await fetch(url)).text()).toContain("assets/index-");
  expect(await (await fetch(`${url}api/me`)).json()).toMatchObject({ homeName: "Demo home", person: { role: "owner" } });
  demo.kill("SIGINT");
  expect((await once(demo, "close"))[0]).toBe(0);
});
