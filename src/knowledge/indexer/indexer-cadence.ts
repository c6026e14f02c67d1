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

interface CadenceOptions {
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
export function createIndexCadence({ indexer, home, states, connection, documents, clock, later, logger }: CadenceOptions) {
  const held = new DisposableStack();
  const stop = new AbortController();
  let generation = -1;
  let routinesChanged = false;
  let homeReadAt = Number.NEGATIVE_INFINITY;
  let historyReadAt = Number.NEGATIVE_INFINITY;
  let shelf: string | undefined;
  let shelfFailed = false;
  let watch: Disposable | undefined;
  held.defer(() => watch?.[Symbol.dispose]());

  function repeat(ms: number, look: () => Promise<void>): void {
    let timer: Disposable | undefined;
    held.defer(() => timer?.[Symbol.dispose]());
    const run = async () => {
      await look();
      if (!stop.signal.aborted) timer = later(ms, () => void run());
    };
    void run();
  }

  /** A routine that is loaded anew is away for a moment: its state is one that Home Assistant restored, and then its own again. */
  function watchRoutines(): void {
    watch?.[Symbol.dispose]();
    const ids = [...home.everything()].flatMap(({ domain, entityId }) => (isRoutine(domain) ? [entityId] : []));
    watch = states.onChange(ids, (current, previous) => {
      const cameBack = previous?.attributes["restored"] === true && current !== undefined && current.attributes["restored"] !== true;
      if (cameBack) routinesChanged = true;
    });
  }

  async function lookAtHome(): Promise<void> {
    if (!home.ready) return;
    const now = clock();
    const sources = new Set<Source>();
    if (now - homeReadAt >= HOME_EVERY_MS) {
      homeReadAt = now;
      generation = -1;
    }
    if (home.generation !== generation) {
      // a new or renamed routine comes this way
      generation = home.generation;
      watchRoutines();
      for (const source of HOME_SOURCES) sources.add(source);
      routinesChanged = true;
    }
    if (routinesChanged) for (const source of ROUTINE_SOURCES) sources.add(source);
    routinesChanged = false;
    if (now - historyReadAt >= HISTORY_EVERY_MS) {
      historyReadAt = now;
      sources.add("history");
    }
    if (sources.size > 0) void indexer.request([...sources]);
  }

  async function lookAtDocuments(): Promise<void> {
    try {
      const now = await documents.fingerprint();
      if (stop.signal.aborted) return;
      if (now !== shelf) void indexer.request(["document"]);
      shelf = now;
      shelfFailed = false;
    } catch (error) {
      logger.debug({ err: error }, "the folder of documents could not be looked at");
      // once, so that it is told; the indexer tries again by itself, later and later
      if (!shelfFailed) void indexer.request(["document"]);
      shelf = undefined;
      shelfFailed = true;
    }
  }

  return {
    start(): void {
      for (const event of EVENTS) {
        const noted = () => {
          routinesChanged = true;
        };
        held.use(connection.subscribe({ type: "subscribe_events", event_type: event }, noted));
      }
      repeat(DOCUMENTS_LOOK_MS, lookAtDocuments);
      home.whenReady(stop.signal).then(
        () => repeat(HOME_LOOK_MS, lookAtHome),
        () => undefined,
      );
    },
    [Symbol.dispose](): void {
      stop.abort();
      held.dispose();
    },
  };
}
