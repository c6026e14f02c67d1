/** A command or subscription of Home Assistant's WebSocket API: `type` and its fields, without `id`. */
export type Command = { readonly type: string } & Readonly<Record<string, unknown>>;

export interface CommandOptions {
  /** Milliseconds until the command counts as lost; the connection's default when left out. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** What other parts need of the connection to Home Assistant. */
export interface HomeConnection {
  /** True from a successful login until the socket closes. */
  readonly connected: boolean;
  /** Home Assistant's version as told at login; undefined before the first. */
  readonly version: string | undefined;
  /**
   * Sends one command on the current socket and resolves with its `result`.
   * Throws HomeUnreachableError (not sent), OutcomeUnknownError (sent, answer lost), CommandError (refused).
   */
  command<Result>(command: Command, options?: CommandOptions): Promise<Result>;
  /**
   * Keeps a subscription for the life of the connection: sent now if connected and again after each reconnect, asked again while
   * Home Assistant answers "not ready". Those made first are sent first. Disposing ends it. Never rejects, never crashes the process.
   */
  subscribe<Event>(command: Command, onEvent: (event: Event) => void): Disposable;
  /** Called after each login, once the subscriptions were sent. `at` is ms since the epoch. A failing listener is logged. */
  onConnected(listener: (connected: { at: number; version: string }) => void | Promise<void>): Disposable;
  /** Called each time the socket closes. */
  onDisconnected(listener: (disconnected: { at: number }) => void): Disposable;
}
