import { on, once } from "node:events";
import type { HaWebSocket } from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import { isRecord } from "../../text/is-record.ts";
import { timeLimit } from "../../text/time-limit.ts";
import { HomeAuthError, HomeUnreachableError } from "./errors.ts";

export interface SocketOptions {
  /** `ws://…/api/websocket` */
  readonly url: string;
  readonly token: string;
  /** Milliseconds that opening, and after it the answer to the login, may take. */
  readonly timeoutMs: number;
  /** Told when a frame could not be understood; the frame is dropped. */
  readonly onBadFrame: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** How long the other end may take to say goodbye before the socket is cut off. A vanished one never says it. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Node's own WebSocket leaves the TCP connection open after the goodbye, for which a stopping Home Assistant waits 10 s (measured).
 * A listener that throws would end Node, so that is caught here.
 */
class HomeSocket extends WebSocket {
  haVersion = "";
  readonly #onBadFrame: (error: unknown) => void;

  constructor(url: string, timeoutMs: number, onBadFrame: (error: unknown) => void) {
    // Compression costs more than it saves in a home's network.
    const options = { perMessageDeflate: false, handshakeTimeout: timeoutMs, closeTimeout: CLOSE_TIMEOUT_MS };
    super(url, options);
    this.#onBadFrame = onBadFrame;
    // Each error is followed by "close", which is handled; unheard it would be thrown.
    this.on("error", () => {});
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    try {
      return super.emit(event, ...args);
    } catch (error) {
      this.#onBadFrame(error);
      return true;
    }
  }
}

/**
 * Opens a socket to Home Assistant and logs in. The library's own version of this waits for ever when the login gets no answer.
 * Throws HomeUnreachableError (refused, 502, closed or silent before the login was done) or HomeAuthError (token refused).
 */
export async function openSocket({ url, token, timeoutMs, onBadFrame, signal }: SocketOptions): Promise<HaWebSocket> {
  let socket: HomeSocket | undefined;
  try {
    socket = new HomeSocket(url, timeoutMs, onBadFrame);
    using opening = timeLimit(timeoutMs, signal);
    await once(socket, "open", { signal: opening.signal });
    using login = timeLimit(timeoutMs, signal);
    const messages = on(socket, "message", { signal: login.signal, close: ["close"] });
    socket.send(JSON.stringify({ type: "auth", access_token: token }));
    for await (const [data] of messages) {
      const message: unknown = JSON.parse(String(data));
      const type = isRecord(message) ? message["type"] : undefined;
      if (type === "auth_invalid") throw new HomeAuthError("Home Assistant refused the token");
      if (!isRecord(message) || type !== "auth_ok") continue;
      socket.haVersion = String(message["ha_version"] ?? "");
      // Id 1 is free for this: the library counts its own commands from 3. Several frames may then come as one array.
      socket.send(JSON.stringify({ id: 1, type: "supported_features", features: { coalesce_messages: 1 } }));
      // The library uses the part of the interface that both kinds of WebSocket have.
      return socket as unknown as HaWebSocket;
    }
    throw new Error("closed before the login was done");
  } catch (error) {
    socket?.close();
    if (error instanceof HomeAuthError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new HomeUnreachableError(`Home Assistant refused, closed or did not answer: ${why}`, { cause: error });
  }
}
