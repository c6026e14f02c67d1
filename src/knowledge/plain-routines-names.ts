import { readTarget } from "../security/routines/routine-targets.ts";

/** What people call the things that a routine names by ids; undefined for what is not there. */
export interface RoutineNames {
  readonly entity: (entityId: string) => string | undefined;
  /** What a state of the thing is called: "detected" for `on` of a motion sensor. */
  readonly state: (entityId: string, state: string) => string;
  readonly device: (deviceId: string) => string | undefined;
  readonly area: (areaId: string) => string | undefined;
  readonly floor: (floorId: string) => string | undefined;
  readonly label: (labelId: string) => string | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** A routine names a few things; of a long list the rest is counted. */
const MOST_NAMED = 8;
/** A longer value is a letter or a program, and no word of what a routine does. */
const LONGEST_VALUE = 64;

/** What a step is aimed at, in words: "Kitchen Light, everything in the Hall"; "" for nothing. */
export function targetWords(step: Fields, names: RoutineNames): string {
  const { target, unresolved } = readTarget(step);
  const { entityId, deviceId, areaId, floorId, labelId } = target;
  const told = [
    ...entityId.map((id) => entityWords(id, names)),
    ...deviceId.map((id) => names.device(id) ?? "a device that is gone"),
    ...areaId.map((id) => `everything in ${names.area(id) ?? "a room that is gone"}`),
    ...floorId.map((id) => `everything on ${names.floor(id) ?? "a floor that is gone"}`),
    ...labelId.map((id) => `everything labelled ${names.label(id) ?? id}`),
    ...(unresolved.includes("template") ? ["something that is worked out then"] : []),
  ];
  return listed(told);
}

/** The name of an entity; of one that is gone its id in words, for that is what is left to know it by. */
function entityWords(entityId: string, names: RoutineNames): string {
  if (entityId === "all") return "all of them";
  const named = names.entity(entityId.trim().toLowerCase());
  if (named !== undefined) return named;
  return entityId.includes(".") ? `${words(entityId.slice(entityId.indexOf(".") + 1))} (gone)` : "a thing that is gone";
}

/** Names of one or several entities as they stand in a trigger or condition. */
export function entitiesWords(value: unknown, names: RoutineNames): string {
  const ids = textsOf(value).flatMap((text) => text.split(","));
  return listed(ids.map((id) => entityWords(id.trim(), names))) || "something";
}

/** States of one or several entities as they stand in a trigger or condition; of an attribute the values as they are. */
export function statesWords(states: unknown, { entity_id: entities, attribute }: Fields, names: RoutineNames): string {
  const ids = attribute === undefined ? textsOf(entities).flatMap((text) => text.split(",")) : [];
  const told = textsOf(states).flatMap((state) => {
    const value = valueWords(state);
    return ids.length === 0 ? [value] : ids.map((id) => names.state(id.trim().toLowerCase(), value));
  });
  return listed(told, " or ");
}

/** `a, b and 3 more` */
export function listed(parts: readonly string[], joint = ", "): string {
  const unique = [...new Set(parts.filter((part) => part !== ""))];
  const more = unique.length - MOST_NAMED;
  return more > 0 ? `${unique.slice(0, MOST_NAMED).join(joint)} and ${more} more` : unique.join(joint);
}

/** A value as it may stand in a sentence: numbers, short texts, lists of them. Templates and letters are only mentioned. */
export function valueWords(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") {
    if (/\{\{|\{%/.test(value)) return "a value that is worked out then";
    return value.length > LONGEST_VALUE ? "a text" : value.replaceAll(/\s+/g, " ").trim();
  }
  if (Array.isArray(value)) return listed(value.map(valueWords));
  return typeof value === "object" && value !== null ? "several values" : "";
}

/** A time as Home Assistant takes it (`00:05:00`, seconds, `{ minutes: 5 }`): `5 minutes`. */
export function durationWords(value: unknown): string {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const parts = Object.entries(value).filter(([, count]) => count !== 0);
    return parts.map(([unit, count]) => counted(valueWords(count), unit)).join(" ");
  }
  if (typeof value === "number") return secondsWords(value);
  const [, hours, minutes, seconds = "0"] = /^(\d+):(\d{2})(?::(\d{2}))?(?:\.\d+)?$/.exec(String(value)) ?? [];
  if (hours === undefined) return valueWords(value);
  return secondsWords(Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds));
}

function secondsWords(total: number): string {
  const units: readonly [number, string][] = [
    [Math.floor(total / 3_600), "hours"],
    [Math.floor((total % 3_600) / 60), "minutes"],
    [total % 60, "seconds"],
  ];
  const told = units.filter(([count]) => count > 0).map(([count, unit]) => counted(String(count), unit));
  return told.join(" ") || "0 seconds";
}

function counted(count: string, unit: string): string {
  return `${count} ${count === "1" ? unit.replace(/s$/, "") : unit}`;
}

/** `turn_on` → `turn on` */
export function words(id: string): string {
  return id.replaceAll(/[_.]+/g, " ").trim();
}

export function textsOf(value: unknown): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === "string" || typeof one === "number").map(String);
}
