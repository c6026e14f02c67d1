import { folded } from "../../text/fold.ts";
import type { Entity } from "./home.ts";

/** Classes of contacts that tell whether something stands open. */
export const DOORS: readonly string[] = ["door", "window", "garage_door", "opening"];
/** Covers that no one comes in by; a cover without a class may be one. */
export const SHADES: ReadonlySet<string> = new Set(["awning", "blind", "curtain", "damper", "shade", "shutter"]);

const ENTRANCES = ["door", "garage", "gate", "window"];

/** Whether it is a door that opens by itself. */
export function isGateway({ domain, deviceClass = "" }: Entity): boolean {
  return domain === "cover" && deviceClass !== "window" && ENTRANCES.includes(deviceClass);
}

/** What may be a door, a window or something else that one opens. */
export const OPENINGS: readonly string[] = [
  ...DOORS.map((deviceClass) => `binary_sensor.${deviceClass}`),
  ...[...ENTRANCES, ...SHADES].map((deviceClass) => `cover.${deviceClass}`),
];

/** Whether the entity counts when everything is said to be so: of covers those that one comes in by, told by their class. */
export function isOfEverything({ domain, deviceClass }: Entity): boolean {
  return domain === "cover" ? !SHADES.has(deviceClass ?? "") : domain !== "valve";
}

/** Members of a group, by their ids; none of what is no group. */
export function groupMembers({ state: { attributes } }: Pick<Entity, "state">): readonly string[] {
  const members = attributes["entity_id"];
  return Array.isArray(members) ? members.map(String) : [];
}

/** A group tells no more than its members, where all of them are there. */
export function withoutGroups(entities: readonly Entity[]): readonly Entity[] {
  const ids = new Set(entities.map(({ entityId }) => entityId));
  return entities.filter((entity) => {
    const members = groupMembers(entity);
    return members.length === 0 || !members.every((member) => ids.has(member));
  });
}

/** Whether one of them tells of the door that a lock is on: of the same device, or of its area and called by all of its name. */
export function hasContact(lock: Entity, entities: readonly Entity[]): boolean {
  const name = new Set(folded(lock.name).split(" "));
  return entities.some(
    ({ domain, deviceId, area, name: other }) =>
      domain !== "lock" &&
      ((deviceId !== undefined && deviceId === lock.deviceId) ||
        (area?.areaId === lock.area?.areaId && name.isSubsetOf(new Set(folded(other).split(" "))))),
  );
}
