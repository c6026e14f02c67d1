import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { REVIEW_OPENING } from "../../src/agent/answer-review.ts";
import { findClaims } from "../../src/security/claims/claims.ts";
import { openAiCompletion, type ScriptedAnswer, type ServerKind, wireError, wirePieces } from "./model-wire.ts";
import { wordVector } from "./word-vectors.ts";

export type { ScriptedAnswer } from "./model-wire.ts";

/** One request for an answer, as the server got it. */
export interface ModelCall {
  readonly kind: ServerKind;
  readonly model: string;
  /** Roles as on the wire (`system`, `user`, `assistant`, `tool`, `model`, `function`); `content` is the text. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Names of the tools that were offered. */
  readonly tools: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Path and query, headers and body as they came, byte for byte. */
  readonly sent: string;
  /** The client went away before the answer was complete. */
  disconnected: boolean;
}

/** One request for vectors, as the server got it: Ollama's `/api/embed` or OpenAI's `/v1/embeddings`. */
export interface EmbedCall {
  readonly model: string;
  readonly input: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** An answer to a request for vectors other than vectors by words: an HTTP error, a body as it stands, no byte at all, or an end of the connection. */
export interface ScriptedEmbedding {
  readonly status?: number;
  readonly error?: string;
  readonly body?: string;
  readonly delayMs?: number;
  readonly hang?: true;
  readonly breaks?: true;
}

type EmbedResponder = (call: EmbedCall, index: number) => ScriptedEmbedding | undefined | Promise<ScriptedEmbedding>;
type Reviewer = (answer: string) => unknown;
type Responder = (call: ModelCall, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>;

interface Options {
  /** Each server speaks all three APIs; this only decides what `url` points to. */
  readonly kind?: ServerKind;
  readonly port?: number;
  /** Models that exist; any model does when left out. */
  readonly models?: readonly string[];
  readonly capabilities?: readonly string[];
  /** When given, requests without this key are refused. */
  readonly apiKey?: string;
  /** Entries of OpenAI's list of models as they stand, in place of `models`. */
  readonly listed?: readonly object[];
}

/** A language model that says what the test tells it, over real HTTP: Ollama's, OpenAI's and Gemini's APIs. */
export class FakeModelServer implements AsyncDisposable {
  /** Every request for an answer, in order of arrival. */
  readonly calls: ModelCall[] = [];
  /** Every request for a review of an answer, in order of arrival; they are in no other list. */
  readonly reviews: ModelCall[] = [];
  /** Every request for vectors, in order of arrival. */
  readonly embedCalls: EmbedCall[] = [];
  /** Method and path of every other request (health checks). */
  readonly checks: string[] = [];
  /** Time that answers, reviews and vectors took here, ms, all together: what a client's own time is without. */
  spentMs = 0;
  readonly #options: Options;
  readonly #queue: ScriptedAnswer[] = [];
  readonly #waiting = new Set<() => void>();
  #responder: Responder | undefined;
  #embedResponder: EmbedResponder | undefined;
  #reviewer: Reviewer = plainReview;
  #server: Server;
  #port = 0;

  static async start(options: Options = {}): Promise<FakeModelServer> {
    const fake = new FakeModelServer(options);
    await fake.#listen(options.port ?? 0);
    return fake;
  }

  private constructor(options: Options) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** The base URL as the options of the product want it. */
  get url(): string {
    const origin = `http://127.0.0.1:${this.#port}`;
    return this.#options.kind === "openai" ? `${origin}/v1` : origin;
  }

  /** Parsed bodies of all requests for an answer. */
  get requests(): readonly Readonly<Record<string, unknown>>[] {
    return this.calls.map(({ body }) => body);
  }

  /** The next answers, one a request. They go before `respond`. */
  reply(...answers: ScriptedAnswer[]): void {
    this.#queue.push(...answers);
  }

  /** Answers every request that no `reply` waits for. */
  respond(responder: Responder): void {
    this.#responder = responder;
  }

  /** Reviews answers; what it gives is sent as JSON. Without it only claims of actions are told. */
  review(reviewer: Reviewer): void {
    this.#reviewer = reviewer;
  }

  /** Answers requests for vectors; undefined for vectors by words, as all get that no function answers. */
  respondEmbed(responder: EmbedResponder): void {
    this.#embedResponder = responder;
  }

  /** Resolves when so many requests for an answer have arrived. */
  arrived(count: number): Promise<void> {
    return this.#until(() => this.calls.length >= count);
  }

  /** Resolves when so many clients have gone before their answer was complete. */
  abandoned(count: number): Promise<void> {
    return this.#until(() => this.calls.filter(({ disconnected }) => disconnected).length >= count);
  }

  /** Refuses connections from now on, and breaks the open ones. */
  async down(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Answers again at the same address. */
  async up(): Promise<void> {
    await this.#listen(this.#port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.down();
  }

  async #listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(port, "127.0.0.1", resolve);
    });
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the fake model server has no port");
    this.#port = address.port;
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  #changed(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const raw = await readBody(request);
    const body: Readonly<Record<string, unknown>> = raw === "" ? {} : JSON.parse(raw);
    const kind = kindOf(path);
    const arrivedAt = performance.now();
    if (this.#refusesKey(request)) {
      send(response, 401, JSON.stringify({ error: { message: "Incorrect API key provided", code: "invalid_api_key" } }));
    } else if (kind) {
      await this.#chat({ ...callOf(kind, path, body, request), sent: [request.url, ...request.rawHeaders, raw].join("\n") }, response);
    } else if (path === "/api/embed" || path === "/v1/embeddings") {
      await this.#embed(body, response, path === "/api/embed" ? ollamaVectors : openAiVectors);
    } else {
      this.checks.push(`${request.method} ${path}`);
      const check = this.#check(path, body);
      send(response, check ? 200 : 404, JSON.stringify(check ?? { error: `model '${body["model"]}' not found` }));
    }
    this.spentMs += performance.now() - arrivedAt;
  }

  async #chat(call: ModelCall, response: ServerResponse): Promise<void> {
    if (call.messages.at(-1)?.content.startsWith(REVIEW_OPENING)) {
      this.reviews.push(call);
      return play(call, { text: JSON.stringify(this.#reviewer(call.messages.at(-2)?.content ?? "")) }, response);
    }
    const index = this.calls.push(call) - 1;
    this.#changed();
    response.on("close", () => {
      if (response.writableFinished) return;
      call.disconnected = true;
      this.#changed();
    });
    const scripted = this.#has(call.model)
      ? (this.#queue.shift() ?? (await this.#responder?.(call, index)))
      : { status: 404, error: `model '${call.model}' not found` };
    await play(call, scripted ?? { status: 500, error: `no answer scripted for request ${index}` }, response);
  }

  async #embed(body: Readonly<Record<string, unknown>>, response: ServerResponse, wire: typeof ollamaVectors): Promise<void> {
    const { model, input } = body;
    const call = { model: String(model), input: Array.isArray(input) ? input.map(String) : [String(input)], body };
    const index = this.embedCalls.push(call) - 1;
    const missing = this.#has(call.model) ? undefined : { status: 404, error: `model "${call.model}" not found, try pulling it first` };
    const scripted: ScriptedEmbedding = missing ?? (await this.#embedResponder?.(call, index)) ?? {};
    if (scripted.breaks) response.destroy();
    if (scripted.hang || scripted.breaks) return;
    if (scripted.delayMs) await sleep(scripted.delayMs);
    if (scripted.status !== undefined) send(response, scripted.status, JSON.stringify({ error: scripted.error }));
    else send(response, 200, scripted.body ?? JSON.stringify(wire(call.model, call.input.map(wordVector))));
  }

  #refusesKey(request: IncomingMessage): boolean {
    const { apiKey } = this.#options;
    const given = request.headers["x-goog-api-key"] ?? request.headers.authorization?.replace("Bearer ", "");
    return apiKey !== undefined && given !== apiKey;
  }

  #has(model: string): boolean {
    const { models } = this.#options;
    return !models || models.some((name) => name === model || name === `${model}:latest`);
  }

  #check(path: string, body: Readonly<Record<string, unknown>>): object | undefined {
    const names = this.#options.models ?? ["home-test:latest"];
    if (path === "/api/version") return { version: "0.17.4" };
    if (path === "/api/tags") return { models: names.map((name) => ({ name, model: name, details: { format: "gguf" } })) };
    if (path === "/v1/models") {
      const { capabilities, listed = names.map((id) => ({ id, object: "model", owned_by: "library" })) } = this.#options;
      // as llama-server has it beside OpenAI's list
      return { object: "list", data: listed, ...(capabilities && { models: names.map((name) => ({ name, capabilities })) }) };
    }
    if (path !== "/api/show" || !this.#has(String(body["model"]))) return undefined;
    return { capabilities: this.#options.capabilities ?? ["completion", "tools"], model_info: {} };
  }
}

function ollamaVectors(model: string, vectors: readonly (readonly number[])[]): object {
  return { model, embeddings: vectors, prompt_eval_count: 6 };
}

function openAiVectors(model: string, vectors: readonly (readonly number[])[]): object {
  const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
  return { object: "list", data, model, usage: { prompt_tokens: 6, total_tokens: 6 } };
}

const ADMISSION = /^I (?:do not know|cannot tell|cannot see that|have no idea)\.$/;

/** What a model that knows its own answer says of it: what it did, and what it admits not to know. */
function plainReview(answer: string): unknown {
  const statement = { about: "", scope: "one", attribute: "", value: "" };
  if (ADMISSION.test(answer)) return { about_home: true, statements: [{ ...statement, quote: answer, kind: "unknown" }] };
  const done = findClaims(answer).map(({ text }) => ({ ...statement, quote: text, kind: "done" }));
  return { about_home: done.length > 0, statements: done };
}

function kindOf(path: string): ServerKind | undefined {
  if (path === "/api/chat") return "ollama";
  if (path === "/v1/chat/completions") return "openai";
  return path.includes(":streamGenerateContent") ? "gemini" : undefined;
}

async function play(call: ModelCall, answer: ScriptedAnswer, response: ServerResponse): Promise<void> {
  if (answer.hang) return;
  if (answer.delayMs) await sleep(answer.delayMs);
  if (response.destroyed) return;
  if (answer.raw) send(response, answer.status ?? 200, answer.raw.body, answer.raw.contentType);
  else if (answer.status !== undefined) send(response, answer.status, wireError(call.kind, answer.status, answer.error));
  else if (call.kind === "openai" && call.body["stream"] !== true) send(response, 200, openAiCompletion(call.model, answer));
  else await stream(call, answer, response);
}

async function stream(call: ModelCall, answer: ScriptedAnswer, response: ServerResponse): Promise<void> {
  const { contentType, pieces, closing } = wirePieces(call.kind, call.model, answer);
  response.writeHead(200, { "content-type": contentType });
  response.flushHeaders();
  const sent = [...pieces, ...closing].slice(0, answer.cutAfter ?? answer.hangAfter ?? answer.endAfter);
  for (const [index, piece] of sent.entries()) {
    if (index > 0 && answer.chunkDelayMs) await sleep(answer.chunkDelayMs);
    if (response.destroyed) return;
    response.write(piece);
  }
  if (answer.hangAfter !== undefined) return;
  if (answer.cutAfter === undefined) response.end();
  else await sleep(CUT_DELAY_MS).then(() => response.destroy());
}

// A reset may overtake what is still in the client's socket buffer: the pieces before the cut are to arrive.
const CUT_DELAY_MS = 20;

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

function callOf(
  kind: ServerKind,
  path: string,
  body: Readonly<Record<string, unknown>>,
  request: IncomingMessage,
): Omit<ModelCall, "sent"> {
  const common = { kind, body, headers: request.headers, disconnected: false };
  if (kind !== "gemini") {
    const tools = rows(body["tools"]).map((tool) => String(Object(tool["function"]).name));
    const messages = rows(body["messages"]).map(({ role, content }) => ({ role: String(role), content: textOf(content) }));
    return { ...common, model: String(body["model"]), messages, tools };
  }
  const model = decodeURIComponent(/models\/([^:]+):/.exec(path)?.[1] ?? "");
  const system = body["systemInstruction"] ? [Object(body["systemInstruction"])] : [];
  const messages = [...system, ...rows(body["contents"])].map(({ role, parts }) => ({ role: String(role), content: textOf(parts) }));
  const tools = rows(body["tools"]).flatMap((tool) => rows(tool["functionDeclarations"]).map(({ name }) => String(name)));
  return { ...common, model, messages, tools };
}

function rows(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}

function textOf(content: unknown): string {
  return typeof content === "string"
    ? content
    : rows(content)
        .map((part) => String(part["text"] ?? ""))
        .join("");
}

function send(response: ServerResponse, status: number, body: string, contentType = "application/json; charset=utf-8"): void {
  response.writeHead(status, { "content-type": contentType });
  response.end(body);
}
