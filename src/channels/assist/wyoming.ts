import { createServer, type Server, type Socket } from "node:net";
import type { Logger } from "../../observability/logger.ts";
import { isRecord } from "../../text/is-record.ts";
import type { Later } from "../../text/later.ts";
import type { Assist, Heard } from "./assist.ts";
import { createFrameReader, frameOf, WyomingError, type WyomingFrame } from "./wyoming-frames.ts";

/** Connections at a time; each is one sentence. */
const MOST_CONNECTIONS = 100;
/** How often it is looked whether a connection waits for an answer; Home Assistant sends at once what it has to say. */
const LOOK_MS = 30_000;
/** Frames of one connection: Home Assistant sends one, others may ask what there is before. */
const MOST_FRAMES = 20;

export interface WyomingOptions {
  readonly assist: Pick<Assist, "ask">;
  readonly address: string;
  readonly port: number;
  /** Addresses that may speak, beside this machine's own. */
  readonly from: readonly string[];
  readonly name: string;
  readonly version: string;
  readonly languages: readonly string[];
  readonly later: Later;
  readonly logger: Logger;
}

/** A server of Wyoming's `handle`: tells what it is at once, and answers sentences. Whoever may not speak, or waits for nothing, is cut off. */
export function createWyoming({ assist, address, port, from, name, version, languages, later, logger }: WyomingOptions) {
  const allowed = new Set(["127.0.0.1", "::1", ...from]);
  const info = frameOf("info", infoOf({ name, version, languages }));
  const open = new Set<Socket>();
  let server: Server | undefined;

  const answer = async (socket: Socket, { type, data }: WyomingFrame, signal: AbortSignal): Promise<void> => {
    if (type === "describe") return void socket.write(info);
    if (type === "ping") return void socket.write(frameOf("pong", data));
    if (type !== "transcript") throw new WyomingError("only sentences are taken");
    const { text, isHandled } = await assist.ask(heardIn(data), { signal });
    socket.write(frameOf(isHandled ? "handled" : "not-handled", { text }));
  };

  const serve = (socket: Socket): void => {
    const from = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
    if (!allowed.has(from)) {
      logger.warn({ from }, "an address that may not speak Wyoming was cut off; wyoming_from lists more");
      return void socket.destroy();
    }
    open.add(socket);
    const gone = new AbortController();
    const reader = createFrameReader();
    let frames = 0;
    let waiting = 0;
    let answered = Promise.resolve();
    const refuse = (error: unknown): void => {
      if (!(error instanceof WyomingError)) logger.error({ err: error }, "a sentence could not be answered");
      const text = error instanceof WyomingError ? error.message : "something failed";
      socket.removeAllListeners("data");
      socket.write(frameOf("error", { text, code: "bad-frame" }));
      socket.destroySoon();
    };
    // bytes that come one by one are no sentence either
    const look = (): Disposable =>
      later(LOOK_MS, () => {
        if (waiting === 0) socket.destroy();
        else next = look();
      });
    let next = look();
    socket.on("data", (chunk: Buffer) => {
      try {
        for (const frame of reader.read(chunk)) {
          frames += 1;
          if (frames > MOST_FRAMES) throw new WyomingError("too many frames");
          waiting += 1;
          answered = answered
            .then(() => answer(socket, frame, gone.signal))
            .catch(refuse)
            .finally(() => {
              waiting -= 1;
            });
        }
      } catch (error) {
        refuse(error);
      }
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      open.delete(socket);
      next[Symbol.dispose]();
      gone.abort();
    });
  };

  return {
    /** Resolves with the port that it listens on; with undefined, and a line in the log, if that cannot be had. */
    start(): Promise<number | undefined> {
      const { promise, resolve } = Promise.withResolvers<number | undefined>();
      server = createServer(serve);
      server.maxConnections = MOST_CONNECTIONS;
      server.on("error", (err) => {
        logger.error({ err }, "Wyoming cannot listen");
        resolve(undefined);
      });
      server.listen(port, address, () => {
        const bound = server?.address();
        const number = isRecord(bound) && typeof bound["port"] === "number" ? bound["port"] : port;
        logger.info({ port: number }, "Wyoming listens");
        resolve(number);
      });
      return promise;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      const closing = server;
      if (!closing?.listening) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      closing.close(() => resolve());
      // what was said last is on its way
      for (const socket of open) socket.end(() => socket.destroy());
      await promise;
    },
  };
}

function heardIn(data: WyomingFrame["data"]): Heard {
  const context = isRecord(data["context"]) ? data["context"] : {};
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  if (typeof data["text"] !== "string") throw new WyomingError("a sentence has no text");
  return {
    text: data["text"],
    language: text(data["language"]),
    conversationId: text(context["conversation_id"]),
    deviceId: text(context["device_id"]),
    satelliteId: text(context["satellite_id"]),
  };
}

function infoOf({ name, version, languages }: Pick<WyomingOptions, "name" | "version" | "languages">) {
  const attribution = { name: "HA Personal Assistant", url: "" };
  const same = { version, installed: true, attribution };
  const model = { ...same, name: "default", description: null, languages };
  const handle = { ...same, name, description: null, supports_handled_streaming: false, supports_home_control: true, models: [model] };
  return { handle: [handle], asr: [], tts: [], intent: [], wake: [], mic: [], snd: [] };
}
