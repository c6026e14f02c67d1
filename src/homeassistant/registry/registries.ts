import { isDeepStrictEqual } from "node:util";
import type { Logger } from "../../observability/logger.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { Refresher } from "../connection/refresher.ts";
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
type Kind = (typeof KINDS)[number];

interface RegistryUpdated {
  readonly data: { readonly entity_id?: string; readonly old_entity_id?: string };
}

/** Changes come in groups (a renamed area touches its entities): one read for all of them. */
const DEBOUNCE_MS = 100;
/** Entities asked for at once: about 350 kB of answer, which Home Assistant's one thread writes in some 10 ms. */
const BATCH = 500;

type Source = Pick<HomeConnection, "command" | "subscribe">;

/** Areas, floors, labels, devices and entities as Home Assistant's registries have them. Disabled entities are left out. */
export class Registries implements Disposable {
  readonly #connection: Source;
  readonly #refresher: Refresher;
  readonly #held = new DisposableStack();
  readonly #touched = new Set<string>();
  #stale = new Set<Kind>(KINDS);
  #areas: ReadonlyMap<string, AreaEntry> = new Map();
  #floors: ReadonlyMap<string, Floor> = new Map();
  #labels: ReadonlyMap<string, Label> = new Map();
  #devices: ReadonlyMap<string, DeviceEntry> = new Map();
  #entities: ReadonlyMap<string, EntityEntry> = new Map();
  #version = 0;
  /** Something differs since the version was raised. */
  #changed = false;

  constructor({ connection, logger }: { connection: Source; logger: Logger }) {
    this.#connection = connection;
    this.#refresher = new Refresher({ what: "registries", debounceMs: DEBOUNCE_MS, logger, read: (signal) => this.#read(signal) });
  }

  /** Listens to changes of the registries; reading begins with `keepFresh`. */
  start(): void {
    for (const kind of KINDS) {
      const command = { type: "subscribe_events", event_type: `${kind}_registry_updated` };
      this.#held.use(this.#connection.subscribe<RegistryUpdated>(command, ({ data }) => this.#note(kind, data)));
    }
  }

  /** Reads everything, then what changes, until the signal aborts. */
  keepFresh(signal: AbortSignal, onRead: () => void): Promise<void> {
    this.#stale = new Set(KINDS);
    return this.#refresher.keepFresh(signal, onRead);
  }

  /** Goes up with each read that brought something new; most changes in the registries (a device's firmware) are of no interest here. */
  get version(): number {
    return this.#version;
  }

  get areas(): ReadonlyMap<string, AreaEntry> {
    return this.#areas;
  }

  get floors(): ReadonlyMap<string, Floor> {
    return this.#floors;
  }

  get labels(): ReadonlyMap<string, Label> {
    return this.#labels;
  }

  get devices(): ReadonlyMap<string, DeviceEntry> {
    return this.#devices;
  }

  get entities(): ReadonlyMap<string, EntityEntry> {
    return this.#entities;
  }

  [Symbol.dispose](): void {
    this.#held.dispose();
  }

  #note(kind: Kind, { entity_id: entityId, old_entity_id: oldId }: RegistryUpdated["data"]): void {
    if (kind === "entity" && entityId) {
      this.#touched.add(entityId);
      if (oldId) this.#touched.add(oldId);
    } else this.#stale.add(kind);
    this.#refresher.request();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const stale = this.#stale;
    const touched = [...this.#touched];
    this.#stale = new Set();
    this.#touched.clear();
    try {
      await Promise.all([...stale].map((kind) => this.#readKind(kind, signal)));
      if (!stale.has("entity") && touched.length > 0) {
        this.#entities = this.#newer(this.#entities, await this.#withEntries(this.#entities, touched, signal));
      }
      if (this.#changed) this.#version++;
      this.#changed = false;
    } catch (error) {
      for (const kind of stale) this.#stale.add(kind);
      for (const entityId of touched) this.#touched.add(entityId);
      throw error;
    }
  }

  async #readKind(kind: Kind, signal: AbortSignal): Promise<void> {
    const rows = await this.#connection.command<readonly RawEntry[]>({ type: `config/${kind}_registry/list` }, { signal });
    if (kind === "area") this.#areas = this.#newer(this.#areas, new Map(rows.map(areaOf).map((area) => [area.areaId, area])));
    if (kind === "floor") this.#floors = this.#newer(this.#floors, new Map(rows.map(floorOf).map((floor) => [floor.floorId, floor])));
    if (kind === "label") this.#labels = this.#newer(this.#labels, new Map(rows.map(labelOf).map((label) => [label.labelId, label])));
    if (kind === "device")
      this.#devices = this.#newer(this.#devices, new Map(rows.map(deviceOf).map((device) => [device.deviceId, device])));
    if (kind === "entity") {
      const enabled = rows.filter((row) => !row["disabled_by"]).map((row) => String(row["entity_id"]));
      this.#entities = this.#newer(this.#entities, await this.#withEntries(new Map(), enabled, signal));
    }
  }

  /** What was read, or what is known if both say the same. */
  #newer<Entry>(known: ReadonlyMap<string, Entry>, read: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> {
    if (isDeepStrictEqual(known, read)) return known;
    this.#changed = true;
    return read;
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
