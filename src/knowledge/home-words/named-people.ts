import type { Entity } from "../../homeassistant/registry/home.ts";
import type { NamedThing } from "../../security/egress/cloud/cloud-names.ts";

/** Somebody who may write or once wrote: the id says who it is, whatever they are called. */
export interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

interface NamedPeopleOptions {
  /** The same id may stand here with several names: the first is what they are called now. */
  readonly people: readonly NamedPerson[];
  /** Person entities. */
  readonly entities: readonly Pick<Entity, "entityId" | "name">[];
  /** The person entity that the options bind somebody to. */
  readonly entityOf: (personId: string) => string | undefined;
}

/** "Li Wei": shorter ones are initials. */
const SHORTEST_PART = 2;
/** Parts of names that are words by themselves. */
const PARTICLES: ReadonlySet<string> = new Set(
  "van von der den de del della di da du des la le el al bin ibn dos das zu ter ten te".split(" "),
);

/**
 * Each person once, kept by id: one who is renamed stays who they are, and two of one name are two. Somebody who writes and an entity are one if
 * the options say so, or if they are the only two of their name.
 */
export function namedPeople({ people, entities, entityOf }: NamedPeopleOptions): readonly NamedThing[] {
  const named = people.filter(({ name }) => name.trim() !== "");
  const bound = new Map(named.map(({ id }) => [entityOf(id), id]));
  const unbound = entities.filter(({ entityId, name }) => !bound.has(entityId) && name.trim() !== "");
  const idsOf = Map.groupBy(named, ({ name }) => plain(name));
  const sameName = Map.groupBy(unbound, ({ name }) => plain(name));
  const whose = ({ entityId, name }: Pick<Entity, "entityId" | "name">): string => {
    const ids = new Set(idsOf.get(plain(name))?.map(({ id }) => id));
    const [id] = ids;
    const isAlone = ids.size === 1 && sameName.get(plain(name))?.length === 1;
    return bound.get(entityId) ?? (isAlone && id !== undefined ? id : entityId);
  };
  const all = [...named, ...entities.filter(({ name }) => name.trim() !== "").map((entity) => ({ id: whose(entity), name: entity.name }))];
  return [...Map.groupBy(all, ({ id }) => id)].map(([id, names]) => ({
    key: `person:${id}`,
    kind: "person",
    names: [...new Set(names.flatMap(({ name }) => spoken(name)))],
  }));
}

/** The whole name and each part of it. */
function spoken(name: string): readonly string[] {
  const [first = "", ...others] = name.trim().split(/\s+/);
  const parts = [first, ...others.filter((part) => !PARTICLES.has(part.toLowerCase()))].filter((part) => part.length >= SHORTEST_PART);
  return [name.trim(), ...(others.length > 0 ? parts : [])];
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}
