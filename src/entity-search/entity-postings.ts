import type { Entity } from "../homeassistant/registry/home.ts";
import type { Registries } from "../homeassistant/registry/registries.ts";
import { type Kind, kindsOf } from "./entity-lexicon.ts";
import { tokensOf, unitsOf } from "./entity-text.ts";
import { Vocabulary } from "./entity-vocabulary.ts";

/** What an entity's own description leaves out: names of its device, its maker and model, and of its labels. */
export interface EntityDetails {
  readonly device?: string | undefined;
  readonly maker?: string | undefined;
  readonly model?: string | undefined;
  readonly labels?: readonly string[];
}

export function createEntityDetails(registries: Pick<Registries, "devices" | "labels">): (entity: Entity) => EntityDetails {
  return ({ deviceId, labels }) => {
    const { name, maker, model } = registries.devices.get(deviceId ?? "") ?? {};
    return { device: name, maker, model, labels: labels.flatMap((labelId) => registries.labels.get(labelId)?.name ?? []) };
  };
}

export interface EntityRecord {
  readonly entityId: string;
  /** Of the home's current generation: its state is read through it. */
  entity: Entity;
  /** Where its scores are kept; given to another entity once it is gone. */
  readonly slot: number;
  readonly kinds: readonly Kind[];
  readonly names: readonly (readonly string[])[];
  readonly nameKeys: readonly string[];
  /** Its area's and floor's, for what a sentence names in full. */
  readonly placeKeys: readonly string[];
  readonly weights: ReadonlyMap<string, number>;
  readonly signature: string;
}

/** How much a word says by where it stands: a thing is called by its name, the rest describes it. */
const FIELD_WEIGHTS = { name: 1, area: 0.8, device: 0.6, floor: 0.6, label: 0.6, maker: 0.5, id: 0.4 } as const;

/** Which entities each word stands for. Kept in step with the home in place: only what has changed is read again. */
export class EntityPostings {
  /** By entity id. */
  readonly records = new Map<string, EntityRecord>();
  /** By slot: in use, or free until another entity comes. */
  readonly slots: (EntityRecord | undefined)[] = [];
  readonly #tokens = new Map<string, Map<number, number>>();
  readonly #names = new Map<string, Set<EntityRecord>>();
  readonly #places = new Map<string, number>();
  readonly #kinds = new Map<Kind, Set<EntityRecord>>();
  readonly #free: number[] = [];
  vocabulary = new Vocabulary([]);
  /** Names of one word of areas and floors. */
  placeWords = new Vocabulary([]);
  /** Units of the longest name of an entity or place. */
  longestName = 0;

  /** Takes in the home as it is now. */
  update(entities: readonly Entity[], detailsOf: (entity: Entity) => EntityDetails): void {
    // areas, makers and models come again and again
    const read = new Map<string, ReadText>();
    const readOnce = (text: string) => into(read, text, () => readText(text));
    const gone = new Set(this.records.keys());
    let changed = false;
    for (const entity of entities) {
      gone.delete(entity.entityId);
      const details = detailsOf(entity);
      const signature = signatureOf(entity, details);
      const before = this.records.get(entity.entityId);
      if (before?.signature === signature) {
        before.entity = entity;
        continue;
      }
      this.#remove(before);
      this.#add(recordOf(entity, details, signature, this.#free.pop() ?? this.slots.length, readOnce));
      changed = true;
    }
    for (const entityId of gone) this.#remove(this.records.get(entityId));
    if (!changed && gone.size === 0) return;
    this.vocabulary = new Vocabulary(this.#tokens.keys());
    this.placeWords = new Vocabulary([...this.#places.keys()].filter((key) => !key.includes(" ")));
    this.longestName = Math.max(0, ...[...this.#names.keys(), ...this.#places.keys()].map((key) => key.split(" ").length));
  }

  kinds(): Iterable<Kind> {
    return this.#kinds.keys();
  }

  /** Slots with the weight of the token there. */
  having(token: string): ReadonlyMap<number, number> {
    return this.#tokens.get(token) ?? new Map();
  }

  /** Entities with this name or alias, units joined by spaces. */
  named(key: string): ReadonlySet<EntityRecord> {
    return this.#names.get(key) ?? new Set();
  }

  /** Names of floors at a level that fits; floors whose level nobody told fit none. */
  floorsAt(fits: (level: number) => boolean): ReadonlySet<string> {
    const floors = [...this.records.values()].flatMap(({ entity }) => entity.floor ?? []);
    return new Set(floors.filter(({ level }) => level !== null && fits(level)).map(({ name }) => name));
  }

  isPlace(key: string): boolean {
    return this.#places.has(key);
  }

  ofKind(kind: Kind): ReadonlySet<EntityRecord> {
    return this.#kinds.get(kind) ?? new Set();
  }

  #add(record: EntityRecord): void {
    this.slots[record.slot] = record;
    this.records.set(record.entityId, record);
    for (const [token, weight] of record.weights) into(this.#tokens, token, () => new Map()).set(record.slot, weight);
    for (const key of record.nameKeys) into(this.#names, key, () => new Set()).add(record);
    for (const kind of record.kinds) into(this.#kinds, kind, () => new Set()).add(record);
    for (const key of record.placeKeys) this.#places.set(key, (this.#places.get(key) ?? 0) + 1);
  }

  #remove(record: EntityRecord | undefined): void {
    if (!record) return;
    this.slots[record.slot] = undefined;
    this.#free.push(record.slot);
    this.records.delete(record.entityId);
    for (const token of record.weights.keys()) outOf(this.#tokens, token, record.slot);
    for (const key of record.nameKeys) outOf(this.#names, key, record);
    for (const kind of record.kinds) outOf(this.#kinds, kind, record);
    for (const key of record.placeKeys) {
      const left = (this.#places.get(key) ?? 0) - 1;
      if (left > 0) this.#places.set(key, left);
      else this.#places.delete(key);
    }
  }
}

interface ReadText {
  readonly key: string;
  readonly tokens: readonly string[];
}

function readText(text: string): ReadText {
  const units = unitsOf(text);
  return { key: units.join(" "), tokens: tokensOf(units) };
}

function recordOf(entity: Entity, details: EntityDetails, signature: string, slot: number, read: (text: string) => ReadText): EntityRecord {
  const weights = new Map<string, number>();
  const add = (field: keyof typeof FIELD_WEIGHTS, ...texts: readonly (string | undefined)[]) => {
    const all = texts.map((text) => read(text ?? ""));
    for (const token of all.flatMap(({ tokens }) => tokens)) weights.set(token, Math.max(weights.get(token) ?? 0, FIELD_WEIGHTS[field]));
    return all;
  };
  const { entityId, area, floor } = entity;
  const names = add("name", entity.name, ...entity.aliases);
  const areas = add("area", area?.name, ...(area?.aliases ?? []));
  const floors = add("floor", floor?.name, ...(floor?.aliases ?? []));
  add("device", details.device);
  add("label", ...(details.labels ?? entity.labels));
  add("maker", details.maker, details.model);
  add("id", entityId.slice(entityId.indexOf(".") + 1));
  return {
    entityId,
    entity,
    slot,
    weights,
    signature,
    kinds: kindsOf(entity),
    names: names.map(({ tokens }) => tokens),
    nameKeys: keysOf(names),
    placeKeys: keysOf([...areas, ...floors]),
  };
}

function keysOf(texts: readonly ReadText[]): readonly string[] {
  return [...new Set(texts.map(({ key }) => key))].filter((key) => key !== "");
}

function signatureOf({ name, aliases, area, floor, labels, deviceClass }: Entity, details: EntityDetails): string {
  const place = [area?.areaId, area?.name, area?.aliases.join("\n"), floor?.floorId, floor?.level, floor?.name, floor?.aliases.join("\n")];
  const own = [name, aliases.join("\n"), deviceClass, (details.labels ?? labels).join("\n")];
  return [...own, ...place, details.device, details.maker, details.model].join("\t");
}

function into<Key, Value>(table: Map<Key, Value>, key: Key, create: () => Value): Value {
  const there = table.get(key);
  if (there !== undefined) return there;
  const value = create();
  table.set(key, value);
  return value;
}

function outOf<Key, Member>(table: Map<Key, { delete(member: Member): boolean; readonly size: number }>, key: Key, member: Member): void {
  const members = table.get(key);
  members?.delete(member);
  if (members?.size === 0) table.delete(key);
}
