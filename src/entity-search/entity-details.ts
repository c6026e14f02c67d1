import type { Entity } from "../homeassistant/registry/home.ts";
import type { Registries } from "../homeassistant/registry/registries.ts";
import type { EntityDetails } from "./entity-postings.ts";

/** What the registries tell of an entity beside its own description: its device, who made that, and what its labels are called. */
export function createEntityDetails(registries: Pick<Registries, "devices" | "labels">): (entity: Entity) => EntityDetails {
  return ({ deviceId, labels }) => {
    const device = deviceId === undefined ? undefined : registries.devices.get(deviceId);
    return {
      device: device?.name,
      maker: device?.maker,
      model: device?.model,
      labels: labels.flatMap((labelId) => registries.labels.get(labelId)?.name ?? []),
    };
  };
}
