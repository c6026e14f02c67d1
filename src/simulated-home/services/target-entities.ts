import type { House } from "../house.ts";
import { domainOf } from "../ids.ts";
import type { Registries } from "../registries.ts";
import type { StateMachine } from "../states.ts";
import type { TargetSelection } from "./services.ts";

/** The entities of a domain (null: any) that a target names, groups of the old kind opened, with those in its areas, floors, devices and labels. */
export function createTargetEntities({
  states,
  registries,
  house,
}: {
  states: StateMachine;
  registries: Registries;
  house: Pick<House, "membersOf">;
}) {
  const { entities, devices } = registries;
  const opened = (entityId: string, found: Set<string>): void => {
    const members = domainOf(entityId) === "group" ? house.membersOf(entityId) : [];
    if (members.length === 0) return void found.add(entityId);
    for (const member of members) if (!found.has(member)) opened(member, found);
  };
  /** What an area, a floor, a device or a label stands for: without what is hidden, and but for labels without settings and diagnostics. */
  const indirect = ({ label_id, device_id, area_id, floor_id }: TargetSelection): string[] =>
    [...entities.values()].flatMap((row) => {
      const device = row.device_id ? devices.get(row.device_id) : undefined;
      const area = registries.areaOf(row.entity_id);
      const labelled = (marks: readonly string[] = []) => marks.some((mark) => label_id.includes(mark));
      const placed =
        (device && (device_id.includes(device.id) || labelled(device.labels))) ||
        (area && (area_id.includes(area.area_id) || floor_id.includes(area.floor_id ?? "") || labelled(area.labels)));
      const meant = row.hidden_by === null && (labelled(row.labels) || (placed && row.entity_category === null));
      return meant ? [row.entity_id] : [];
    });

  return (target: TargetSelection, domain: string | null): string[] => {
    const found = new Set<string>();
    for (const entityId of target.entity_id) {
      if (entityId === "all") for (const row of states.all()) found.add(row.entityId);
      else if (entityId !== "none") opened(entityId, found);
    }
    for (const entityId of indirect(target)) if (states.get(entityId)) found.add(entityId);
    return [...found].filter((entityId) => domain === null || domainOf(entityId) === domain);
  };
}

export type TargetEntities = ReturnType<typeof createTargetEntities>;
