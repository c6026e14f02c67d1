import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { Registries } from "../../homeassistant/registry/registries.ts";
import type { DeviceEntry } from "../../homeassistant/registry/registry-entries.ts";
import { isRoutine } from "../../security/policy/read-access.ts";
import type { KnowledgeItem } from "../../storage/knowledge/knowledge-sync.ts";
import type { KnowledgeSource } from "../source.ts";
import { needHome } from "./wait-for-home.ts";

/** A group with more is told by its first. */
const MOST_MEMBERS = 12;

/**
 * Exposed things of the home: what they are called, what they are, where, and who made them; never how they are now, for that is another
 * text each minute.
 */
export function createEntitySource({
  home,
  labelName,
}: {
  readonly home: Pick<Home, "ready" | "exposed" | "find"> & { readonly registries: Pick<Registries, "devices"> };
  readonly labelName: (labelId: string) => string | undefined;
}): KnowledgeSource {
  return {
    source: "entity",
    async read() {
      needHome(home);
      const { devices } = home.registries;
      const deviceOf = (deviceId: string) => devices.get(deviceId);
      const told = home.exposed().filter(({ domain }) => !isRoutine(domain) && domain !== "person");
      return told.map((entity) => itemOf(entity, { labelName, nameOf: (entityId) => home.find(entityId)?.name, deviceOf }));
    },
  };
}

type Device = Pick<DeviceEntry, "name" | "maker" | "model">;

interface Names {
  readonly labelName: (labelId: string) => string | undefined;
  readonly nameOf: (entityId: string) => string | undefined;
  readonly deviceOf: (deviceId: string) => Device | undefined;
}

function itemOf(entity: Entity, { labelName, nameOf, deviceOf }: Names): KnowledgeItem {
  const { entityId, domain, name, aliases, area, floor, deviceClass, labels } = entity;
  const kind = [deviceClass, domain].filter((word) => word !== undefined).map((word) => word.replaceAll("_", " "));
  const place = area ? ` in ${area.name}${floor ? ` (${floor.name})` : ""}` : "";
  const members = membersOf(entity).flatMap((id) => nameOf(id) ?? []);
  const labelled = labels.flatMap((label) => labelName(label) ?? []);
  const text = [
    `${name}: a ${[...new Set(kind)].join(" ")}${place}.`,
    aliases.length > 0 ? `Also called ${aliases.join(", ")}.` : "",
    area && area.aliases.length > 0 ? `${area.name} is also called ${area.aliases.join(", ")}.` : "",
    deviceWords(entity, deviceOf),
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

/** The device's own name where the entity's does not begin with it, and who made what. */
function deviceWords({ name, deviceId }: Entity, deviceOf: Names["deviceOf"]): string {
  const device = deviceId === undefined ? undefined : deviceOf(deviceId);
  if (device === undefined) return "";
  const part = device.name === undefined || name.startsWith(device.name) ? [] : [`Part of ${device.name}.`];
  const made = [device.maker && `maker: ${device.maker}`, device.model && `model: ${device.model}`].filter(Boolean).join(", ");
  return [...part, ...(made === "" ? [] : [`Its ${made}.`])].join(" ");
}

function membersOf({ state }: Entity): readonly string[] {
  const { entity_id: members } = state.attributes;
  return Array.isArray(members) ? members.filter((id) => typeof id === "string") : [];
}
