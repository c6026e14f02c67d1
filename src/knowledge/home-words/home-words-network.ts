import type { Entity } from "../../homeassistant/registry/home.ts";

/** Attributes in which trackers and routers tell names of the network. */
const NAMES = ["ssid", "essid", "host_name", "hostname", "bssid", "dns_name"];
/** Sensors whose state is the name of a network ("sensor.pixel_wi_fi_connection" of the mobile apps). */
const SENSOR = /(?:^|_)(?:ssid|essid|bssid|wi_?fi_connection|host_?name)(?:_\d+)?$/;
const NOTHING = /^(?:|unknown|unavailable|none|not connected|<not connected>|wi-?fi|wlan|home|localhost)$/i;

/** Ids of entities that may tell a name of the home's network. */
export function networkEntities(entities: readonly Entity[]): readonly string[] {
  return entities.filter(({ entityId, domain }) => domain === "device_tracker" || SENSOR.test(entityId)).map(({ entityId }) => entityId);
}

/** Names of networks and computers, as those entities have them now. */
export function networkNames(entities: readonly Entity[]): readonly string[] {
  const told = entities.flatMap(({ entityId, state }) => [
    ...(SENSOR.test(entityId) ? [state.state] : []),
    ...NAMES.flatMap((name) => {
      const value = state.attributes[name];
      return typeof value === "string" ? [value] : [];
    }),
  ]);
  return [...new Set(told)].filter((name) => !NOTHING.test(name.trim()));
}
