import type { House } from "../house.ts";
import { domainOf } from "../ids.ts";
import type { Registries } from "../registry/registries.ts";
import type { StateMachine } from "../states.ts";
import type { TargetSelection } from "./service-check.ts";

/** Finds what a target stands for. */
export interface TargetEntities {
  /** The entities of a domain (null: any) that a target names, groups of the old kind opened, with those in its areas, floors, devices and labels. */
  of(target: TargetSelection, domain: string | null): string[];
  /** The answer to `extract_from_target`. */
  extract(target: TargetSelection, expandGroups: boolean): Record<string, readonly string[]>;
}

export function createTargetEntities({
  states,
  registries,
  house,
}: {
  states: StateMachine;
  registries: Registries;
  house: Pick<House, "membersOf">;
}): TargetEntities {
  const { entities, devices, areas, floors, labels } = registries;
  const opened = (entityId: string, found: Set<string>, every: boolean): void => {
    const members = every || domainOf(entityId) === "group" ? house.membersOf(entityId) : [];
    if (members.length === 0) return void found.add(entityId);
    for (const member of members) if (!found.has(member)) opened(member, found, every);
  };
  /** What an area, a floor, a device or a label stands for: without what is hidden, and but for labels without settings and diagnostics. */
  const indirect = (target: TargetSelection): string[] =>
    [...entities.values()].flatMap((row) => {
      const device = row.device_id ? devices.get(row.device_id) : undefined;
      const area = registries.areaOf(row.entity_id);
      const labelled = (marks: readonly string[] | undefined) => marks?.some((mark) => target.label_id.includes(mark)) ?? false;
      const placed =
        (device !== undefined && (target.device_id.includes(device.id) || labelled(device.labels))) ||
        (area !== undefined &&
          (target.area_id.includes(area.area_id) ||
            labelled(area.labels) ||
            (area.floor_id !== null && target.floor_id.includes(area.floor_id))));
      const meant = row.hidden_by === null && (labelled(row.labels) || (placed && row.entity_category === null));
      return meant ? [row.entity_id] : [];
    });

  return {
    of(target, domain) {
      const found = new Set<string>();
      for (const entityId of target.entity_id) {
        if (entityId === "all") for (const row of states.all()) found.add(row.entityId);
        else if (entityId !== "none") opened(entityId, found, false);
      }
      for (const entityId of indirect(target)) if (states.get(entityId)) found.add(entityId);
      return [...found].filter((entityId) => domain === null || domainOf(entityId) === domain);
    },
    extract(target, expandGroups) {
      const found = new Set<string>();
      for (const entityId of target.entity_id) opened(entityId, found, expandGroups);
      for (const entityId of indirect(target)) found.add(entityId);
      const inAreas = [...devices.values()].filter(({ area_id }) => area_id !== null && target.area_id.includes(area_id));
      return {
        referenced_entities: [...found],
        referenced_devices: [...new Set([...target.device_id, ...inAreas.map(({ id }) => id)])],
        referenced_areas: target.area_id,
        missing_devices: target.device_id.filter((id) => !devices.has(id)),
        missing_areas: target.area_id.filter((id) => !areas.has(id)),
        missing_floors: target.floor_id.filter((id) => !floors.has(id)),
        missing_labels: target.label_id.filter((id) => !labels.has(id)),
      };
    },
  };
}
