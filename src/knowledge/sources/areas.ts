import type { Area, Entity, Floor, Home } from "../../homeassistant/registry/home.ts";
import { isRoutine } from "../../security/policy/read-access.ts";
import type { KnowledgeItem } from "../../storage/knowledge/knowledge-sync.ts";
import type { KnowledgeSource } from "../source.ts";
import { needHome } from "./wait-for-home.ts";

/** Names that fit into one passage; of a fuller room the kinds are told. */
const MOST_NAMES = 30;

/** Rooms and areas: what they are called, on which floor they are, and what exposed things stand there. And floors with their rooms. */
export function createAreaSource({ home }: { readonly home: Pick<Home, "ready" | "exposed" | "areas" | "floors"> }): KnowledgeSource {
  return {
    source: "area",
    async read() {
      needHome(home);
      const floors = new Map(home.floors().map((floor) => [floor.floorId, floor.name]));
      const onFloor = Map.groupBy(home.areas(), ({ floorId }) => floorId);
      const inArea = Map.groupBy(
        home.exposed().filter(({ domain }) => !isRoutine(domain) && domain !== "person"),
        ({ area }) => area?.areaId,
      );
      return [
        ...home.areas().map((area) => itemOf(area, floors.get(area.floorId ?? ""), inArea.get(area.areaId) ?? [])),
        ...home.floors().map((floor) => floorItem(floor, onFloor.get(floor.floorId) ?? [])),
      ];
    },
  };
}

function itemOf({ areaId, name, aliases }: Area, floor: string | undefined, entities: readonly Entity[]): KnowledgeItem {
  const names = entities.map((entity) => entity.name).sort();
  const more = names.length - MOST_NAMES;
  const text = [
    `${name}: a room or area of the home${floor === undefined ? "" : ` on ${floor}`}.`,
    aliases.length > 0 ? `Also called ${aliases.join(", ")}.` : "",
    names.length > 0 ? `In it: ${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more things` : ""}.` : "",
  ];
  return { ref: areaId, text: text.filter((part) => part !== "").join(" "), metadata: { areaId, name }, origin: "home" };
}

function floorItem({ floorId, name, aliases }: Floor, areas: readonly Area[]): KnowledgeItem {
  const names = areas.map((area) => area.name).sort();
  const text = [
    `${name}: a floor or level of the home.`,
    aliases.length > 0 ? `Also called ${aliases.join(", ")}.` : "",
    names.length > 0 ? `Rooms and areas on it: ${names.join(", ")}.` : "",
  ];
  return { ref: `floor ${floorId}`, text: text.filter((part) => part !== "").join(" "), metadata: { name }, origin: "home" };
}
