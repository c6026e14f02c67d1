import { isDeepStrictEqual } from "node:util";
import type { Logger } from "../../observability/logger.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { createRefresher, type Refresher } from "../connection/pacing.ts";
import type { Floor } from "./home.ts";
import {
  type AreaEntry,
  areaOf,
  type DeviceEntry,
  deviceOf,
  type EntityEntry,
  entityOf,
  floorOf,
  type Label,
  labelOf,
  type RawEntity,
  type RawEntry,
} from "./registry-entries.ts";

const KINDS = ["area", "floor", "label", "device", "entity"] as const;
type Kind = (typeof KINDS)[number] | "exposure";

interface RegistryUpdated {
  readonly data: { readonly entity_id?: string; readonly old_entity_id?: string };
}

interface ExposeList {
  readonly exposed_entities: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
}

interface Contents {
  readonly areas: ReadonlyMap<string, AreaEntry>;
  readonly floors: ReadonlyMap<string, Floor>;
  readonly labels: ReadonlyMap<string, Label>;
  readonly devices: ReadonlyMap<string, DeviceEntry>;
  readonly entities: ReadonlyMap<string, EntityEntry>;
  /** Entities that Home Assistant's list of exposed ones shows to assistants. */
  readonly exposed: ReadonlySet<string>;
}

/** Entities asked for at once: about 350 kB of answer, which Home Assistant's one thread writes in some 10 ms. */
const BATCH = 500;
/** Entities without registry entry change their exposure without any event: an hour is how long such a change may stay unseen. */
const REREAD_MS = 3_600_000;

type Source = Pick<HomeConnection, "command" | "subscribe">;

/**
 * Areas, floors, labels, devices and entities as Home Assistant's registries have them, and which entities the person shows to assistants.
 * Disabled entities are left out.
 */
export class Registries implements Contents, Disposable {
  readonly areas: Contents["areas"] = new Map();
  readonly floors: Contents["floors"] = new Map();
  readonly labels: Contents["labels"] = new Map();
  readonly devices: Contents["devices"] = new Map();
  readonly entities: Contents["entities"] = new Map();
  readonly exposed: Contents["exposed"] = new Set();
  readonly #connection: Source;
  readonly #refresher: Refresher;
  readonly #held = new DisposableStack();
  readonly #touched = new Set<string>();
  #stale = new Set<Kind>();
  #version = 0;

  constructor({ connection, logger }: { connection: Source; logger: Logger }) {
    this.#connection = connection;
    this.#refresher = createRefresher({ what: "registries", logger, read: (signal) => this.#read(signal) });
  }

  /** Listens to changes of the registries; reading begins with `keepFresh`. */
  start(): void {
    for (const kind of KINDS) {
      const command = { type: "subscribe_events", event_type: `${kind}_registry_updated` };
      this.#held.use(this.#connection.subscribe<RegistryUpdated>(command, ({ data }) => this.#note(kind, data)));
    }
    this.#held.adopt(setInterval(() => this.exposureChanged(), REREAD_MS).unref(), clearInterval);
  }

  /** Reads everything, then what changes, until the signal aborts. */
  keepFresh(signal: AbortSignal, onRead: () => void): Promise<void> {
    this.#stale = new Set([...KINDS, "exposure"]);
    return this.#refresher.keepFresh(signal, onRead);
  }

  /** Entities came, of which only the list tells whether they are exposed: it is read again soon. */
  exposureChanged(): void {
    this.#stale.add("exposure");
    this.#refresher.request();
  }

  /** What neither the registry nor the list of exposed entities names is hidden. */
  isExposed(entityId: string): boolean {
    return this.entities.get(entityId)?.shouldExpose ?? this.exposed.has(entityId);
  }

  /** Goes up when something is new; most changes in the registries (a device's firmware) are of no interest here. */
  get version(): number {
    return this.#version;
  }

  [Symbol.dispose](): void {
    this.#held.dispose();
  }

  #note(kind: Kind, { entity_id: entityId, old_entity_id: oldId }: RegistryUpdated["data"]): void {
    if (kind === "entity" && entityId) {
      this.#touched.add(entityId);
      if (oldId) this.#touched.add(oldId);
      // a new entry may be exposed by default
      this.#stale.add("exposure");
    } else this.#stale.add(kind);
    this.#refresher.request();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const stale = this.#stale;
    const touched = [...this.#touched];
    this.#stale = new Set();
    this.#touched.clear();
    try {
      await Promise.all([...stale].map(async (kind) => this.#take(await this.#readKind(kind, signal))));
      if (!stale.has("entity") && touched.length > 0) this.#take({ entities: await this.#withEntries(this.entities, touched, signal) });
    } catch (error) {
      for (const kind of stale) this.#stale.add(kind);
      for (const entityId of touched) this.#touched.add(entityId);
      throw error;
    }
  }

  async #readKind(kind: Kind, signal: AbortSignal): Promise<Partial<Contents>> {
    if (kind === "exposure") return { exposed: await this.#readExposed(signal) };
    const rows = await this.#connection.command<readonly RawEntry[]>({ type: `config/${kind}_registry/list` }, { signal });
    switch (kind) {
      case "area":
        return { areas: new Map(rows.map(areaOf).map((area) => [area.areaId, area])) };
      case "floor":
        return { floors: new Map(rows.map(floorOf).map((floor) => [floor.floorId, floor])) };
      case "label":
        return { labels: new Map(rows.map(labelOf).map((label) => [label.labelId, label])) };
      case "device":
        return { devices: new Map(rows.map(deviceOf).map((device) => [device.deviceId, device])) };
      case "entity": {
        const enabled = rows.filter((row) => !row["disabled_by"]).map((row) => String(row["entity_id"]));
        return { entities: await this.#withEntries(new Map(), enabled, signal) };
      }
    }
  }

  /** Keeps what is the same: whoever looks again finds the same object. */
  #take(read: Partial<Contents>): void {
    const news = Object.entries(read).filter(([name, value]) => !isDeepStrictEqual(this[name as keyof Contents], value));
    if (news.length === 0) return;
    Object.assign(this, Object.fromEntries(news));
    this.#version++;
  }

  async #readExposed(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const command = { type: "homeassistant/expose_entity/list" };
    const { exposed_entities: entities } = await this.#connection.command<ExposeList>(command, { signal });
    return new Set(Object.keys(entities).filter((entityId) => entities[entityId]?.["conversation"] === true));
  }

  /** The list has no aliases, so the entries themselves are asked for; ids that are gone or disabled are taken out. */
  async #withEntries(known: ReadonlyMap<string, EntityEntry>, entityIds: readonly string[], signal: AbortSignal) {
    const entities = new Map(known);
    for (let from = 0; from < entityIds.length; from += BATCH) {
      const batch = entityIds.slice(from, from + BATCH);
      const command = { type: "config/entity_registry/get_entries", entity_ids: batch };
      const rows = await this.#connection.command<Readonly<Record<string, RawEntity | null>>>(command, { signal });
      for (const entityId of batch) {
        const row = rows[entityId];
        if (row && !row.disabled_by) entities.set(entityId, entityOf(row));
        else entities.delete(entityId);
      }
    }
    return entities;
  }
}
