import type { Entity, Home, WholeHome } from "../../homeassistant/registry/home.ts";
import type { Registries } from "../../homeassistant/registry/registries.ts";
import type { DeviceEntry } from "../../homeassistant/registry/registry-entries.ts";
import { isCommonWord, isHouseholdWord } from "../../languages/common-words.ts";
import type { NamedThing } from "../../security/egress/cloud/cloud-names.ts";
import { mayGoOut } from "../../security/egress/cloud/cloud-policy.ts";
import type { HomeWord } from "../../security/egress/home-words.ts";
import { isOutOfTheBox } from "../../security/egress/network.ts";
import { MADE_ELSEWHERE, wordsIn } from "./home-words-things.ts";
import { HOME_WORDS } from "./words.ts";

interface NamedThingsDependencies {
  readonly home: Pick<Home, "areas" | "floors" | "info" | "ready"> &
    Pick<WholeHome, "everything" | "generation"> & { readonly registries: Pick<Registries, "devices"> };
  readonly everybody: readonly NamedPerson[];
  readonly seen: () => readonly NamedPerson[];
  readonly entityOf: (personId: string) => string | undefined;
  /** Other words of the home: of private facts, of its network, of the owner's own list. The same list as long as nothing changed. */
  readonly words: () => readonly HomeWord[];
}

const OTHER_KINDS: ReadonlySet<string> = new Set(["person", "pet", "profile", "own", "network", "address", "place"]);
const SHORTEST_WORD = 4;
/** Whom a room or a thing is named after: "Mia's room". */
const SHORTEST_NAME = 3;
const NAMES: ReadonlySet<string> = new Set(["person", "pet"]);

/** Everything in the home that has a name, also what is hidden from the assistant. The same list as long as nothing changed. */
export function createNamedThings({ home, everybody, seen, entityOf, words }: NamedThingsDependencies): () => readonly NamedThing[] {
  let known: { readonly sign: string; readonly others: readonly HomeWord[]; readonly things: readonly NamedThing[] } | undefined;
  return () => {
    const people = [...everybody, ...seen()].map(({ id, name }) => ({ id, name }));
    const others = words();
    const sign = JSON.stringify([home.generation, home.info.name, people]);
    if (known?.sign !== sign || known.others !== others) {
      const things = read(people);
      known = { sign, others, things: [...things, ...wordsBeside(things, others)] };
    }
    return known.things;
  };

  function read(people: readonly NamedPerson[]): readonly NamedThing[] {
    const entities = [...home.everything()];
    const persons = entities.filter(({ domain }) => domain === "person");
    const taken = new Set(entities.flatMap(({ name, aliases }) => [name, ...aliases].map((one) => one.toLowerCase())));
    return [
      ...namedPeople({ people, entities: persons, entityOf }),
      ...home.areas().map(({ areaId, name, aliases }) => ({ key: `area:${areaId}`, kind: "room", names: [name, ...aliases] })),
      ...home.floors().map(({ floorId, name, aliases }) => ({ key: `floor:${floorId}`, kind: "floor", names: [name, ...aliases] })),
      ...entities.flatMap((entity) =>
        entity.domain === "zone" ? [{ key: `place:${entity.entityId}`, kind: "place", names: [entity.name] }] : [],
      ),
      ...entities.map((entity) =>
        thingOf(entity, entity.deviceId === undefined ? undefined : home.registries.devices.get(entity.deviceId)),
      ),
      ...[...home.registries.devices.values()].flatMap(({ deviceId, name, maker, model }) =>
        name === undefined || taken.has(name.toLowerCase()) || isEverybodys(name, [maker, model])
          ? []
          : [{ key: `device:${deviceId}`, kind: undefined, names: [name] }],
      ),
      { key: "home", kind: undefined, names: [home.info.name, ...degreesOf(home.info.place)] },
      ...entities.flatMap(({ entityId, state: { attributes } }) => {
        const degrees = degreesOf(attributes);
        return degrees.length === 0 ? [] : [{ key: `degrees:${entityId}`, kind: undefined, names: degrees }];
      }),
    ];
  }
}

/** Words that no thing has for its name already: of two meanings a name would lose its mark. */
function wordsBeside(things: readonly NamedThing[], words: readonly HomeWord[]): readonly NamedThing[] {
  const taken = new Set(things.flatMap(({ names }) => names.map((name) => name.toLowerCase())));
  return words.flatMap(({ text, kind }) => {
    const isTaken = taken.has(text.toLowerCase());
    const isOther =
      OTHER_KINDS.has(kind) && text.length >= (NAMES.has(kind) ? SHORTEST_NAME : SHORTEST_WORD) && !isCommonWord(text.toLowerCase());
    return isTaken || !isOther ? [] : [{ key: `word:${text.toLowerCase()}`, kind: undefined, names: [text] }];
  });
}

function degreesOf(place: Readonly<{ latitude?: unknown; longitude?: unknown }> | undefined): readonly string[] {
  return [place?.latitude, place?.longitude].flatMap((degrees) => (typeof degrees === "number" ? String(degrees) : []));
}

function thingOf(
  { entityId, domain, name, aliases, area, exposed, platform }: Entity,
  device: Pick<DeviceEntry, "maker" | "model"> | undefined,
): NamedThing {
  const spoken = exposed && mayGoOut(entityId);
  const made = [platform, device?.maker, device?.model];
  // people and places stand for themselves above
  const own =
    domain === "person" || domain === "zone"
      ? []
      : spoken
        ? [name, ...aliases]
        : [name, ...aliases].filter((one) => !isEverybodys(one, made, domain));
  return {
    key: `entity:${entityId}`,
    kind: spoken ? domain.replaceAll("_", " ") : undefined,
    names: own,
    entityId,
    ...(area && { room: `area:${area.areaId}` }),
  };
}

/** One word that every home has ("Sun", "Backup", "Rauchmelder") or that a maker gave: a mark in its place would only spoil questions. */
function isEverybodys(name: string, made: readonly (string | undefined)[], domain = ""): boolean {
  if (/[\s\d_-]/.test(name.trim())) return false;
  const [word = ""] = wordsIn(name);
  return (
    MADE_ELSEWHERE.has(domain) ||
    word.length < SHORTEST_WORD ||
    isHouseholdWord(word) ||
    isOutOfTheBox(name) ||
    made.some((text) => wordsIn(text ?? "").includes(word))
  );
}

export interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

interface NamedPeopleOptions {
  readonly people: readonly NamedPerson[];
  readonly entities: readonly Pick<Entity, "entityId" | "name">[];
  readonly entityOf: (personId: string) => string | undefined;
}

/** "Li Wei": shorter ones are initials. */
const SHORTEST_PART = 2;

/** Each person once, by id. A writer and an entity are one if the options say so, or if they are the only two of their name. */
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
  const parts = [first, ...others.filter((part) => !HOME_WORDS.particles.has(part.toLowerCase()))].filter(
    (part) => part.length >= SHORTEST_PART,
  );
  return [name.trim(), ...(others.length > 0 ? parts : [])];
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}
