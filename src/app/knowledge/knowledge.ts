import { join } from "node:path";
import { VERSION } from "../../config/config.ts";
import { createEntityDetails } from "../../entity-search/entity-postings.ts";
import { personOfUser } from "../../homeassistant/history/logbook.ts";
import { createSyncButton, type SyncButtonOptions } from "../../homeassistant/own-device/sync-button.ts";
import { createSync } from "../../homeassistant/own-device/sync-run.ts";
import type { DomainWords } from "../../homeassistant/registry/translations.ts";
import { createDocuments, type Documents } from "../../knowledge/documents/documents.ts";
import { createDocumentShelf } from "../../knowledge/documents/documents-shelf.ts";
import { createSyncIndexer, Indexer } from "../../knowledge/indexer/indexer.ts";
import { createIndexCadence } from "../../knowledge/indexer/indexer-cadence.ts";
import { createRetrieval } from "../../knowledge/retrieval.ts";
import { createPersonalRetrieval } from "../../knowledge/retrieval-for-person.ts";
import type { KnowledgeSource } from "../../knowledge/source.ts";
import { createHistorySource } from "../../knowledge/sources/history.ts";
import { createAreaSource, createEntitySource, createPeopleSource } from "../../knowledge/sources/household.ts";
import { createRoutineNames, createRoutineSource } from "../../knowledge/sources/routines.ts";
import type { Embeddings } from "../../models/embeddings.ts";
import type { TimelyVectors } from "../../models/timely-vector.ts";
import type { AssistantDatabase } from "../../storage/database.ts";
import { createKnowledgeStore } from "../../storage/knowledge/knowledge.ts";
import type { HomeParts } from "../foundation/home.ts";
import type { Surroundings } from "../foundation/surroundings.ts";

interface KnowledgeOptions extends Omit<Surroundings, "people">, Pick<HomeParts, "connection" | "configs" | "states" | "home" | "history"> {
  /** Of questions, and of what is known. */
  readonly vectors: TimelyVectors<Embeddings>;
  /** Documents lie in its folder `knowledge`; in `:memory:` there are none. */
  readonly dataDir: string;
  /** A folder for documents that people reach: what lies in it is known too. */
  readonly sharedDocuments?: string | undefined;
  readonly database: AssistantDatabase;
  readonly own: SyncButtonOptions["own"];
  /** Shown beside the sync where there is MQTT. */
  readonly service: SyncButtonOptions["service"];
  readonly findings: SyncButtonOptions["findings"];
  /** Home Assistant's words for kinds of things. */
  readonly words: () => DomainWords;
}

export type Knowledge = ReturnType<typeof createKnowledge>;

/** Tasks that may wait for a thread: more than people ask at once, for the documents are read one after the other. */
const MOST_WAITING = 50;

/** What is known of the home and of the owner's documents; to be disposed of before the database is closed. Nothing is read, loaded or asked before `start`. */
export function createKnowledge(options: KnowledgeOptions) {
  const { vectors, dataDir, sharedDocuments, database, connection, states, home, catalogue, clock, later, workers } = options;
  const logger = options.logger.child({ part: "knowledge" });
  const stack = new AsyncDisposableStack();

  const pool = stack.use(workers({ maxQueue: MOST_WAITING, logger }));
  const store = createKnowledgeStore({ database, pool });
  const { embeddings } = vectors;
  const folders = [
    ...(dataDir === ":memory:" ? [] : [join(dataDir, "knowledge")]),
    ...(sharedDocuments === undefined ? [] : [sharedDocuments]),
  ];
  const documents = createDocuments({ folders, pool, logger });
  const sources = createSources({ ...options, logger }, documents);
  const indexer = stack.use(new Indexer({ sources, store, embeddings, catalogue, clock, later, logger }));
  const cadence = stack.use(createIndexCadence({ indexer, home, states, connection, documents, clock, later, logger }));
  const found = createRetrieval({ store, vectors, words: options.words });
  const retrieval = createPersonalRetrieval({ home, retrieval: found, passage: store.passage });

  const sync = stack.use(createSync({ indexer: createSyncIndexer({ indexer, store, documents, catalogue }), clock, logger }));
  const button = stack.use(
    createSyncButton({
      connection,
      home,
      states,
      own: options.own,
      service: options.service,
      findings: options.findings,
      broker: brokerOf(options),
      sync,
      later,
      logger,
      version: VERSION,
      registries: home.registries,
      personOfUser: (userId) => personOfUser(states, userId),
    }),
  );

  return {
    indexer,
    retrieval,
    embeddings,
    vectorOf: found.vectorOf,
    /** Reads everything again for a person who asks for it, in the chat or by the button. */
    sync,
    shelf: createDocumentShelf({ folders }),
    counts: store.counts,
    /** Begins to read; to be called before the connection begins. */
    start(): void {
      cadence.start();
      button.start();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** In the order in which they are read: what is at hand first, what Home Assistant has to look up last. */
function createSources({ config, home, configs, history, clock }: KnowledgeOptions, documents: Documents): readonly KnowledgeSource[] {
  const { registries } = home;
  const names = createRoutineNames({ home, registries });
  return [
    createEntitySource({ home, detailsOf: createEntityDetails(registries) }),
    createAreaSource({ home }),
    createPeopleSource({ home, people: config.people }),
    ...(["automation", "script", "scene"] as const).map((domain) => createRoutineSource({ domain, home, configs, names })),
    createHistorySource({ home, history, clock }),
    documents,
  ];
}

/** The MQTT broker that the user named; without one Home Assistant's own is used, if there is one. */
function brokerOf({ config, secrets }: Pick<KnowledgeOptions, "config" | "secrets">): SyncButtonOptions["broker"] {
  const { mqttUrl: url, mqttUsername: username } = config;
  return url === undefined ? undefined : { url, username, password: secrets.reveal("mqtt_password") };
}
