/** What a thing may be called outside, by its domain. */
const DOMAINS: Readonly<Record<string, string>> = {
  light: "smart light",
  switch: "smart switch",
  lock: "smart lock",
  cover: "smart blind",
  climate: "smart thermostat",
  camera: "security camera",
  media_player: "media player",
  vacuum: "robot vacuum",
  fan: "smart fan",
  humidifier: "humidifier",
  water_heater: "water heater",
  alarm_control_panel: "alarm system",
  siren: "siren",
  valve: "smart valve",
  lawn_mower: "robot mower",
  binary_sensor: "sensor",
  sensor: "sensor",
  device_tracker: "device tracker",
  person: "person entity",
  zone: "zone",
  automation: "automation",
  script: "script",
  scene: "scene",
  remote: "remote control",
  update: "firmware update",
  weather: "weather entity",
  calendar: "calendar",
  todo: "to-do list",
};
/** Words within an id that say more than its domain does; the first that fits is taken. */
const THINGS: readonly (readonly [RegExp, string])[] = [
  [/relay/, "smart relay"],
  [/plug|outlet|socket|steckdose|stekker|prise|enchufe/, "smart plug"],
  [/dimmer/, "smart dimmer"],
  [/strip/, "LED strip"],
  [/bulb/, "smart bulb"],
  [/doorbell|klingel|deurbel/, "smart doorbell"],
  [/garage/, "garage door opener"],
  [/thermostat|trv|radiator|heizung|verwarming/, "smart thermostat"],
  [/curtain|blind|shutter|shade|rollo|jalousie|gordijn|volet|persiana/, "smart blind"],
  [/washer|washing_machine|waschmaschine|wasmachine|lave_linge|lavadora/, "washing machine"],
  [/dishwasher|spulmaschine|geschirrspuler|vaatwasser|lavavajillas/, "dishwasher"],
  [/dryer|trockner/, "dryer"],
  [/fridge|freezer|kuhlschrank|koelkast/, "smart fridge"],
  [/boiler/, "water boiler"],
  [/iphone|phone|pixel|galaxy/, "phone"],
  [/ipad|tablet/, "tablet"],
  [/macbook|laptop/, "laptop"],
  [/vacuum|roborock|roomba|sauger/, "robot vacuum"],
  [/camera|(?:^|_)cam(?:_|$)/, "security camera"],
  [/speaker|sonos|echo/, "smart speaker"],
  [/(?:^|_)tv(?:_|$)|television|fernseher/, "smart TV"],
];
/** Of sensors: what they measure or notice. */
const MEASURES =
  /temperature|humidity|motion|occupancy|presence|smoke|gas|co2|carbon_dioxide|carbon_monoxide|moisture|leak|door|window|vibration|illuminance|power|energy|battery|pressure|pm25|signal|voltage|current|water|noise/;
const SENSORS = new Set(["sensor", "binary_sensor"]);

/** What an entity may be called outside: "smart light" of `light.ellies_room`, "smart relay" of `switch.shelly_relay`. */
export function genericOfEntity(entityId: string, deviceClass?: string): string {
  const [domain = "", object = ""] = entityId.toLowerCase().split(".");
  const words = `${deviceClass ?? ""}_${object}`;
  if (SENSORS.has(domain)) {
    const measure = MEASURES.exec(words)?.[0];
    return measure === undefined ? "sensor" : `${measure.replaceAll("_", " ")} sensor`;
  }
  const said = THINGS.find(([pattern]) => pattern.test(words))?.[1];
  return said ?? DOMAINS[domain] ?? "smart home device";
}
