import type { EntityDetails } from "../src/entity-search/entity-postings.ts";
import type { Area, Entity, Floor, Home } from "../src/homeassistant/registry/home.ts";
import type { DomainWords } from "../src/homeassistant/registry/translations.ts";
import type { DistractorRow, HomeEntityRow } from "./retrieval-rows.ts";

import DOMAIN_WORDS from "./rows/domain-words.json" with { type: "json" };

/** A home that stands still, as the search needs it. */
export interface StillHome extends Pick<Home, "exposed" | "generation"> {
  detailsOf(entity: Entity): EntityDetails;
  /** The area of a device by its name as an id: `nest_hub`. */
  areaOfDevice(device: string): string | undefined;
}

/** What a device of a large home has besides what people use. */
const DIAGNOSTICS: readonly (readonly [name: string, domain: string, deviceClass: string | undefined])[] = [
  ["Battery", "sensor", "battery"],
  ["Signal strength", "sensor", "signal_strength"],
  ["Power", "sensor", "power"],
  ["Energy", "sensor", "energy"],
  ["Firmware", "update", "firmware"],
  ["Last seen", "sensor", "timestamp"],
  ["Identify", "button", "identify"],
  ["Power-on behavior", "select", undefined],
];

/** The home of a row as it is. */
export function ownHome(rows: readonly HomeEntityRow[]): StillHome {
  return stillHome(rows);
}

/** The same home among many things: those of other homes whose names it has not, and eight diagnostic entities for each of its own. */
export function largeHome(rows: readonly HomeEntityRow[], distractors: readonly DistractorRow[]): StillHome {
  const names = new Set(rows.map(nameOf));
  const others = distractors.filter(({ name }) => !names.has(name)).map((row) => ({ ...blank, ...row, device: row.device }));
  const diagnostics = rows.flatMap((row) =>
    DIAGNOSTICS.map(([name, domain, deviceClass]) => ({
      ...row,
      entity_id: `${domain}.${slug(row.entity_id)}_${slug(name)}`,
      name: `${nameOf(row)} ${name}`,
      attributes: deviceClass === undefined ? null : { device_class: deviceClass },
    })),
  );
  return stillHome([...rows, ...others, ...diagnostics]);
}

/** Home Assistant's English words for kinds of entities, of 2026.11: names, device classes and, parted by `|`, names of states, attributes and actions. */
export function englishWords(): DomainWords {
  const parts = (text: string) => text.split("|").filter((part) => part !== "");
  return {
    language: "en",
    domains: new Map(
      Object.entries(DOMAIN_WORDS).map(([domain, { names, classes, deeds }]) => [
        domain,
        {
          names: parts(names),
          classes: Object.fromEntries(parts(classes).map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)])),
          deeds: parts(deeds),
        },
      ]),
    ),
  };
}

const blank = { dataset: "", home_id: "", area: null, floor: null, device_model: null, manufacturer: null, attributes: null };

function stillHome(rows: readonly HomeEntityRow[]): StillHome {
  const floors = new Map<string, Floor>();
  const areas = new Map<string, Area>();
  const entities: Entity[] = [];
  const details = new Map<string, EntityDetails>();
  for (const row of rows) {
    const floor = row.floor === null ? undefined : { floorId: slug(row.floor), name: row.floor, aliases: [], level: null };
    if (floor) floors.set(floor.floorId, floor);
    const area = row.area === null ? undefined : { areaId: slug(row.area), name: row.area, aliases: [], floorId: floor?.floorId ?? null };
    if (area) areas.set(area.areaId, area);
    entities.push(entityOf(row, area && areas.get(area.areaId), floor && floors.get(floor.floorId)));
    details.set(row.entity_id, {
      device: row.device ?? undefined,
      maker: row.manufacturer ?? undefined,
      model: row.device_model ?? undefined,
      labels: [],
    });
  }
  const deviceAreas = new Map(rows.flatMap(({ device, area }) => (device !== null && area !== null ? [[slug(device), slug(area)]] : [])));
  return {
    exposed: () => entities,
    generation: 1,
    detailsOf: ({ entityId }) => details.get(entityId) ?? {},
    areaOfDevice: (device) => deviceAreas.get(device),
  };
}

function entityOf(row: HomeEntityRow, area: Area | undefined, floor: Floor | undefined): Entity {
  const entityId = row.entity_id;
  return {
    ...{ entityId, area, floor, name: nameOf(row), aliases: [], labels: [], deviceId: undefined, platform: undefined, exposed: true },
    domain: entityId.slice(0, entityId.indexOf(".")),
    deviceClass: memberName(row.attributes?.["device_class"]),
    state: {
      ...{ entityId, state: "off", attributes: {}, lastChanged: 0, lastUpdated: 0 },
      context: { id: "01", userId: null },
    },
  };
}

function nameOf({ entity_id: id, name }: HomeEntityRow): string {
  return name ?? id.slice(id.indexOf(".") + 1).replaceAll("_", " ");
}

/** `cover.CoverDeviceClass.GARAGE` → `garage`, as the data write a class; undefined for anything but a text. */
function memberName(value: unknown): string | undefined {
  return typeof value === "string" ? value.slice(value.lastIndexOf(".") + 1).toLowerCase() : undefined;
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
}
