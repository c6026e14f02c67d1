import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { request as requestTls } from "node:https";
import type { AddressInfo } from "node:net";

interface Listening {
  /** Told of each whole request. */
  readonly onBody?: (path: string, body: string) => void;
}

/**
 * Stands between the service and an Ollama server and adds up the prompt tokens that the server reports (`prompt_eval_count` of the last
 * line of each answer). Everything passes through unchanged, also an abort.
 */
export class ModelMeter implements AsyncDisposable {
  readonly #target: URL;
  readonly #server: Server;
  readonly #onBody: Listening["onBody"];
  #promptTokens = 0;
  #open = 0;

  constructor(target: string, { onBody }: Listening = {}) {
    this.#target = new URL(target);
    this.#onBody = onBody;
    this.#server = createServer((incoming, answer) => this.#relay(incoming, answer));
  }

  /** Resolves with the address to use instead of the server's. */
  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What was counted since the last time; undefined for nothing. */
  take(): number | undefined {
    const counted = this.#promptTokens || undefined;
    this.#promptTokens = 0;
    return counted;
  }

  /** Requests that are being answered. */
  get open(): number {
    return this.#open;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  #relay(incoming: IncomingMessage, answer: ServerResponse): void {
    const url = new URL(this.#target.pathname.replace(/\/$/, "") + (incoming.url ?? "/"), this.#target);
    const send = url.protocol === "https:" ? requestTls : request;
    // a connection of its own each: one that is kept may be closed by the server at the moment in which it is used again
    const outgoing = send(url, { method: incoming.method, headers: { ...incoming.headers, host: url.host }, agent: false }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      let tail = "";
      reply.on("data", (chunk: Buffer) => {
        const lines = (tail + chunk.toString("utf8")).split("\n");
        tail = lines.pop() ?? "";
        for (const line of lines) this.#count(line);
      });
      reply.on("end", () => this.#count(tail));
      reply.on("error", () => answer.destroy());
      reply.pipe(answer);
    });
    outgoing.on("error", () => answer.destroy());
    this.#open += 1;
    answer.on("close", () => {
      this.#open -= 1;
      outgoing.destroy();
    });
    incoming.pipe(outgoing);
    const parts: Buffer[] = [];
    if (this.#onBody) incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("end", () => this.#onBody?.(incoming.url ?? "/", Buffer.concat(parts).toString("utf8")));
  }

  #count(line: string): void {
    this.#promptTokens += Number(/"prompt_eval_count":\s*(\d+)/.exec(line)?.[1] ?? 0);
  }
}
