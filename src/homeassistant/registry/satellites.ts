import type { WholeHome } from "./home.ts";

const DOMAIN = "assist_satellite";
/** `AssistSatelliteEntityFeature.ANNOUNCE` */
const ANNOUNCE = 1;

/** The satellite of Assist that an entity's or a device's id means, if it can announce something now. */
export function announcingSatellite(id: string, home: Pick<WholeHome, "everything">): string | undefined {
  for (const { entityId, deviceId, domain, state } of home.everything()) {
    if (domain !== DOMAIN || (entityId !== id && deviceId !== id)) continue;
    const features = Number(state.attributes["supported_features"] ?? 0);
    if (state.state !== "unavailable" && (features & ANNOUNCE) !== 0) return entityId;
  }
  return undefined;
}
