import { isRecord } from "../../text/is-record.ts";
import { hasTemplate, type Unresolved } from "../effects/action-facts.ts";

export interface RoutineTarget {
  /** As it is written: `all` and ids of the entity registry too. */
  readonly entityId: readonly string[];
  readonly deviceId: readonly string[];
  readonly areaId: readonly string[];
  readonly floorId: readonly string[];
  readonly labelId: readonly string[];
}

/** Without a dot, so that it is no service's name. */
export const UNKNOWN_SERVICE = "unknown";

export const NO_TARGET: RoutineTarget = { entityId: [], deviceId: [], areaId: [], floorId: [], labelId: [] };

const FIELDS = {
  entityId: "entity_id",
  deviceId: "device_id",
  areaId: "area_id",
  floorId: "floor_id",
  labelId: "label_id",
} as const satisfies Record<keyof RoutineTarget, string>;
const FIELD_NAMES: ReadonlySet<string> = new Set(Object.values(FIELDS));

/** Everything that a step names as target: in `target`, beside it, in its data. Lists, comma lists and single ids. */
export function readTarget(step: Readonly<Record<string, unknown>>): { target: RoutineTarget; unresolved: readonly Unresolved[] } {
  const unresolved = new Set<Unresolved>();
  const sources = [step["target"], step["data"], step["data_template"], step["service_data"], step].flatMap((source) => {
    if (isRecord(source)) return [source];
    // a template may work out to any target
    if (source !== undefined && source !== null) unresolved.add(hasTemplate(source) ? "template" : "unknown_step");
    return [];
  });
  const idsIn = (field: string) => {
    const ids = sources.flatMap((source) => (Object.hasOwn(source, field) ? idsOf(source[field], unresolved) : []));
    return [...new Set(ids)];
  };
  const target: RoutineTarget = {
    entityId: idsIn(FIELDS.entityId),
    deviceId: idsIn(FIELDS.deviceId),
    areaId: idsIn(FIELDS.areaId),
    floorId: idsIn(FIELDS.floorId),
    labelId: idsIn(FIELDS.labelId),
  };
  return { target, unresolved: [...unresolved] };
}

function idsOf(value: unknown, unresolved: Set<Unresolved>): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((inner) => idsOf(Array.isArray(inner) ? {} : inner, unresolved));
  if (typeof value !== "string") {
    unresolved.add("unknown_step");
    return [];
  }
  if (hasTemplate(value)) {
    unresolved.add("template");
    return [];
  }
  const ids = value.split(",").map((id) => id.trim().toLowerCase());
  return ids.filter((id) => id !== "" && id !== "none");
}

export function withoutTarget(step: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const parts = [step["service_data"], step["data_template"], step["data"]].filter(isRecord);
  const entries = parts.flatMap((part) => Object.entries(part)).filter(([field]) => !FIELD_NAMES.has(field));
  return Object.fromEntries(entries);
}
