import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createKnowledge } from "../src/app/knowledge/knowledge.ts";
import { createOpenFindings } from "../src/attention/open-findings.ts";
import { parseOptions } from "../src/config/config.ts";
import { HomeAssistantConnection } from "../src/homeassistant/connection/connection.ts";
import { createRest } from "../src/homeassistant/connection/rest.ts";
import { createHistory } from "../src/homeassistant/history/history.ts";
import { LiveHome } from "../src/homeassistant/live-home.ts";
import { createServiceStatus } from "../src/homeassistant/own-device/own-device.ts";
import { LiveStates } from "../src/homeassistant/registry/states.ts";
import { createTranslations, domainWordsIn } from "../src/homeassistant/registry/translations.ts";
import { createRoutineConfigs, createRoutines } from "../src/homeassistant/routines/routines.ts";
import { createOwn } from "../src/homeassistant/services/own.ts";
import type { PersonalRetrieval } from "../src/knowledge/retrieval-for-person.ts";
import { catalogueFor } from "../src/languages/catalogue.ts";
import { createHomeEmbeddings } from "../src/models/providers.ts";
import { createTimelyVectors } from "../src/models/timely-vector.ts";
import { createLogger, type Logger } from "../src/observability/logger.ts";
import type { Furnishing } from "../src/simulated-home/furnishing.ts";
import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import { AssistantDatabase } from "../src/storage/database.ts";
import { createWorkerPool } from "../src/workers/pool.ts";
import type { KnownHome } from "./knowledge-home.ts";
import type { Past } from "./knowledge-past.ts";
import { HOUSE_THINGS } from "./knowledge-things.ts";

/** Where no model answers: the discard port of this machine. */
const NO_MODEL = { url: "http://127.0.0.1:9", name: "none" };
/** A new home on this machine is ready within seconds; more means that it never will be. */
const READY_MS = 30_000;
const MINUTE_MS = 60_000;
const WAIT_MS = 20;

/** What the service would know of a home after its first sync, kept in a database on disk until it is disposed of. */
export interface KnowledgeWorld extends AsyncDisposable {
  readonly retrieval: PersonalRetrieval;
}

interface WorldOptions {
  readonly home: KnownHome;
  readonly pasts: readonly Past[];
  /** File names in the folder of documents, with what stands in them. */
  readonly documents: readonly { readonly file: string; readonly content: string | Buffer }[];
  readonly embedding: { readonly url: string; readonly name: string } | undefined;
}

/**
 * Starts the home, lets things happen in it, and reads it with the service's own parts. A vector of a question is waited for as long as it
 * takes, so that figures do not depend on the machine. Throws Error if a source cannot be read, or if not every passage gets its vector.
 */
export async function openKnowledge({ home: known, pasts, documents, embedding }: WorldOptions): Promise<KnowledgeWorld> {
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), "eval-knowledge-"));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  for (const { file, content } of documents) {
    const path = join(dataDir, "knowledge", file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const house = stack.use(await SimulatedHome.start({ furnishing: withoutStates(known, pasts) }));
  const logger = createLogger({ level: "error", destination: process.stderr });
  const address = { url: house.url, token: house.token };
  await addMakers(house, { known, logger });
  const connection = stack.use(new HomeAssistantConnection({ ...address, logger }));
  const states = stack.use(new LiveStates({ connection, logger }));
  const home = stack.use(new LiveHome({ connection, states, logger }));
  const translations = stack.use(createTranslations({ connection, home, serviceDomains: () => [], logger }));
  const words = translations.derived(domainWordsIn);
  states.start();
  home.start();
  translations.start();
  connection.start();
  await home.whenReady(AbortSignal.timeout(READY_MS));
  const from = performance.now();
  while (words().domains.size === 0 && performance.now() - from < READY_MS) await sleep(WAIT_MS);
  const now = Date.now();
  for (const { entityId, states: past } of pasts) {
    house.recordHistory(
      entityId,
      past.map(({ ago, state }) => ({ at: now - ago * MINUTE_MS, state })),
    );
    house.setState(entityId, past.at(-1)?.state ?? "unknown");
  }
  const isHeard = () => pasts.every(({ entityId, states }) => home.find(entityId)?.state.state === (states.at(-1)?.state ?? "unknown"));
  while (!isHeard() && performance.now() - from < READY_MS) await sleep(WAIT_MS);

  const { url, name } = embedding ?? NO_MODEL;
  const { config, secrets } = parseOptions({
    ...{ ollama_url: url, embedding_model: name },
    people: known.people.map((person, index) => ({ ...person, telegram_user_id: index + 1 })),
  });
  const later = () => ({ [Symbol.dispose]() {} });
  const embeddings = createHomeEmbeddings(config, secrets);
  const knowledge = stack.use(
    createKnowledge({
      ...{ config, secrets, dataDir, connection, states, home, later, logger },
      vectors: stack.use(createTimelyVectors({ embeddings, later, logger })),
      database: stack.use(new AssistantDatabase(join(dataDir, "assistant.db"))),
      configs: createRoutineConfigs({
        connection,
        home,
        routines: createRoutines({ connection, rest: createRest(address), home, registries: home.registries, logger }),
      }),
      history: createHistory({ connection }),
      own: createOwn({ connection, knows: () => false, onTrial: () => undefined, satelliteOf: () => undefined }),
      service: createServiceStatus({ model: () => ({ model: name, problem: undefined }), queue: () => 0 }),
      findings: createOpenFindings({ store: { openNow: () => [] }, home }),
      words,
      language: () => "en",
      catalogue: catalogueFor("en"),
      clock: Date.now,
      workers: createWorkerPool,
    }),
  );
  await knowledge.indexer.request();
  const { sources, embedding: vectors } = knowledge.indexer.status();
  const failed = sources.find(({ problem }) => problem !== undefined);
  if (failed) throw new Error(`${failed.source} could not be read: ${failed.problem}`);
  if (embedding && vectors.kind !== "ready") throw new Error(`the embedding model ${name} did not give all passages their vectors`);
  const held = stack.move();
  return { retrieval: knowledge.retrieval, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** What has a past is not known at the start: what it is at its end is then its latest change. */
function withoutStates({ furnishing }: KnownHome, pasts: readonly Past[]): Furnishing {
  const ids = new Set(pasts.map(({ entityId }) => entityId));
  const entities = furnishing.entities.map((entity) => (ids.has(entity.entity_id) ? { ...entity, state: "unknown" } : entity));
  return { ...furnishing, entities };
}

/** Devices of the simulated home have no makers: they are put into what it answers. */
async function addMakers(house: SimulatedHome, { known, logger }: { readonly known: KnownHome; readonly logger: Logger }): Promise<void> {
  const makers = new Map([
    ...known.things.map(({ name, maker, model }) => [name, { manufacturer: maker, model }] as const),
    ...HOUSE_THINGS.map(([, name, , maker, model]) => [name, { manufacturer: maker, model }] as const),
  ]);
  await using connection = new HomeAssistantConnection({ url: house.url, token: house.token, logger });
  const connected = Promise.withResolvers<void>();
  connection.onConnected(() => connected.resolve());
  connection.start();
  await connected.promise;
  const rows = await connection.command<readonly Readonly<Record<string, unknown>>[]>({ type: "config/device_registry/list" });
  house.onCommand("config/device_registry/list", () => rows.map((row) => ({ ...row, ...makers.get(String(row["name"])) })));
}
