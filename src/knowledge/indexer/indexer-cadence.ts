import type { HomeConnection } from "../../homeassistant/connection/connection.ts";
import type { Home, WholeHome } from "../../homeassistant/registry/home.ts";
import type { StateStore } from "../../homeassistant/registry/states.ts";
import type { Logger } from "../../observability/logger.ts";
import { isRoutine } from "../../security/policy/read-access.ts";
import type { Source } from "../../storage/knowledge/knowledge.ts";
import type { Later } from "../../text/later.ts";
import type { Documents } from "../documents/documents.ts";
import type { Indexer } from "./indexer.ts";

const HOUR_MS = 3_600_000;
/** Everything of the home is read again, in case an event was missed. */
const HOME_EVERY_MS = 24 * HOUR_MS;
/** A summary covers 24 hours: one of six hours ago still tells most of the day. */
const HISTORY_EVERY_MS = 6 * HOUR_MS;
/** Twice within the minute in which a change has to be known; a look at the home costs nothing. */
const HOME_LOOK_MS = 30_000;
/** A look at the documents is a `stat` a file. */
const DOCUMENTS_LOOK_MS = 60_000;

const HOME_SOURCES: readonly Source[] = ["entity", "area", "person"];
const ROUTINE_SOURCES: readonly Source[] = ["automation", "script", "scene"];

/** Home Assistant has no such event for scripts: those are known by their coming back. */
const EVENTS = ["automation_reloaded", "scene_reloaded"];

export interface CadenceOptions {
  readonly indexer: Pick<Indexer, "request">;
  readonly home: Pick<Home, "ready" | "whenReady" | "generation"> & Pick<WholeHome, "everything">;
  readonly states: Pick<StateStore, "onChange">;
  readonly connection: Pick<HomeConnection, "subscribe">;
  readonly documents: Pick<Documents, "fingerprint">;
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

/** When knowledge is read again: the home daily and within a minute of a change, history every 6 hours, documents within a minute. */
export class IndexCadence implements Disposable {
  readonly #options: CadenceOptions;
  readonly #held = new DisposableStack();
  readonly #stop = new AbortController();
  readonly #timers = new Map<string, Disposable>();
  #generation = -1;
  #routinesChanged = false;
  #homeReadAt = Number.NEGATIVE_INFINITY;
  #historyReadAt = Number.NEGATIVE_INFINITY;
  #documents: string | undefined;
  #documentsFailed = false;
  #watch: Disposable | undefined;

  constructor(options: CadenceOptions) {
    this.#options = options;
  }

  start(): void {
    for (const event of EVENTS) {
      const command = { type: "subscribe_events", event_type: event };
      this.#held.use(this.#options.connection.subscribe(command, () => this.#noteRoutines()));
    }
    this.#lookAtDocuments();
    this.#options.home.whenReady(this.#stop.signal).then(
      () => this.#lookAtHome(),
      () => undefined,
    );
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    for (const timer of this.#timers.values()) timer[Symbol.dispose]();
    this.#timers.clear();
    this.#watch?.[Symbol.dispose]();
    this.#held.dispose();
  }

  #noteRoutines(): void {
    this.#routinesChanged = true;
  }

  /** A routine that is loaded anew is away for a moment: its state is one that Home Assistant restored, and then its own again. */
  #watchRoutines(): void {
    this.#watch?.[Symbol.dispose]();
    const { home, states } = this.#options;
    const ids = [...home.everything()].flatMap(({ domain, entityId }) => (isRoutine(domain) ? [entityId] : []));
    this.#watch = states.onChange(ids, (current, previous) => {
      const cameBack = previous?.attributes["restored"] === true && current !== undefined && current.attributes["restored"] !== true;
      if (cameBack) this.#noteRoutines();
    });
  }

  #lookAtHome(): void {
    this.#again("home", HOME_LOOK_MS, () => this.#lookAtHome());
    const { home, clock, indexer } = this.#options;
    if (!home.ready) return;
    const now = clock();
    const sources = new Set<Source>();
    if (now - this.#homeReadAt >= HOME_EVERY_MS) {
      this.#homeReadAt = now;
      this.#routinesChanged = true;
      this.#generation = -1;
    }
    if (home.generation !== this.#generation) {
      // a new or renamed routine comes this way
      this.#generation = home.generation;
      this.#watchRoutines();
      for (const source of [...HOME_SOURCES, ...ROUTINE_SOURCES]) sources.add(source);
    }
    if (this.#routinesChanged) for (const source of ROUTINE_SOURCES) sources.add(source);
    this.#routinesChanged = false;
    if (now - this.#historyReadAt >= HISTORY_EVERY_MS) {
      this.#historyReadAt = now;
      sources.add("history");
    }
    if (sources.size > 0) void indexer.request([...sources]);
  }

  async #lookAtDocuments(): Promise<void> {
    const { documents, indexer, logger } = this.#options;
    try {
      const now = await documents.fingerprint();
      if (this.#stop.signal.aborted) return;
      if (now !== this.#documents) void indexer.request(["document"]);
      this.#documents = now;
      this.#documentsFailed = false;
    } catch (error) {
      logger.debug({ err: error }, "the folder of documents could not be looked at");
      // once, so that it is told; the indexer tries again by itself, later and later
      if (!this.#documentsFailed) void indexer.request(["document"]);
      this.#documents = undefined;
      this.#documentsFailed = true;
    }
    if (!this.#stop.signal.aborted) this.#again("documents", DOCUMENTS_LOOK_MS, () => void this.#lookAtDocuments());
  }

  #again(what: string, ms: number, run: () => void): void {
    this.#timers.set(what, this.#options.later(ms, run));
  }
}
