import type { FurnishedArea, FurnishedEntity } from "../src/simulated-home/furnishing.ts";
import type { Dice } from "./knowledge-dice.ts";

export type Language = "en" | "de" | "fr" | "es";

export interface Room {
  readonly name: string;
  readonly floor: string;
  readonly language: Language;
  /** Kinds of things that stand in it. */
  readonly kinds: readonly ThingKind[];
}

/** A device with what it is made by. */
export interface Thing {
  readonly kind: ThingKind;
  readonly room: Room;
  readonly name: string;
  readonly entityId: string;
  readonly maker: string;
  readonly model: string;
}

export type ThingKind = keyof typeof KINDS;

/** What stands in rooms: the domain, its device class, what it is called in each language, and what it may be bought as. */
const KINDS = {
  light: ["light", "", "Ceiling Light", "Deckenlicht", "Plafonnier", "Lámpara de techo", "Signify|Hue White A60", "IKEA|TRADFRI E27"],
  motion: ["binary_sensor", "motion", "Motion", "Bewegung", "Mouvement", "Movimiento", "Aqara|RTCGQ11LM", "Heiman|HS1MS"],
  temperature: ["sensor", "temperature", "Temperature", "Temperatur", "Température", "Temperatura", "Sensirion|SHT45", "Xiaomi|LYWSD03MMC"],
  humidity: ["sensor", "humidity", "Humidity", "Luftfeuchte", "Humidité", "Humedad", "Bosch|BME280", "SwitchBot|Meter Plus"],
  window: ["binary_sensor", "window", "Window", "Fenster", "Fenêtre", "Ventana", "Fibaro|FGDW-002", "Homematic|HmIP-SWDO"],
  thermostat: ["climate", "", "Thermostat", "Thermostat", "Thermostat", "Termostato", "tado|V3+", "Danfoss|Ally"],
  blind: ["cover", "blind", "Blind", "Rollo", "Store", "Persiana", "Somfy|Sonesse 28", "Velux|KLF 200"],
  plug: ["switch", "outlet", "Plug", "Steckdose", "Prise", "Enchufe", "Shelly|Plug S", "TP-Link|HS110"],
  speaker: ["media_player", "speaker", "Speaker", "Lautsprecher", "Enceinte", "Altavoz", "Sonos|One SL", "Bose|Home 300"],
  fan: ["fan", "", "Fan", "Lüfter", "Ventilateur", "Ventilador", "Dyson|AM07", "Vornado|660"],
  smoke: ["binary_sensor", "smoke", "Smoke Alarm", "Rauchmelder", "Détecteur de fumée", "Detector de humo", "Nest|Protect", "Ei|650i"],
  leak: [
    "binary_sensor",
    "moisture",
    "Leak Sensor",
    "Wassermelder",
    "Détecteur de fuite",
    "Sensor de fuga",
    "Govee|H5054",
    "Develco|FLSZB",
  ],
  tv: ["media_player", "tv", "TV", "Fernseher", "Télévision", "Televisor", "LG|OLED55C3", "Samsung|QE65Q80"],
  purifier: ["fan", "", "Air Purifier", "Luftreiniger", "Purificateur", "Purificador", "Coway|AP-1512", "Levoit|Core 400S"],
} as const;

const LANGUAGES: readonly Language[] = ["en", "de", "fr", "es"];
const BASICS: readonly ThingKind[] = ["light", "motion", "temperature", "humidity"];
const EXTRAS: readonly ThingKind[] = ["window", "thermostat", "blind", "plug", "speaker", "fan", "smoke", "leak", "tv", "purifier"];
/** Kinds that run on batteries. */
const ON_BATTERY: ReadonlySet<ThingKind> = new Set(["motion", "temperature", "humidity", "window", "thermostat", "smoke", "leak"]);

const FLOORS: readonly { readonly names: readonly string[]; readonly rooms: readonly string[]; readonly count: number }[] = [
  {
    names: ["Ground Floor", "Main Floor"],
    rooms: ["Kitchen", "Living Room", "Dining Room", "Hallway", "Pantry", "Conservatory", "Den", "Study", "Guest Toilet", "Playroom"],
    count: 6,
  },
  {
    names: ["Upstairs", "First Floor", "Upper Floor"],
    rooms: ["Bedroom", "Nursery", "Bathroom", "Landing", "Dressing Room", "Guest Room", "Library", "Music Room", "Ensuite"],
    count: 6,
  },
  { names: ["Basement", "Lower Level"], rooms: ["Wine Cellar", "Boiler Room", "Workshop", "Gym", "Laundry", "Cinema"], count: 4 },
  { names: ["Attic", "Top Floor"], rooms: ["Loft", "Sewing Room", "Hobby Room", "Darkroom"], count: 2 },
  { names: ["Outside", "Grounds"], rooms: ["Garage", "Patio", "Driveway", "Greenhouse", "Shed", "Pool House"], count: 3 },
];
const FOREIGN: Readonly<Record<Exclude<Language, "en">, readonly string[]>> = {
  de: ["Wohnküche", "Schlafkammer", "Werkstatt", "Gästebad", "Arbeitszimmer", "Waschküche", "Kinderzimmer", "Wintergarten"],
  fr: ["Atelier", "Véranda", "Buanderie", "Grenier"],
  es: ["Comedor", "Terraza", "Despensa", "Dormitorio"],
};

/** Rooms on their floors; those of other languages on one of their own. */
export function someRooms(dice: Dice): readonly Room[] {
  const own = FLOORS.flatMap(({ names, rooms, count }) => {
    const floor = dice.pick(names);
    return dice.sample(rooms, count).map((name): Room => ({ name, floor, language: "en", kinds: someKinds(dice) }));
  });
  const annex = dice.pick(["Annex", "Granny Flat"]);
  const foreign = (["de", "fr", "es"] as const).flatMap((language) =>
    dice.sample(FOREIGN[language], language === "de" ? 5 : 2).map((name): Room => {
      return { name, floor: annex, language, kinds: [...BASICS, "window", "thermostat", "blind", "plug"] };
    }),
  );
  return [...own, ...foreign];
}

function someKinds(dice: Dice): readonly ThingKind[] {
  return [...BASICS, ...dice.sample(EXTRAS, dice.whole(5, 8))];
}

export function areasOf(rooms: readonly Room[]): readonly FurnishedArea[] {
  return rooms.map(({ name, floor }) => ({ name, floor }));
}

/** The things of a room, each a device of its own. */
export function thingsOf(room: Room, dice: Dice): readonly Thing[] {
  return room.kinds.map((kind) => {
    const [domain, , ...names] = KINDS[kind];
    const name = `${room.name} ${names[LANGUAGES.indexOf(room.language)]}`;
    const [maker = "", model = ""] = dice.pick(names.slice(LANGUAGES.length)).split("|");
    return { kind, room, name, entityId: `${domain}.${idOf(name)}`, maker, model };
  });
}

/** A device's entities: the one that people use, and those that tell how the device is. */
export function entitiesOf({ kind, room, name, entityId }: Thing): readonly FurnishedEntity[] {
  const [domain, deviceClass] = KINDS[kind];
  const own = { area: room.name, device: name };
  const attributes = {
    ...(deviceClass !== "" && { device_class: deviceClass }),
    ...(kind === "temperature" && { unit_of_measurement: "°C", state_class: "measurement" }),
    ...(kind === "humidity" && { unit_of_measurement: "%", state_class: "measurement" }),
  };
  const diagnostic = (suffix: string, of: string, more: Partial<FurnishedEntity>): FurnishedEntity => ({
    ...{ entity_id: `${of}.${idOf(name)}_${idOf(suffix)}`, name: `${name} ${suffix}`, category: "diagnostic", ...own, ...more },
  });
  const percent = { device_class: "battery", unit_of_measurement: "%", state_class: "measurement" };
  return [
    { entity_id: entityId, name, ...own, attributes, ...(domain === "sensor" && { state: 21 }) },
    ...(ON_BATTERY.has(kind) ? [diagnostic("Battery", "sensor", { state: 80, attributes: percent })] : []),
    ...(kind === "plug" || kind === "tv"
      ? [diagnostic("Power", "sensor", { state: 4, attributes: { device_class: "power", unit_of_measurement: "W" } })]
      : []),
    diagnostic("Signal", "sensor", { state: -60, attributes: { device_class: "signal_strength", unit_of_measurement: "dBm" } }),
    diagnostic("Firmware", "update", { state: "off", attributes: { device_class: "firmware" } }),
    diagnostic("Identify", "button", { exposed: false, attributes: { device_class: "identify" } }),
    diagnostic("Last seen", "sensor", { exposed: false, attributes: { device_class: "timestamp" } }),
  ];
}

export function hasBattery({ kind }: Thing): boolean {
  return ON_BATTERY.has(kind);
}

export function idOf(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");
}
