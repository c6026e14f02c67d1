import type { Answer, Frame } from "../commands.ts";
import type { Furnishing } from "../furnishing.ts";
import type { Logbook } from "../history/logbook.ts";
import type { House } from "../house.ts";
import { domainOf, slug } from "../ids.ts";
import { invalidFormat, Refusal } from "../refusal.ts";
import type { Registries } from "../registry/registries.ts";
import { translationsOf } from "../registry/translations.ts";
import type { TargetEntities } from "../services/target-entities.ts";
import { configId, routineConfig, sceneConfig, substituted } from "./routine-config.ts";

interface Parts {
  readonly house: House;
  readonly registries: Registries;
  readonly targets: TargetEntities;
  readonly logbook: Logbook;
  readonly furnishing: Furnishing;
}

const TARGET_KEYS = ["entity_id", "device_id", "area_id", "floor_id", "label_id"];

/** The commands that tell what routines do, what happened and by whom, and what a target or a device consists of. */
export function createRoutineCommands({ house, registries, targets, logbook, furnishing }: Parts): Readonly<Record<string, Answer>> {
  const blueprints = furnishing.blueprints ?? [];
  const config = (domain: string) => (frame: Frame) => {
    const entityId = String(frame["entity_id"]);
    const furnished = domainOf(entityId) === domain ? house.furnished(entityId) : undefined;
    if (!furnished) throw new Refusal("not_found", "Entity not found");
    return { config: routineConfig(furnished, blueprints) };
  };
  return {
    "script/config": config("script"),
    "automation/config": config("automation"),
    "blueprint/substitute": (frame) => ({
      substituted_config: substituted(String(frame["domain"]), String(frame["path"]), objectIn(frame, "input"), blueprints),
    }),
    "frontend/get_translations": (frame) => {
      const integration = frame["integration"];
      return {
        resources: translationsOf(
          {
            language: required(frame, "language"),
            category: required(frame, "category"),
            integrations: integration === undefined ? undefined : listOf(integration),
          },
          furnishing.translations ?? {},
        ),
      };
    },
    "logbook/get_events": (frame) => {
      const from = Date.parse(required(frame, "start_time"));
      const to = frame["end_time"] === undefined ? Number.POSITIVE_INFINITY : Date.parse(String(frame["end_time"]));
      if (Number.isNaN(from)) throw new Refusal("invalid_start_time", "Invalid start_time");
      if (Number.isNaN(to)) throw new Refusal("invalid_end_time", "Invalid end_time");
      const contextId = frame["context_id"] === undefined ? undefined : String(frame["context_id"]);
      return logbook.query({ from, to, entityIds: listOf(frame["entity_ids"]), contextId });
    },
    "trace/contexts": ({ domain, item_id }) =>
      logbook.traces(domain === undefined ? undefined : { domain: String(domain), id: String(item_id) }),
    "mqtt/device/debug_info": (frame) => ({ entities: mqttEntities(required(frame, "device_id"), registries, house), triggers: [] }),
    extract_from_target: (frame) => {
      const target = objectIn(frame, "target");
      const odd = Object.keys(target).find((key) => !TARGET_KEYS.includes(key));
      if (odd !== undefined) throw invalidFormat(`not a valid option at 'target.${odd}'. Got ${JSON.stringify(target[odd])}`);
      const ids = (key: string) => listOf(target[key]);
      const selection = {
        entity_id: ids("entity_id"),
        device_id: ids("device_id"),
        area_id: ids("area_id"),
        floor_id: ids("floor_id"),
        label_id: ids("label_id"),
      };
      return targets.extract(selection, frame["expand_group"] === true);
    },
  };
}

/** What Home Assistant's REST address of a config answers: `/api/config/scene/config/<id>`, and so for scripts and automations. */
export function createConfigAddress({ house, furnishing }: Pick<Parts, "house" | "furnishing">) {
  return (path: string): Frame | undefined => {
    const [, domain, encoded] = /^\/api\/config\/(scene|script|automation)\/config\/([^/?]+)$/.exec(path) ?? [];
    if (encoded === undefined) return undefined;
    const id = decodeURIComponent(encoded);
    const furnished = [...house.all()].find((each) => domainOf(each.entity_id) === domain && configId(each) === id);
    if (!furnished) return undefined;
    return domain === "scene" ? sceneConfig(furnished) : routineConfig(furnished, furnishing.blueprints ?? []);
  };
}

function mqttEntities(deviceId: string, registries: Registries, house: House): Frame[] {
  const device = registries.devices.get(deviceId);
  if (!device) return [];
  return [...registries.entities.values()].flatMap((row) => {
    const mqtt = row.device_id === deviceId ? house.furnished(row.entity_id)?.mqtt : undefined;
    if (!mqtt) return [];
    const identifiers = device.identifiers.map(([, id]) => id);
    const about = { device: { identifiers, name: device.name }, origin: { name: "demo" } };
    return [
      {
        entity_id: row.entity_id,
        subscriptions: mqtt["state_topic"] === undefined ? [] : [{ topic: mqtt["state_topic"], messages: [] }],
        discovery_data: {
          topic: `homeassistant/device/${identifiers[0] ?? slug(device.name)}/config`,
          payload: { ...mqtt, unique_id: row["unique_id"], name: row["original_name"], ...about },
        },
        transmitted: [],
      },
    ];
  });
}

function required(frame: Frame, key: string): string {
  const value = frame[key];
  if (typeof value !== "string") throw invalidFormat(`required key not provided at '${key}'. Got None`);
  return value;
}

function objectIn(frame: Frame, key: string): Frame {
  const value = frame[key];
  if (typeof value !== "object" || value === null) throw invalidFormat(`required key not provided at '${key}'. Got None`);
  return value as Frame;
}

function listOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}
