/** Home Assistant's own services that stand for one of each thing's own: they act on whatever has a service of that name. */
export const GENERIC_SERVICES: ReadonlySet<string> = new Set(["homeassistant.turn_on", "homeassistant.turn_off", "homeassistant.toggle"]);
