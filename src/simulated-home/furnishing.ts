import { domainOf } from "./ids.ts";
import type { FurnishedEvent, FurnishedForecast } from "./readings.ts";
import type { ServiceCatalogue } from "./services/services.ts";
import { answers, readTable } from "./tables/tables.ts";

/** The zone of a home that names none. */
export const USUAL_ZONE = "Europe/Berlin";

type Fields = Readonly<Record<string, unknown>>;

/** What a home is furnished with. Everything that is left out gets what a real home would have. */
export interface Furnishing {
  readonly name?: string;
  readonly timeZone?: string;
  /** `en` when left out. */
  readonly language?: string;
  readonly floors?: readonly (string | FurnishedFloor)[];
  readonly areas?: readonly (string | FurnishedArea)[];
  readonly labels?: readonly string[];
  readonly people?: readonly string[];
  readonly entities: readonly FurnishedEntity[];
  /** Whether the MQTT integration is set up; false when left out, though single entities may be announced as its own. */
  readonly mqtt?: boolean;
  /** Devices that are more than a name on their entities. */
  readonly devices?: readonly FurnishedDevice[];
  readonly blueprints?: readonly FurnishedBlueprint[];
  /** Services beyond those of every home (`{ shell_command: { restart: { target: "none" } } }`): taken, recorded, without any effect. */
  readonly services?: ServiceCatalogue;
  /** Texts of integrations by language, over the few that every home has: `{ de: { "component.acme.entity.switch.opener.name": "Öffner" } }`. */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface FurnishedDevice {
  readonly name: string;
  readonly area?: string;
  readonly labels?: readonly string[];
  readonly model?: string | null;
  /** `[["zwave_js", "3245146787-12"]]` */
  readonly identifiers?: readonly (readonly [string, string])[];
  readonly connections?: readonly (readonly [string, string])[];
}

export interface FurnishedBlueprint {
  readonly domain: "script" | "automation";
  /** `acme/night.yaml` */
  readonly path: string;
  /** Inputs that must be given. */
  readonly inputs: readonly string[];
  /** The config that it becomes. */
  readonly substitute: (input: Fields) => Fields;
}

export interface FurnishedFloor {
  readonly name: string;
  readonly level?: number;
  readonly aliases?: readonly string[];
}

export interface FurnishedArea {
  readonly name: string;
  /** Name of a floor. */
  readonly floor?: string;
  readonly aliases?: readonly string[];
  readonly labels?: readonly string[];
}

export interface FurnishedEntity {
  readonly entity_id: string;
  /** Friendly name; made from the id when left out. */
  readonly name?: string | null;
  /** Name or id of an area; the device's area if the entity has a device, else its own. Unknown areas are added. */
  readonly area?: string | null;
  /** True and false stand for on and off; null and undefined for what the domain usually is at rest. */
  readonly state?: string | number | boolean | null;
  readonly attributes?: Fields;
  /** Name of its device; entities of one name share a device. */
  readonly device?: string | null;
  readonly labels?: readonly string[];
  readonly aliases?: readonly string[];
  /** Whether assistants may know it; true when left out. */
  readonly exposed?: boolean;
  readonly platform?: string;
  readonly category?: "config" | "diagnostic" | null;
  /** Hidden by its owner: not in what an area, a floor, a label or a device stands for. */
  readonly hidden?: boolean;
  readonly uniqueId?: string;
  readonly translationKey?: string;
  /** False for an entity without a registry entry (YAML without unique id): it has no area, labels or aliases. */
  readonly registered?: boolean;
  /** What a script or an automation does, in order. */
  readonly steps?: readonly FurnishedStep[];
  /** The same as Home Assistant keeps it, instead of `steps`: `{ sequence }`, `{ triggers, actions }` or `{ use_blueprint: { path, input } }`. */
  readonly config?: Fields;
  /** What is in a group: a `group.x`, or a light, switch, lock or cover that stands for others. Its state follows theirs. */
  readonly members?: readonly string[];
  /** The switch that this is the helper of: a lamp, a cover or a fan in its place. */
  readonly wraps?: string;
  /** What an MQTT device announced for it (`{ command_topic, state_topic }`); makes it one of MQTT's. */
  readonly mqtt?: Fields;
  /** The states that a scene sets: `{ "light.kitchen": { state: "on", brightness: 80 } }`. */
  readonly sets?: Readonly<Record<string, Fields>>;
  /** Code of a lock or an alarm. */
  readonly code?: string;
  /** Items of a to-do list. */
  readonly items?: readonly string[];
  /** Of a calendar. */
  readonly events?: readonly FurnishedEvent[];
  /** Of a weather entity. */
  readonly forecast?: FurnishedForecast;
}

export interface FurnishedStep {
  readonly service: string;
  readonly entityIds: readonly string[];
}

/** The home of the demo: two floors and a garden, some things on, a window open, a battery low, four things hidden from assistants. */
export const demoHome = readTable<Furnishing>("demo-home");

/** The state that an entity starts with. */
export function startingState(entity: FurnishedEntity): string {
  const domain = domainOf(entity.entity_id);
  if (typeof entity.state === "boolean") return entity.state ? "on" : "off";
  if (entity.state !== null && entity.state !== undefined) return String(entity.state);
  if (domain === "todo") return String(entity.items?.length ?? 0);
  return answers.at_rest[domain] ?? "unknown";
}
