import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export interface Frame {
  readonly id: number;
  readonly type: string;
  readonly [key: string]: unknown;
}

type Answer = (frame: Frame, socket: WebSocket) => unknown;

/**
 * The bare protocol of Home Assistant with every answer in the test's hand: for what a well-behaved home never does (silence, rubbish,
 * half an outage). Unknown commands get `result: null`.
 */
export class BareServer implements AsyncDisposable {
  /** What was received on each socket after its login, socket by socket. */
  readonly received: Frame[][] = [];
  readonly answers = new Map<string, Answer>();
  token = "good";
  /** How a new connection is met. */
  manners: "polite" | "502" | "silent" = "polite";
  /** Says nothing any more on any socket, without closing it. */
  deaf = false;
  logins = 0;
  attempts = 0;
  #server: Server | undefined;
  #port = 0;
  readonly #tcp = new Set<Socket>();
  readonly #sockets = new Set<WebSocket>();

  static async start(): Promise<BareServer> {
    const server = new BareServer();
    await server.open();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    const server = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    server.on("connection", (socket) => this.#tcp.add(socket.on("error", () => {})));
    server.on("upgrade", (request, socket, head) => {
      this.attempts++;
      if (this.manners === "502") socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
      else sockets.handleUpgrade(request, socket, head, (opened) => this.#serve(opened));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Ends all sockets; new connections are refused until `open`. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.drop();
    await new Promise<unknown>((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }

  drop(): void {
    for (const socket of this.#tcp) socket.destroy();
    this.#tcp.clear();
    this.#sockets.clear();
  }

  /** Sends raw text on every socket. */
  say(text: string): void {
    for (const socket of this.#sockets) socket.send(text);
  }

  /** The types of the frames of the newest socket, with the event type of subscriptions. */
  get sent(): string[] {
    return (this.received.at(-1) ?? []).map(({ type, event_type: event }) => (event ? `${type} ${event}` : type));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #serve(socket: WebSocket): void {
    if (this.manners === "silent") return;
    const frames: Frame[] = [];
    socket.send(JSON.stringify({ type: "auth_required", ha_version: "2026.11.0" }));
    socket.on("message", (data) => {
      if (this.deaf) return;
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.type === "auth") this.#login(socket, frame, frames);
      else if (frame.type !== "supported_features") {
        frames.push(frame);
        this.#answer(socket, frame);
      }
    });
  }

  #login(socket: WebSocket, frame: Frame, frames: Frame[]): void {
    if (frame["access_token"] !== this.token) {
      socket.send(JSON.stringify({ type: "auth_invalid", message: "Invalid access token or password" }));
      socket.close();
      return;
    }
    this.logins++;
    this.received.push(frames);
    this.#sockets.add(socket);
    socket.send(JSON.stringify({ type: "auth_ok", ha_version: "2026.11.0" }));
  }

  #answer(socket: WebSocket, frame: Frame): void {
    const answer = this.answers.get(frame.type);
    try {
      if (frame.type === "ping") {
        socket.send(JSON.stringify({ id: frame.id, type: "pong" }));
        return;
      }
      const result = answer ? answer(frame, socket) : null;
      if (result !== undefined) socket.send(JSON.stringify({ id: frame.id, type: "result", success: true, result }));
    } catch (error) {
      socket.send(JSON.stringify({ id: frame.id, type: "result", success: false, error }));
    }
  }
}
