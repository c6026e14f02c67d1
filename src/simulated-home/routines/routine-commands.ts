import { type Answer, type Frame, spanIn } from "../commands.ts";
import type { Furnishing } from "../furnishing.ts";
import type { Logbook } from "../history/logbook.ts";
import type { House } from "../house.ts";
import { domainOf } from "../ids.ts";
import { invalidFormat, Refusal } from "../refusal.ts";
import type { Registries } from "../registries.ts";
import { readTable } from "../tables/tables.ts";
import { configId, routineConfig, sceneConfig, substituted } from "./routine-config.ts";

interface Parts {
  readonly house: House;
  readonly registries: Registries;
  readonly logbook: Logbook;
  readonly furnishing: Furnishing;
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const BUILT_IN = readTable<Texts>("translations");

/** The commands that tell what routines do, what happened and by whom, and what an MQTT device consists of. */
export function createRoutineCommands({ house, registries, logbook, furnishing }: Parts): Readonly<Record<string, Answer>> {
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
      substituted_config: substituted(String(frame["domain"]), String(frame["path"]), frame["input"] as Frame, blueprints),
    }),
    "frontend/get_translations": (frame) => {
      const [language, category] = [required(frame, "language"), required(frame, "category")];
      return { resources: translationsOf(language, category, frame["integration"], furnishing.translations ?? {}) };
    },
    "logbook/get_events": (frame) => {
      required(frame, "start_time");
      return logbook.query({ ...spanIn(frame), entityIds: listOf(frame["entity_ids"]) });
    },
    "mqtt/device/debug_info": (frame) => ({ entities: mqttEntities(required(frame, "device_id"), registries, house), triggers: [] }),
  };
}

/** A category's texts of some integrations (all when left out), in English for want of others. */
function translationsOf(language: string, category: string, integrations: unknown, own: Texts): Record<string, string> {
  const all = { ...BUILT_IN["en"], ...own["en"], ...BUILT_IN[language], ...own[language] };
  const wanted = Object.entries(all).filter(([key]) => {
    const [, integration = "", kind] = key.split(".");
    return kind === category && (integrations === undefined || listOf(integrations).includes(integration));
  });
  return Object.fromEntries(wanted);
}

/** What Home Assistant's REST address of a scene's config answers: `/api/config/scene/config/<id>`. */
export function createConfigAddress({ house }: { house: House }) {
  return (path: string): Frame | undefined => {
    const id = decodeURIComponent(/^\/api\/config\/scene\/config\/([^/?]+)$/.exec(path)?.[1] ?? "");
    const scene = house.all().find((each) => domainOf(each.entity_id) === "scene" && configId(each) === id);
    return scene && sceneConfig(scene);
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
          topic: `homeassistant/device/${identifiers[0]}/config`,
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

function listOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}
