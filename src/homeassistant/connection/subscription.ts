import type { Connection } from "home-assistant-js-websocket";
import type { Logger } from "../../observability/logger.ts";
import type { Command } from "./connection.ts";
import { CommandError, fromLibraryError } from "./errors.ts";

/** First wait after "not ready": Home Assistant's start-up steps follow within tenths of a second on a fast machine. */
const FIRST_RETRY_MS = 250;
/** Longest wait between two questions while Home Assistant may be starting. */
const LONGEST_RETRY_MS = 1_000;
/** After this time a missing command is rather an integration that is not installed: asked on, but seldom. */
const START_UP_MS = 120_000;
const SELDOM_RETRY_MS = 60_000;

/** One subscription that outlives sockets. Nothing that Home Assistant or the listener does gets out of it. */
export class KeptSubscription implements Disposable {
  readonly #command: Command;
  readonly #onEvent: (event: unknown) => void;
  readonly #logger: Logger;
  #connection: Connection | undefined;
  #unsubscribe: (() => Promise<void>) | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor({ command, onEvent, logger }: { command: Command; onEvent: (event: unknown) => void; logger: Logger }) {
    this.#command = command;
    this.#onEvent = onEvent;
    this.#logger = logger;
  }

  /** Sends it on a new connection, before this function returns; whatever was left of an older one is forgotten. */
  sendOn(connection: Connection): void {
    this.#forget();
    this.#connection = connection;
    this.#ask(connection, performance.now(), FIRST_RETRY_MS);
  }

  #ask(connection: Connection, since: number, wait: number): void {
    // `resubscribe: false`: the library's own resubscription is an unhandled rejection when Home Assistant refuses it.
    connection
      .subscribeMessage((event: unknown) => this.#deliver(connection, event), { ...this.#command }, { resubscribe: false })
      .then(
        (unsubscribe) => {
          if (this.#connection === connection) this.#unsubscribe = unsubscribe;
          else unsubscribe().catch(() => {});
        },
        (refusal: unknown) => this.#onRefusal(connection, fromLibraryError(refusal), since, wait),
      );
  }

  #onRefusal(connection: Connection, error: Error, since: number, wait: number): void {
    if (this.#connection !== connection || !connection.connected) return;
    const notReady = error instanceof CommandError && error.notReady;
    const starting = notReady && performance.now() - since < START_UP_MS;
    if (!notReady) this.#logger.warn({ err: error, command: this.#command.type }, "Home Assistant refused a subscription");
    this.#retry = setTimeout(
      () => {
        if (connection.connected) this.#ask(connection, since, Math.min(wait * 2, LONGEST_RETRY_MS));
      },
      starting ? wait : SELDOM_RETRY_MS,
    );
  }

  #deliver(connection: Connection, event: unknown): void {
    if (this.#connection !== connection) return;
    try {
      this.#onEvent(event);
    } catch (error) {
      this.#logger.error({ err: error, command: this.#command.type }, "a listener to Home Assistant's events failed");
    }
  }

  #forget(): void {
    clearTimeout(this.#retry);
    this.#connection = undefined;
    this.#unsubscribe = undefined;
  }

  [Symbol.dispose](): void {
    const unsubscribe = this.#unsubscribe;
    this.#forget();
    unsubscribe?.().catch(() => {});
  }
}
