import type { Entity, Home, WholeHome } from "../../homeassistant/registry/home.ts";
import type { Registries } from "../../homeassistant/registry/registries.ts";
import type { DeviceEntry } from "../../homeassistant/registry/registry-entries.ts";
import { isCommonWord, isHouseholdWord } from "../../languages/common-words.ts";
import type { NamedThing } from "../../security/egress/cloud/cloud-names.ts";
import { mayGoOut } from "../../security/egress/cloud/cloud-policy.ts";
import type { HomeWord } from "../../security/egress/home-words.ts";
import { isOutOfTheBox } from "../../security/egress/network.ts";
import { namesOf } from "./home-words.ts";
import { MADE_ELSEWHERE, wordsIn } from "./home-words-things.ts";

interface NamedThingsDependencies {
  readonly home: Pick<Home, "areas" | "floors" | "info" | "ready"> &
    Pick<WholeHome, "everything" | "generation"> & { readonly registries: Pick<Registries, "devices"> };
  /** Names of those who may write, and who did. */
  readonly people: () => readonly string[];
  /** Other words of the home: of private facts, of its network, of the owner's own list. The same list as long as nothing changed. */
  readonly words: () => readonly HomeWord[];
}

const OTHER_KINDS: ReadonlySet<string> = new Set(["person", "pet", "profile", "own", "network", "address", "place"]);
const SHORTEST_WORD = 4;
/** Whom a room or a thing is named after: "Mia's room". */
const SHORTEST_NAME = 3;
const NAMES: ReadonlySet<string> = new Set(["person", "pet"]);

/** Everything in the home that has a name, also what is hidden from the assistant. The same list as long as nothing changed. */
export function createNamedThings({ home, people, words }: NamedThingsDependencies): () => readonly NamedThing[] {
  let known: { readonly sign: string; readonly others: readonly HomeWord[]; readonly things: readonly NamedThing[] } | undefined;
  return () => {
    const [writers, others] = [people(), words()];
    const sign = JSON.stringify([home.generation, home.info.name, writers]);
    if (known?.sign !== sign || known.others !== others) {
      const things = read(writers);
      known = { sign, others, things: [...things, ...wordsBeside(things, others)] };
    }
    return known.things;
  };

  function read(writers: readonly string[]): readonly NamedThing[] {
    const entities = [...home.everything()];
    const persons = entities.filter(({ domain }) => domain === "person").flatMap(({ name, aliases }) => [name, ...aliases]);
    const taken = new Set(entities.flatMap(({ name, aliases }) => [name, ...aliases].map((one) => one.toLowerCase())));
    return [
      ...namedPeople([...persons, ...writers]),
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

/** By what they are called: the same name is one person, whoever writes or is known to Home Assistant under it. */
function namedPeople(names: readonly string[]): readonly NamedThing[] {
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ""))].map((name) => ({
    key: `person:${name.toLowerCase()}`,
    kind: "person",
    names: namesOf(name, "person").map(({ text }) => text),
  }));
}
