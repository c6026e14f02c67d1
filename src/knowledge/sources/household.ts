import type { EntityDetails } from "../../entity-search/entity-postings.ts";
import type { Area, Entity, Floor, Home } from "../../homeassistant/registry/home.ts";
import { isRoutine } from "../../security/policy/read-access.ts";
import type { KnowledgeItem } from "../../storage/knowledge/knowledge-sync.ts";
import { homeSource, type KnowledgeSource } from "../source.ts";

const MOST_NAMES = 30;
const MOST_MEMBERS = 12;

/** Exposed entities: names, kind, place and maker. Never their states, which would be another text each minute. */
export function createEntitySource({
  home,
  detailsOf,
}: {
  readonly home: Pick<Home, "ready" | "exposed" | "find">;
  readonly detailsOf: (entity: Entity) => EntityDetails;
}): KnowledgeSource {
  return homeSource("entity", home, async () =>
    entitiesOf(home).map((entity) => entityItem(entity, detailsOf(entity), (entityId) => home.find(entityId)?.name)),
  );
}

/** Areas with their floor and their exposed entities, and floors with their areas. */
export function createAreaSource({ home }: { readonly home: Pick<Home, "ready" | "exposed" | "areas" | "floors"> }): KnowledgeSource {
  return homeSource("area", home, async () => {
    const [areas, floors] = [home.areas(), home.floors()];
    const onFloor = Map.groupBy(areas, ({ floorId }) => floorId);
    const inArea = Map.groupBy(entitiesOf(home), ({ area }) => area?.areaId);
    const areaItems = areas.map((area) => {
      const floor = floors.find(({ floorId }) => floorId === area.floorId)?.name;
      return areaItem(area, floor, inArea.get(area.areaId) ?? []);
    });
    return [...areaItems, ...floors.map((floor) => floorItem(floor, onFloor.get(floor.floorId) ?? []))];
  });
}

interface HouseholdMember {
  readonly name: string;
  readonly role: string;
  readonly haPerson: string | undefined;
}

/** Who belongs to the home: the people of the options, and the exposed ones of Home Assistant. Never where they are. */
export function createPeopleSource({
  home,
  people,
}: {
  readonly home: Pick<Home, "ready" | "exposed">;
  readonly people: readonly HouseholdMember[];
}): KnowledgeSource {
  return homeSource("person", home, async () => {
    const exposed = home.exposed().filter(({ domain }) => domain === "person");
    const configured = people.map(({ name, role, haPerson }): KnowledgeItem => {
      const known = exposed.find(({ entityId }) => entityId === haPerson);
      const names = [...new Set([known?.name ?? name, ...(known?.aliases ?? [])])].filter((other) => other !== name);
      const text = sentences(`${name} is ${/^[aeiou]/.test(role) ? "an" : "a"} ${role} of this home.`, alsoCalled(names));
      return { ref: `people ${name}`, text, metadata: { name }, origin: "home" };
    });
    const others = exposed.filter(({ entityId }) => people.every(({ haPerson }) => haPerson !== entityId));
    const theirs = others.map(({ entityId, name, aliases, domain }): KnowledgeItem => {
      const text = sentences(`${name} lives here.`, alsoCalled(aliases));
      return { ref: entityId, text, metadata: { entityId, domain, name }, origin: "home" };
    });
    return [...configured, ...theirs];
  });
}

function entitiesOf(home: Pick<Home, "exposed">): readonly Entity[] {
  return home.exposed().filter(({ domain }) => !isRoutine(domain) && domain !== "person");
}

function entityItem(entity: Entity, details: EntityDetails, nameOf: (entityId: string) => string | undefined): KnowledgeItem {
  const { entityId, domain, name, aliases, area, floor, deviceClass, state } = entity;
  const { device, maker, model, labels = [] } = details;
  const kind = [...new Set([deviceClass ?? domain, domain])].join(" ").replaceAll("_", " ");
  const place = area ? ` in ${area.name}${floor ? ` (${floor.name})` : ""}` : "";
  const { entity_id: members } = state.attributes;
  const memberNames = Array.isArray(members) ? members.flatMap((id) => nameOf(String(id)) ?? []) : [];
  const made = [maker && `maker: ${maker}`, model && `model: ${model}`].filter(Boolean).join(", ");
  const text = sentences(
    `${name}: a ${kind}${place}.`,
    alsoCalled(aliases),
    area && area.aliases.length > 0 ? `${area.name} is also called ${area.aliases.join(", ")}.` : "",
    device === undefined || name.startsWith(device) ? "" : `Part of ${device}.`,
    made === "" ? "" : `Its ${made}.`,
    list("Labels: ", labels),
    list("Stands for ", memberNames.slice(0, MOST_MEMBERS)),
  );
  return { ref: entityId, text, metadata: { entityId, domain, name, ...(area && { areaId: area.areaId }) }, origin: "home" };
}

function areaItem({ areaId, name, aliases }: Area, floor: string | undefined, entities: readonly Entity[]): KnowledgeItem {
  const names = entities.map((entity) => entity.name).sort();
  const more = names.length - MOST_NAMES;
  const text = sentences(
    `${name}: a room or area of the home${floor === undefined ? "" : ` on ${floor}`}.`,
    alsoCalled(aliases),
    names.length > 0 ? `In it: ${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more things` : ""}.` : "",
  );
  return { ref: areaId, text, metadata: { areaId, name }, origin: "home" };
}

function floorItem({ floorId, name, aliases }: Floor, areas: readonly Area[]): KnowledgeItem {
  const names = areas.map((area) => area.name).sort();
  const text = sentences(`${name}: a floor or level of the home.`, alsoCalled(aliases), list("Rooms and areas on it: ", names));
  return { ref: `floor ${floorId}`, text, metadata: { name }, origin: "home" };
}

function alsoCalled(names: readonly string[]): string {
  return list("Also called ", names);
}

function list(head: string, names: readonly string[]): string {
  return names.length > 0 ? `${head}${names.join(", ")}.` : "";
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
