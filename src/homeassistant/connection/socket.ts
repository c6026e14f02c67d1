import type { HaWebSocket } from "home-assistant-js-websocket";
import { WebSocket } from "ws";
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
export function openSocket({ url, token, timeoutMs, onBadFrame, signal }: SocketOptions): Promise<HaWebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<HaWebSocket>();
  let socket: HomeSocket;
  try {
    socket = new HomeSocket(url, timeoutMs, onBadFrame);
  } catch (error) {
    return Promise.reject(new HomeUnreachableError("the address of Home Assistant is not valid", { cause: error }));
  }

  let cause: Error | undefined;
  const fail = (error: Error) => {
    settle();
    socket.close();
    reject(error);
  };
  const onTimeout = () => fail(new HomeUnreachableError(`no answer from Home Assistant within ${timeoutMs} ms`));
  const onAbort = () => fail(new HomeUnreachableError("connecting was stopped", { cause: signal.reason }));
  const onError = (error: Error) => {
    cause = error;
  };
  const onClose = () =>
    fail(new HomeUnreachableError(`Home Assistant refused or closed the connection${cause ? `: ${cause.message}` : ""}`, { cause }));
  let timer = setTimeout(onTimeout, timeoutMs);
  const onOpen = () => {
    clearTimeout(timer);
    timer = setTimeout(onTimeout, timeoutMs);
    socket.send(JSON.stringify({ type: "auth", access_token: token }));
  };
  const onMessage = (data: unknown) => {
    const message: unknown = JSON.parse(String(data));
    if (typeof message !== "object" || message === null || !("type" in message)) return;
    if (message.type === "auth_invalid") fail(new HomeAuthError("Home Assistant refused the token"));
    if (message.type !== "auth_ok") return;
    settle();
    socket.haVersion = "ha_version" in message ? String(message.ha_version) : "";
    // Id 1 is free for this: the library counts its own commands from 3. Several frames may then come as one array.
    socket.send(JSON.stringify({ id: 1, type: "supported_features", features: { coalesce_messages: 1 } }));
    // The library uses the part of the interface that both kinds of WebSocket have.
    resolve(socket as unknown as HaWebSocket);
  };
  const settle = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    socket.off("open", onOpen);
    socket.off("message", onMessage);
    socket.off("error", onError);
    socket.off("close", onClose);
  };
  socket.on("open", onOpen);
  socket.on("message", onMessage);
  socket.on("error", onError);
  socket.on("close", onClose);
  signal.addEventListener("abort", onAbort, { once: true });
  return promise;
}
