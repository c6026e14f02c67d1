import type { Logger } from "../../observability/logger.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { Refresher } from "../connection/refresher.ts";
import type { Registries } from "./registries.ts";

/** Entities without registry entry change their exposure without any event: an hour is how long such a change may stay unseen. */
const REREAD_MS = 3_600_000;
/** Changes come in groups; the registry's own word about an entity is read within 100 ms anyway. */
const DEBOUNCE_MS = 250;

interface ExposeList {
  readonly exposed_entities: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
}

/** Which entities the person shows to assistants. What neither the registry nor the list of exposed entities names is hidden. */
export class Exposure implements Disposable {
  readonly #connection: Pick<HomeConnection, "command">;
  readonly #registries: Pick<Registries, "entities">;
  readonly #refresher: Refresher;
  #hourly: NodeJS.Timeout | undefined;
  #listed: ReadonlySet<string> = new Set();
  #version = 0;

  constructor(options: { connection: Pick<HomeConnection, "command">; registries: Pick<Registries, "entities">; logger: Logger }) {
    this.#connection = options.connection;
    this.#registries = options.registries;
    const read = (signal: AbortSignal) => this.#read(signal);
    this.#refresher = new Refresher({ what: "exposure", debounceMs: DEBOUNCE_MS, logger: options.logger, read });
  }

  start(): void {
    this.#hourly = setInterval(() => this.#refresher.request(), REREAD_MS).unref();
  }

  /** Reads the list, and again at each request and hourly, until the signal aborts. */
  keepFresh(signal: AbortSignal, onRead: () => void): Promise<void> {
    return this.#refresher.keepFresh(signal, onRead);
  }

  /** Entities came or registry entries changed: read again soon. */
  request(): void {
    this.#refresher.request();
  }

  isExposed(entityId: string): boolean {
    return this.#registries.entities.get(entityId)?.shouldExpose ?? this.#listed.has(entityId);
  }

  /** Goes up each time that the list differs from the one before. */
  get version(): number {
    return this.#version;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#hourly);
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { exposed_entities: entities } = await this.#connection.command<ExposeList>(
      { type: "homeassistant/expose_entity/list" },
      { signal },
    );
    const listed = new Set<string>();
    for (const entityId in entities) if (entities[entityId]?.["conversation"] === true) listed.add(entityId);
    if (listed.size === this.#listed.size && listed.isSubsetOf(this.#listed)) return;
    this.#listed = listed;
    this.#version++;
  }
}
