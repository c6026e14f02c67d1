import { CommandError, HomeUnreachableError } from "../../src/homeassistant/connection/errors.ts";
import { createEntityFacts } from "../../src/homeassistant/registry/entity-facts.ts";
import type { Home, WholeHome } from "../../src/homeassistant/registry/home.ts";
import { areaOf, deviceOf, entityOf, floorOf, type RawEntry } from "../../src/homeassistant/registry/registry-entries.ts";
import { createActionReader } from "../../src/homeassistant/services/action-reader.ts";
import type { ResolvedCall } from "../../src/homeassistant/services/services.ts";
import type { CallFacts, EntityFacts } from "../../src/security/effects/action-facts.ts";
import { fakeConnection } from "../fakes/connection.ts";
import { type EntityDescription, fakeHome } from "../fakes/home.ts";
import { recordingLogger } from "./log.ts";

export interface ActionWorldOptions {
  readonly entities: readonly EntityDescription[];
  readonly areas?: readonly { name: string; floor?: string }[];
  /** Rows of the device registry as Home Assistant has them. */
  readonly devices?: readonly RawEntry[];
  /** More of the entity registry's rows, by entity id. */
  readonly entries?: Readonly<Record<string, RawEntry>>;
  /** Rows of entities that are not there any more. */
  readonly gone?: Readonly<Record<string, RawEntry>>;
  readonly labels?: Readonly<Record<string, string>>;
  /** Configs by entity id, as `script/config` and `automation/config` have them; null for one that is refused. */
  readonly routines?: Readonly<Record<string, unknown>>;
  /** Answers of `blueprint/substitute` by path. */
  readonly blueprints?: Readonly<Record<string, unknown>>;
  /** Configs by the scene's own id. */
  readonly scenes?: Readonly<Record<string, unknown>>;
  /** Answers of `mqtt/device/debug_info` by device. */
  readonly mqtt?: Readonly<Record<string, unknown>>;
  /** What `render_template` says that a template reads; one that is not here it cannot render. */
  readonly templates?: Readonly<Record<string, { all?: boolean; domains?: readonly string[]; entities?: readonly string[] }>>;
  readonly services?: readonly string[];
  readonly temperatureUnit?: string;
}

/** An action reader over a home that stands still; what it answers can be changed between two reads. */
export function actionWorld(options: ActionWorldOptions) {
  const { entities, areas = [], devices = [], entries = {}, gone = {}, labels = {}, services = [] } = options;
  const plain = fakeHome({ entities, areas });
  let generation = 1;
  let walks = 0;
  const home: WholeHome & Pick<Home, "info"> = {
    info: { ...plain.info, temperatureUnit: options.temperatureUnit },
    known: plain.known,
    everything() {
      walks++;
      return plain.everything();
    },
    get generation() {
      return generation;
    },
  };
  const answers = {
    routines: { ...options.routines },
    blueprints: { ...options.blueprints },
    scenes: { ...options.scenes },
    mqtt: { ...options.mqtt },
  };
  let now = 0;
  const paths: string[] = [];
  const connection = fakeConnection(({ type, ...fields }) => {
    if (type === "blueprint/substitute") return answered(answers.blueprints, fields["path"], "unknown_error");
    if (type === "manifest/list")
      return [
        { domain: "tasmota", dependencies: ["mqtt"] },
        { domain: "hue", dependencies: [] },
      ];
    if (type === "render_template") {
      const listeners = options.templates?.[String(fields["template"])];
      return listeners
        ? { result: "", listeners: { all: false, domains: [], entities: [], ...listeners } }
        : { error: "undefined", level: "ERROR" };
    }
    if (type === "mqtt/device/debug_info") return answers.mqtt[String(fields["device_id"])] ?? { entities: [], triggers: [] };
    return { config: answered(answers.routines, fields["entity_id"], "not_found") };
  });
  const registries = {
    entities: new Map([
      ...entities.map(({ entityId, platform, deviceId }) => {
        const row = { entity_id: entityId, disabled_by: null, platform, device_id: deviceId, ...entries[entityId] };
        return [entityId, entityOf(row)] as const;
      }),
      ...Object.entries(gone).map(
        ([entityId, entry]) => [entityId, entityOf({ entity_id: entityId, disabled_by: null, ...entry })] as const,
      ),
    ]),
    devices: new Map(devices.map(deviceOf).map((device) => [device.deviceId, device])),
    areas: new Map(plain.areas().map((area) => [area.areaId, areaOf({ ...area, area_id: area.areaId })])),
    floors: new Map(plain.floors().map((floor) => [floor.floorId, floorOf({ ...floor, floor_id: floor.floorId })])),
    labels: new Map(Object.entries(labels).map(([labelId, name]) => [labelId, { labelId, name }])),
  };
  const reader = createActionReader({
    connection,
    home,
    registries,
    facts: createEntityFacts({ home, registries, decisionOf: () => undefined }),
    rest: {
      async get(path) {
        paths.push(path);
        const config = answers.scenes[path.slice(path.lastIndexOf("/") + 1)];
        if (config === null) throw new HomeUnreachableError("Home Assistant answered 500");
        return config;
      },
    },
    serviceExists: (service) => services.includes(service),
    clock: () => now,
    logger: recordingLogger().logger,
  });
  return {
    ...{ answers, connection, paths },
    read: (service: string, entityIds: readonly string[] | string, data: ResolvedCall["data"] = {}) =>
      reader.read({ service, entityIds: typeof entityIds === "string" ? [entityIds] : entityIds, data }),
    reader,
    /** Lets time pass. */
    pass(ms: number) {
      now += ms;
    },
    /** How often all entities were gone through. */
    walks: () => walks,
    /** The registries have changed. */
    change() {
      generation++;
    },
  };
}

function answered(answers: Readonly<Record<string, unknown>>, name: unknown, code: string): unknown {
  const answer = answers[String(name)];
  if (answer === undefined) throw new CommandError(code, "Entity not found");
  if (answer instanceof Error) throw answer;
  return answer;
}

export function idsOf(entities: readonly EntityFacts[]): readonly string[] {
  return entities.map(({ entityId }) => entityId);
}

/** `service entity, entity` of each call, without those that touch nothing. */
export function told(calls: readonly CallFacts[]): readonly string[] {
  return calls.map(({ service, targets }) => [service, ...idsOf(targets)].join(" "));
}
