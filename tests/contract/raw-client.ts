import { WebSocket } from "ws";
import type { Frame } from "./recordings.ts";

/** Home Assistant answers within milliseconds; a start or a jamming lock takes seconds. */
const PATIENCE_MS = 10_000;

interface Waiter {
  readonly fits: (frame: Frame) => boolean;
  readonly done: (frame: Frame) => void;
}

/** A WebSocket client that adds nothing: frames as they come, in their order. */
export class RawClient implements AsyncDisposable {
  /** Everything received, lists of frames taken apart. */
  readonly frames: Frame[] = [];
  /** How often several messages came in one frame. */
  lists = 0;
  /** Close code, once closed. */
  closed: number | undefined;
  readonly #socket: WebSocket;
  readonly #waiters = new Set<Waiter>();
  #id = 0;

  static async open(url: string): Promise<RawClient> {
    const client = new RawClient(url);
    const first = await client.next((frame) => frame["type"] === "auth_required" || "closed" in frame);
    if ("closed" in first) throw new Error(`${url} let nobody in`);
    return client;
  }

  /** Opens and logs in. */
  static async login({ url, token }: { url: string; token: string }): Promise<RawClient> {
    const client = await RawClient.open(url);
    client.send({ type: "auth", access_token: token });
    await client.next((frame) => frame["type"] === "auth_ok");
    return client;
  }

  private constructor(url: string) {
    this.#socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/websocket`);
    this.#socket.on("error", () => this.#socket.terminate());
    this.#socket.on("close", (code) => {
      this.closed = code;
      this.#take({ closed: code });
    });
    this.#socket.on("message", (data) => {
      const parsed: Frame | Frame[] = JSON.parse(String(data));
      if (Array.isArray(parsed)) this.lists++;
      for (const frame of Array.isArray(parsed) ? parsed : [parsed]) this.#take(frame);
    });
  }

  #take(frame: Frame): void {
    this.frames.push(frame);
    for (const waiter of [...this.#waiters]) if (waiter.fits(frame)) waiter.done(frame);
  }

  send(frame: Frame): void {
    this.#socket.send(JSON.stringify(frame));
  }

  sendText(text: string): void {
    this.#socket.send(text);
  }

  /** A binary frame, as a microphone sends its sound. */
  sendBytes(bytes: Uint8Array): void {
    this.#socket.send(bytes);
  }

  /** Sends a command with the next id and resolves with its result frame. */
  command(command: Frame): Promise<Frame> {
    const id = ++this.#id;
    const answered = this.next((frame) => frame["id"] === id && frame["type"] !== "event");
    this.send({ ...command, id });
    return answered;
  }

  /** The `result` of a command that has to succeed. */
  async result(command: Frame): Promise<Frame> {
    const frame = await this.command(command);
    if (frame["success"] !== true) throw new Error(`${command["type"]} failed: ${JSON.stringify(frame["error"])}`);
    return frame["result"] as Frame;
  }

  call(service: string, data: Frame, target?: Frame): Promise<Frame> {
    const [domain, name] = service.split(".");
    return this.command({ type: "call_service", domain, service: name, service_data: data, ...(target && { target }) });
  }

  /** Subscribes; resolves with the subscription's id. */
  async subscribe(command: Frame): Promise<number> {
    const id = this.#id + 1;
    await this.result(command);
    return id;
  }

  /** The first frame that fits, of those already here or to come. The close of the socket is the frame `{ closed: code }`. */
  next(fits: (frame: Frame) => boolean, timeoutMs = PATIENCE_MS): Promise<Frame> {
    const here = this.frames.find(fits);
    if (here) return Promise.resolve(here);
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        end();
      };
      const waiter: Waiter = { fits, done: (frame) => settle(() => resolve(frame)) };
      const timer = setTimeout(() => settle(() => reject(new Error(`no such frame in ${timeoutMs} ms: ${fits}`))), timeoutMs);
      this.#waiters.add(waiter);
    });
  }

  /** The `event` of the first event that fits. */
  async event(fits: (event: Frame) => boolean, timeoutMs?: number): Promise<Frame> {
    const frame = await this.next((each) => each["type"] === "event" && fits(each["event"] as Frame), timeoutMs);
    return frame["event"] as Frame;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.closed !== undefined) return;
    this.#socket.close();
    await this.next((frame) => "closed" in frame).catch(() => this.#socket.terminate());
  }
}
