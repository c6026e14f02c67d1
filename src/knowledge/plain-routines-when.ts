import { isRecord } from "../text/is-record.ts";
import {
  durationWords,
  entitiesWords,
  type Fields,
  listed,
  type RoutineNames,
  statesWords,
  targetWords,
  textsOf,
  valueWords,
  words,
} from "./plain-routines-names.ts";

/** Deeper nesting is told as "…": a person would not follow it either. */
const DEEPEST = 4;
const DAYS: Readonly<Record<string, string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

type Telling = (fields: Fields, names: RoutineNames) => string;

/** What starts an automation, by the trigger's platform. */
const TRIGGERS: Readonly<Record<string, Telling>> = {
  state: (fields, names) => {
    const what = entitiesWords(fields["entity_id"], names);
    const attribute = typeof fields["attribute"] === "string" ? `'s ${words(fields["attribute"])}` : "";
    const from = fields["from"] === undefined || fields["from"] === null ? "" : ` from ${statesWords(fields["from"], fields, names)}`;
    const to = fields["to"] === undefined || fields["to"] === null ? "" : ` to ${statesWords(fields["to"], fields, names)}`;
    return `${what}${attribute} changes${from}${to}${lasting(fields)}`;
  },
  numeric_state: (fields, names) => `${entitiesWords(fields["entity_id"], names)} gets ${bounds(fields, names)}${lasting(fields)}`,
  time: (fields, names) => `at ${timeWords(fields["at"], names)}${onDays(fields)}`,
  time_pattern: (fields) => {
    const parts = ["hours", "minutes", "seconds"].flatMap((unit) =>
      fields[unit] === undefined ? [] : [`${unit} ${valueWords(fields[unit])}`],
    );
    return `again and again by the clock (${parts.join(", ")})`;
  },
  sun: (fields) => `at ${valueWords(fields["event"])}${offset(fields["offset"])}`,
  zone: (fields, names) =>
    `${entitiesWords(fields["entity_id"], names)} ${fields["event"] === "leave" ? "leaves" : "enters"} ${entitiesWords(fields["zone"], names)}`,
  calendar: (fields, names) =>
    `an appointment in ${entitiesWords(fields["entity_id"], names)} ${fields["event"] === "end" ? "ends" : "begins"}${offset(fields["offset"])}`,
  homeassistant: (fields) => `Home Assistant ${fields["event"] === "shutdown" ? "stops" : "starts"}`,
  event: (fields) => `the event ${valueWords(fields["event_type"])} happens`,
  mqtt: (fields) => `a message comes on the MQTT topic ${valueWords(fields["topic"])}`,
  webhook: () => "a web address of its own is called",
  tag: () => "a tag is scanned",
  template: (fields) => `a template becomes true${lasting(fields)}`,
  conversation: (fields) =>
    `somebody says ${listed(
      textsOf(fields["command"]).map((text) => `"${valueWords(text)}"`),
      " or ",
    )}`,
  persistent_notification: () => "a notification of Home Assistant changes",
  device: (fields, names) =>
    `${nameOfDevice(fields, names)}: ${[fields["subtype"], fields["type"]].filter(Boolean).map(valueWords).map(words).join(" ")}${lasting(fields)}`,
};

/** What must hold, by the condition's kind. */
const CONDITIONS: Readonly<Record<string, Telling>> = {
  state: (fields, names) => {
    const attribute = typeof fields["attribute"] === "string" ? `'s ${words(fields["attribute"])}` : "";
    const states = statesWords(fields["state"], fields, names);
    return `${entitiesWords(fields["entity_id"], names)}${attribute} is ${states || "so"}${lasting(fields)}`;
  },
  numeric_state: (fields, names) => `${entitiesWords(fields["entity_id"], names)} is ${bounds(fields, names)}`,
  time: (fields, names) => {
    const after = fields["after"] === undefined ? [] : [`after ${timeWords(fields["after"], names)}`];
    const before = fields["before"] === undefined ? [] : [`before ${timeWords(fields["before"], names)}`];
    return `it is ${[...after, ...before].join(" and ")}${onDays(fields)}`.replace("is  ", "is ");
  },
  sun: (fields) => {
    const after = fields["after"] === undefined ? [] : [`after ${valueWords(fields["after"])}${offset(fields["after_offset"])}`];
    const before = fields["before"] === undefined ? [] : [`before ${valueWords(fields["before"])}${offset(fields["before_offset"])}`];
    return `it is ${[...after, ...before].join(" and ")}`;
  },
  zone: (fields, names) => `${entitiesWords(fields["entity_id"], names)} is in ${entitiesWords(fields["zone"], names)}`,
  template: () => "a template is true",
  trigger: (fields) => `it was started by ${listed(textsOf(fields["id"]).map(valueWords), " or ")}`,
  device: (fields, names) => `${nameOfDevice(fields, names)}: ${words(valueWords(fields["type"]))}`,
};

/** What starts an automation, one sentence a trigger. Triggers that are switched off are left out. */
export function triggersInWords(triggers: unknown, names: RoutineNames, depth = 0): readonly string[] {
  if (depth > DEEPEST) return ["…"];
  return listOf(triggers).flatMap((trigger) => {
    if (!isRecord(trigger) || trigger["enabled"] === false) return [];
    if (trigger["triggers"] !== undefined) return triggersInWords(trigger["triggers"], names, depth + 1);
    const kind = String(trigger["trigger"] ?? trigger["platform"] ?? "");
    return [tell(TRIGGERS, kind, trigger, names)];
  });
}

/** What must hold, as parts that are joined by "and". */
export function conditionsInWords(conditions: unknown, names: RoutineNames, depth = 0): readonly string[] {
  if (depth > DEEPEST) return ["…"];
  return listOf(conditions).flatMap((condition) => {
    if (typeof condition === "string") return ["a template is true"];
    if (!isRecord(condition) || condition["enabled"] === false) return [];
    const kind = String(condition["condition"] ?? ["and", "or", "not"].find((key) => Object.hasOwn(condition, key)) ?? "");
    if (kind !== "and" && kind !== "or" && kind !== "not") return [tell(CONDITIONS, kind, condition, names)];
    const inner = conditionsInWords(condition["conditions"] ?? condition[kind], names, depth + 1);
    if (inner.length === 0) return [];
    const joined = inner.join(kind === "and" ? " and " : " or ");
    return [kind === "not" ? `not (${joined})` : inner.length > 1 ? `(${joined})` : joined];
  });
}

/** Kinds that integrations bring along (`light.turned_on`) name what they are about as a service does. */
function tell(table: Readonly<Record<string, Telling>>, kind: string, fields: Fields, names: RoutineNames): string {
  const known = Object.hasOwn(table, kind) ? table[kind] : undefined;
  if (known) return known(fields, names);
  const target = targetWords(fields, names);
  return [words(kind) || "something of its own", target].filter(Boolean).join(": ");
}

function nameOfDevice(fields: Fields, names: RoutineNames): string {
  const { entity_id: entityId, device_id: deviceId } = fields;
  const entity = typeof entityId === "string" ? names.entity(entityId) : undefined;
  return entity ?? (typeof deviceId === "string" ? names.device(deviceId) : undefined) ?? "a device";
}

function lasting(fields: Fields): string {
  return fields["for"] === undefined ? "" : ` for ${durationWords(fields["for"])}`;
}

/** `-00:30:00` → ` (30 minutes before)` */
function offset(value: unknown): string {
  if (value === undefined || value === 0 || value === "") return "";
  const text = String(typeof value === "object" ? "" : value);
  return ` (${durationWords(typeof value === "object" ? value : text.replace(/^[+-]/, ""))} ${text.startsWith("-") ? "before" : "after"})`;
}

function bounds(fields: Fields, names: RoutineNames): string {
  const bound = (value: unknown) =>
    typeof value === "string" && /^[a-z_]+\.[a-z\d_]+$/.test(value) ? entitiesWords(value, names) : valueWords(value);
  const above = fields["above"] === undefined ? [] : [`above ${bound(fields["above"])}`];
  const below = fields["below"] === undefined ? [] : [`below ${bound(fields["below"])}`];
  return [...above, ...below].join(" and ");
}

function timeWords(value: unknown, names: RoutineNames): string {
  const times = listOf(value).map((time) => {
    if (isRecord(time)) return `${timeWords(time["entity_id"], names)}${offset(time["offset"])}`;
    const text = String(time);
    return /^[a-z_]+\.[a-z\d_]+$/.test(text) ? `the time of ${entitiesWords(text, names)}` : text.replace(/^(\d{1,2}:\d{2}):00$/, "$1");
  });
  return listed(times, " or ");
}

function onDays(fields: Fields): string {
  const days = textsOf(fields["weekday"]).map((day) => DAYS[day] ?? valueWords(day));
  return days.length === 0 ? "" : ` on ${listed(days)}`;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
