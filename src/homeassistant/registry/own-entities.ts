import type { EntityEntry } from "./registry-entries.ts";

/** By which MQTT's integration knows one of our entities. */
export function ownUniqueId(id: string): string {
  return `ha_personal_assistant_${id}`;
}

/** Of the sensors that show what is amiss. */
export function findingUniqueId(kind: string): string {
  return ownUniqueId(`finding_${kind}`);
}

/** As Home Assistant names them at first. */
export const FINDING_ENTITY = "binary_sensor.ha_personal_assistant_";

/** True of a sensor that shows what the service found amiss: it is no fact of the home, and must not be found again. It is told by its id before the registry knows it. */
export function isOwnFinding(entityId: string, entry: Pick<EntityEntry, "platform" | "uniqueId"> | undefined): boolean {
  return entityId.startsWith(FINDING_ENTITY) || (entry?.platform === "mqtt" && entry.uniqueId?.startsWith(findingUniqueId("")) === true);
}
