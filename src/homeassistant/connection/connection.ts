import { type Connection, createConnection, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import type { Logger } from "../../observability/logger.ts";
import { baseUrl } from "../../text/base-url.ts";
import { orAborted, timeLimit } from "../../text/time-limit.ts";
import { CommandError, fromLibraryError, HomeAuthError, HomeUnreachableError, OutcomeUnknownError } from "./errors.ts";
import { type Outage, pause, type ReconnectTimings, reconnectDelay } from "./pacing.ts";
import { openSocket } from "./socket.ts";

/** A command or subscription of Home Assistant's WebSocket API: `type` and its fields, without `id`. */
export type Command = { readonly type: string } & Readonly<Record<string, unknown>>;

export interface CommandOptions {
  /** Milliseconds until the command counts as lost; the connection's default when left out. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** What other parts need of the connection to Home Assistant. */
export type HomeConnection = Pick<
  HomeAssistantConnection,
  "connected" | "command" | "firstEvent" | "subscribe" | "onConnected" | "onDisconnected"
>;

type SocketListener = (event: { readonly at: number }) => unknown;

export interface ConnectionTimings extends ReconnectTimings {
  /** Longest wait for the socket to open, and then for the answer to the login. Home Assistant itself gives a client 10 s to log in. */
  readonly loginTimeoutMs: number;
  /** Default of a command's time-out: the product's bound of a tool call. */
  readonly commandTimeoutMs: number;
  /** A session that ended sooner is a failure of the outage before it: from the second on the next login waits. */
  readonly lastingSessionMs: number;
  /** A socket whose other end vanished is silent for ever: ask this often … */
  readonly pingEveryMs: number;
  /** … and drop it when no answer came in this time. */
  readonly pingTimeoutMs: number;
}

const TIMINGS: ConnectionTimings = {
  loginTimeoutMs: 10_000,
  commandTimeoutMs: 30_000,
  // A proxy or a Core that takes the login and closes at once does so well within this; a real session lasts for days.
  lastingSessionMs: 10_000,
  pingEveryMs: 30_000,
  pingTimeoutMs: 10_000,
  // Home Assistant hands out waiting Telegram messages about a second after its socket first answers.
  quickRetryMs: 250,
  quickForMs: 30_000,
  longestRetryMs: 10_000,
  // Each refused login is a warning in Home Assistant's log and may count towards an IP ban.
  refusedTokenRetryMs: 5_000,
  refusedTokenLongestMs: 60_000,
};

/** One that outlives sockets; `gone` ends it on the one that it was sent on last. */
interface Subscription {
  readonly command: Command;
  readonly onEvent: (event: unknown) => void;
  gone: AbortController;
}

/**
 * The connection to one Home Assistant. Each socket gets a library connection of its own, so that the library never reconnects by
 * itself.
 */
export class HomeAssistantConnection implements AsyncDisposable {
  readonly #url: string;
  readonly #token: () => string;
  readonly #logger: Logger;
  readonly #timings: ConnectionTimings;
  readonly #subscriptions = new Set<Subscription>();
  readonly #connectedListeners = new Set<SocketListener>();
  readonly #disconnectedListeners = new Set<SocketListener>();
  readonly #stop = new AbortController();
  #connection: Connection | undefined;
  #running: Promise<void> | undefined;

  /** `url` as people write it: `http://homeassistant.local:8123`, `http://supervisor/core`. `token` may be a function when it can change. */
  constructor(options: { url: string; token: string | (() => string); logger: Logger; timings?: Partial<ConnectionTimings> }) {
    const { url, token, logger, timings } = options;
    this.#url = baseUrl(url);
    this.#token = typeof token === "function" ? token : () => token;
    this.#logger = logger;
    this.#timings = { ...TIMINGS, ...timings };
  }

  /** Begins connecting and returns at once. The signal, or disposing, ends it for good. */
  start(signal?: AbortSignal): void {
    this.#running ??= this.#run(signal ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal);
  }

  /** True from a successful login until the socket closes. */
  get connected(): boolean {
    return this.#connection?.connected === true;
  }

  /**
   * Sends one command on the current socket and resolves with its `result`.
   * Throws HomeUnreachableError (not sent), OutcomeUnknownError (sent, answer lost, late or given up), CommandError (refused); the
   * signal's reason if that was aborted before sending.
   */
  command<Result>(command: Command, options: CommandOptions = {}): Promise<Result> {
    return this.#ask(command, options, (connection) => connection.sendMessagePromise<Result>({ ...command }));
  }

  /** Sends a command that answers with events, and resolves with the first; it is ended then. Throws what `command` throws. */
  async firstEvent<Event>(command: Command, options: CommandOptions = {}): Promise<Event> {
    const first = Promise.withResolvers<Event>();
    const over = Promise.withResolvers<void>();
    try {
      return await this.#ask(command, options, async (connection) => {
        const end = await connection.subscribeMessage<Event>(first.resolve, { ...command }, { resubscribe: false });
        // also where the answer to the subscription comes after it was given up
        over.promise.then(end).catch(() => {});
        return first.promise;
      });
    } finally {
      over.resolve();
    }
  }

  async #ask<Result>(
    command: Command,
    { timeoutMs = this.#timings.commandTimeoutMs, signal }: CommandOptions,
    send: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const connection = this.#connection;
    if (!connection?.connected) throw new HomeUnreachableError("not connected to Home Assistant");
    using inTime = timeLimit(timeoutMs, signal);
    try {
      return await orAborted(() => send(connection), inTime.signal);
    } catch (error) {
      if (error !== inTime.signal.reason) throw fromLibraryError(error);
      const why = signal?.aborted ? "was given up before its answer" : `had no answer within ${timeoutMs} ms`;
      throw new OutcomeUnknownError(`${command.type} ${why}`, { cause: error });
    }
  }

  /** Keeps a subscription over reconnects; those made first are sent first. Disposing ends it. Never rejects. */
  subscribe<Event>(command: Command, onEvent: (event: Event) => void): Disposable {
    const subscription: Subscription = { command, onEvent: (event) => onEvent(event as Event), gone: new AbortController() };
    this.#subscriptions.add(subscription);
    if (this.#connection?.connected) this.#send(subscription, this.#connection);
    return {
      [Symbol.dispose]: () => {
        this.#subscriptions.delete(subscription);
        subscription.gone.abort();
      },
    };
  }

  #send(subscription: Subscription, connection: Connection): void {
    subscription.gone.abort();
    subscription.gone = new AbortController();
    void keepSubscribed(connection, subscription, subscription.gone.signal, this.#logger);
  }

  /** Called after each login, once the subscriptions were sent. `at` is ms since the epoch. A failing listener is logged. */
  onConnected(listener: SocketListener): Disposable {
    this.#connectedListeners.add(listener);
    return { [Symbol.dispose]: () => this.#connectedListeners.delete(listener) };
  }

  /** Called each time the socket closes. */
  onDisconnected(listener: SocketListener): Disposable {
    this.#disconnectedListeners.add(listener);
    return { [Symbol.dispose]: () => this.#disconnectedListeners.delete(listener) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new HomeUnreachableError("the connection to Home Assistant was closed"));
    await this.#running;
    for (const { gone } of this.#subscriptions) gone.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    let outageSince = performance.now();
    let failures = 0;
    let brief = 0;
    let said = "";
    while (!signal.aborted) {
      try {
        const connection = await this.#login(signal);
        const openedAt = performance.now();
        await this.#serve(connection, signal);
        [failures, said] = [0, ""];
        if (performance.now() - openedAt >= this.#timings.lastingSessionMs) [outageSince, brief] = [performance.now(), 0];
        // one may end early because Core restarts just then, which must be seen from its first second
        else if (brief++ > 0) await this.#pauseSince(outageSince, { failures: brief, refused: false }, signal);
      } catch (error) {
        if (signal.aborted) return;
        failures = said === kindOf(error) ? failures + 1 : 1;
        if (said !== kindOf(error)) this.#say(error);
        said = kindOf(error);
        const refused = error instanceof HomeAuthError;
        await this.#pauseSince(outageSince, { failures, refused }, signal);
      }
    }
  }

  /** Waits as long as the outage, which began then, asks for. */
  #pauseSince(outageSince: number, failed: Pick<Outage, "failures" | "refused">, signal: AbortSignal): Promise<void> {
    const outage = { ...failed, outageMs: performance.now() - outageSince, random: Math.random() };
    return pause(reconnectDelay(outage, this.#timings), signal);
  }

  async #login(signal: AbortSignal): Promise<Connection> {
    const token = this.#token();
    const auth = createLongLivedTokenAuth(this.#url, token);
    const onBadFrame = (error: unknown) => this.#logger.error({ err: error }, "a frame from Home Assistant could not be read");
    const createSocket = () => openSocket({ url: auth.wsUrl, token, timeoutMs: this.#timings.loginTimeoutMs, onBadFrame, signal });
    const connection = await createConnection({ auth, setupRetry: 0, createSocket });
    if (connection.connected) return connection;
    closeForGood(connection);
    throw new HomeUnreachableError("Home Assistant closed the connection after the login");
  }

  /** Resolves when the socket is gone. */
  #serve(connection: Connection, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      clearInterval(keepalive);
      signal.removeEventListener("abort", end);
      closeForGood(connection);
      this.#connection = undefined;
      this.#logger.info({}, "connection to Home Assistant closed");
      this.#tell(this.#disconnectedListeners);
      resolve();
    };
    const keepalive = setInterval(() => this.#ping(connection, end), this.#timings.pingEveryMs);
    connection.addEventListener("disconnected", end);
    signal.addEventListener("abort", end, { once: true });

    this.#connection = connection;
    this.#logger.info({ version: connection.haVersion }, "connected to Home Assistant");
    for (const subscription of this.#subscriptions) this.#send(subscription, connection);
    this.#tell(this.#connectedListeners);
    if (signal.aborted) end();
    return promise;
  }

  #ping(connection: Connection, drop: () => void): void {
    const late = setTimeout(() => {
      this.#logger.warn({}, "Home Assistant does not answer: connecting anew");
      drop();
    }, this.#timings.pingTimeoutMs);
    connection.ping().then(
      () => clearTimeout(late),
      () => clearTimeout(late),
    );
  }

  #tell(listeners: ReadonlySet<SocketListener>): void {
    const at = Date.now();
    for (const listener of listeners) {
      (async () => listener({ at }))().catch((error: unknown) => this.#logger.error({ err: error }, "a listener to the connection failed"));
    }
  }

  #say(error: unknown): void {
    if (error instanceof HomeAuthError) {
      this.#logger.warn({}, "Home Assistant refused the token: check the token; trying on, more slowly");
    } else {
      this.#logger.warn({ err: error }, "Home Assistant cannot be reached: trying on");
    }
  }
}

/** Ends a library connection without waiting for the other end's goodbye, which a vanished one never says. In-flight commands reject. */
function closeForGood(connection: Connection): void {
  connection.close();
  connection.reconnect(true);
}

function kindOf(error: unknown): string {
  return error instanceof Error ? error.name : "Error";
}

/** First wait after "not ready": Home Assistant's start-up steps follow within tenths of a second on a fast machine. */
const FIRST_RETRY_MS = 250;
/** Longest wait between two questions while Home Assistant may be starting. */
const LONGEST_RETRY_MS = 1_000;
/** After this time a missing command is rather an integration that is not installed: asked on, but seldom. */
const START_UP_MS = 120_000;
const SELDOM_RETRY_MS = 60_000;

/** Keeps a subscription on this connection until the signal aborts. Sends it at once; nothing that Home Assistant or the listener does gets out. */
async function keepSubscribed(
  connection: Connection,
  { command, onEvent }: Subscription,
  gone: AbortSignal,
  logger: Logger,
): Promise<void> {
  const deliver = (event: unknown) => {
    try {
      if (!gone.aborted) onEvent(event);
    } catch (error) {
      logger.error({ err: error, command: command.type }, "a listener to Home Assistant's events failed");
    }
  };
  const since = performance.now();
  for (let wait = FIRST_RETRY_MS; connection.connected && !gone.aborted; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
    try {
      // `resubscribe: false`: the library's own resubscription is an unhandled rejection when Home Assistant refuses it.
      const unsubscribe = await connection.subscribeMessage(deliver, { ...command }, { resubscribe: false });
      const end = () => void unsubscribe().catch(() => {});
      if (gone.aborted) end();
      else gone.addEventListener("abort", end, { once: true });
      return;
    } catch (refusal) {
      if (gone.aborted || !connection.connected) return;
      const error = fromLibraryError(refusal);
      const notReady = error instanceof CommandError && error.notReady;
      if (!notReady) logger.warn({ err: error, command: command.type }, "Home Assistant refused a subscription");
      await pause(notReady && performance.now() - since < START_UP_MS ? wait : SELDOM_RETRY_MS, gone);
    }
  }
}
