import type { Entity, Home } from "../../homeassistant/home.ts";
import { isRoutine } from "../../security/readable.ts";
import type { KnowledgeItem } from "../../storage/knowledge-sync.ts";
import { needHome } from "./home-there.ts";
import type { KnowledgeSource } from "./source.ts";

/** A group with more is told by its first. */
const MOST_MEMBERS = 12;

/** Exposed things of the home: what they are called, what they are and where; never how they are now, for that is another text each minute. */
export function createEntitySource({
  home,
  labelName,
}: {
  readonly home: Pick<Home, "ready" | "exposed" | "find">;
  readonly labelName: (labelId: string) => string | undefined;
}): KnowledgeSource {
  return {
    source: "entity",
    async read() {
      needHome(home);
      const told = home.exposed().filter(({ domain }) => !isRoutine(domain) && domain !== "person");
      return told.map((entity) => itemOf(entity, { labelName, nameOf: (entityId) => home.find(entityId)?.name }));
    },
  };
}

interface Names {
  readonly labelName: (labelId: string) => string | undefined;
  readonly nameOf: (entityId: string) => string | undefined;
}

function itemOf(entity: Entity, { labelName, nameOf }: Names): KnowledgeItem {
  const { entityId, domain, name, aliases, area, floor, deviceClass, labels } = entity;
  const kind = [deviceClass, domain].filter((word) => word !== undefined).map((word) => word.replaceAll("_", " "));
  const place = area ? ` in ${area.name}${floor ? ` (${floor.name})` : ""}` : "";
  const members = membersOf(entity).flatMap((id) => nameOf(id) ?? []);
  const labelled = labels.flatMap((label) => labelName(label) ?? []);
  const text = [
    `${name}: a ${[...new Set(kind)].join(" ")}${place}.`,
    aliases.length > 0 ? `Also called ${aliases.join(", ")}.` : "",
    area && area.aliases.length > 0 ? `${area.name} is also called ${area.aliases.join(", ")}.` : "",
    labelled.length > 0 ? `Labels: ${labelled.join(", ")}.` : "",
    members.length > 0 ? `Stands for ${members.slice(0, MOST_MEMBERS).join(", ")}.` : "",
  ];
  return {
    ref: entityId,
    text: text.filter((part) => part !== "").join(" "),
    metadata: { entityId, domain, name, ...(area && { areaId: area.areaId }) },
    origin: "home",
  };
}

function membersOf({ state }: Entity): readonly string[] {
  const { entity_id: members } = state.attributes;
  return Array.isArray(members) ? members.filter((id) => typeof id === "string") : [];
}
