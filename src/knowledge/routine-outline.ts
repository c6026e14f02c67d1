import { hasTemplate } from "../security/effects/action-facts.ts";
import { withoutSecrets } from "../security/redaction/redaction.ts";
import { readTarget, withoutTarget } from "../security/routines/routine-calls.ts";
import type { RoutineDomain } from "../security/routines/routine-changes.ts";
import { weekdayNames } from "../text/calendar-names.ts";
import { singleSpaced } from "../text/fold.ts";
import { isRecord } from "../text/is-record.ts";

export interface RoutineNames {
  readonly entity: (entityId: string) => string | undefined;
  /** What a state of the entity is called: "detected" for `on` of a motion sensor. */
  readonly state: (entityId: string, state: string) => string;
  readonly device: (deviceId: string) => string | undefined;
  readonly area: (areaId: string) => string | undefined;
  readonly floor: (floorId: string) => string | undefined;
  readonly label: (labelId: string) => string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** More than any person reads, and 8 passages. */
const MOST_LINES = 150;
const DEEPEST = 8;
const MOST_LISTED = 8;
/** A longer value is a message or a program. */
const LONGEST_VALUE = 64;
const LONGEST_DESCRIPTION = 300;
const TEMPLATE = "{{ … }}";

/** The parts of an automation, with the names that older versions of Home Assistant have for them, and that they are told by. */
const PARTS = [
  ["triggers", "trigger"],
  ["conditions", "condition"],
  ["actions", "action"],
] as const;
/** What kind of trigger, condition or action it is. */
const KINDS = ["action", "service", "service_template", "trigger", "platform", "condition"];
/** The event of Home Assistant that a trigger waits for: people ask what happens when something changes. */
const EVENTS: Readonly<Record<string, string>> = { state: "state_changed" };
/** Told by name, as data of the call, or of no interest to a reader. */
const TOLD_ELSEWHERE = new Set([
  ...KINDS,
  ...["target", "entity_id", "device_id", "area_id", "floor_id", "label_id", "data", "data_template", "service_data"],
  ...["variables", "metadata", "enabled", "continue_on_error", "continue_on_timeout"],
]);
/** By Home Assistant's names for weekdays: `mon`. */
const WEEKDAYS: ReadonlyMap<string, string> = new Map(weekdayNames("en").map((day) => [day.slice(0, 3).toLowerCase(), day]));
const STATES = new Set(["state", "from", "to"]);

/**
 * An automation, script or scene as an indented list in Home Assistant's own terms, with names in place of ids. Blueprints must be filled
 * in. Disabled parts, secrets, templates and long texts are left out. Never throws.
 */
export function routineOutline(domain: RoutineDomain, config: unknown, names: RoutineNames): readonly string[] {
  const fields = isRecord(config) ? config : {};
  const lines = [...description(fields), ...linesOf(domain, fields, names)];
  return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), "…"] : lines;
}

function linesOf(domain: RoutineDomain, fields: Fields, names: RoutineNames): readonly string[] {
  if (domain === "scene") return sceneLines(fields, names);
  if (domain === "script") return outline(fields["sequence"], 0, names);
  return PARTS.flatMap(([name, before]) => {
    const inner = outline(fields[name] ?? fields[before], 0, names);
    return inner.length === 0 ? [] : [`${before}:`, ...inner];
  });
}

/** `others` are entities of the scene whose wanted state is not known. */
function sceneLines({ entities, others }: Fields, names: RoutineNames): readonly string[] {
  const known = isRecord(entities) ? Object.entries(entities) : [];
  const unknown = Array.isArray(others) ? others.map((id) => [String(id), {}] as const) : [];
  return [...known, ...unknown].slice(0, MOST_LINES + 1).map(([id, wanted]) => {
    const { state, ...attributes } = isRecord(wanted) ? wanted : { state: wanted };
    const value = typeof state === "boolean" ? (state ? "on" : "off") : valueWords(state, names);
    const told = fieldsOf(withoutSecrets(attributes), (inner) => valueWords(inner, names));
    return `- ${[names.entity(id) ?? id, value].filter(Boolean).join(": ")}${inBrackets(told)}`;
  });
}

function outline(value: unknown, depth: number, names: RoutineNames): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => outline(one, depth, names));
  if (value === undefined || value === null || (isRecord(value) && value["enabled"] === false)) return [];
  const indent = "  ".repeat(depth);
  if (depth > DEEPEST) return [`${indent}- …`];
  if (!isRecord(value)) return [`${indent}- ${valueWords(value, names)}`];
  const head = lineOf(value, names);
  const nested = Object.entries(value).filter(([field, inner]) => !TOLD_ELSEWHERE.has(field) && isNested(inner));
  return [
    ...(head === "" ? [] : [`${indent}- ${head}`]),
    ...nested.flatMap(([field, inner]) => [`${indent}${head === "" ? "-" : " "} ${words(field)}:`, ...outline(inner, depth + 1, names)]),
  ];
}

/** `light.turn_on` of a target with data: `light turn on: Kitchen Light (brightness pct 40)`. */
function lineOf(step: Fields, names: RoutineNames): string {
  const { target, unresolved } = readTarget(step);
  const given = KINDS.map((field) => step[field]).find((one) => typeof one === "string") ?? "";
  const kind = step["condition"] === undefined ? (EVENTS[given] ?? given) : given;
  const aims = [
    ...target.entityId.map((id) => names.entity(id) ?? id),
    ...target.deviceId.flatMap((id) => names.device(id) ?? []),
    ...target.areaId.map((id) => `area ${names.area(id) ?? id}`),
    ...target.floorId.map((id) => `floor ${names.floor(id) ?? id}`),
    ...target.labelId.map((id) => `label ${names.label(id) ?? id}`),
    ...(unresolved.includes("template") ? [TEMPLATE] : []),
  ];
  const own = Object.fromEntries(Object.entries(step).filter(([field]) => !TOLD_ELSEWHERE.has(field)));
  const entities = step["attribute"] === undefined ? target.entityId : [];
  const told = fieldsOf(withoutSecrets({ ...withoutTarget(step), ...own }), (value, field) =>
    STATES.has(field) && entities.length > 0
      ? listed([value].flat().flatMap((state) => entities.map((id) => names.state(id, valueWords(state, names)))))
      : valueWords(value, names),
  );
  const head = [hasTemplate(kind) ? TEMPLATE : words(kind), listed(aims, ", ")].filter(Boolean).join(": ");
  return head === "" ? told.join(", ") : head + inBrackets(told);
}

function fieldsOf(fields: Fields, told: (value: unknown, field: string) => string): readonly string[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    const text = isNested(value) ? "" : told(value, field);
    return text === "" ? [] : [`${words(field)} ${text}`];
  });
}

function inBrackets(told: readonly string[]): string {
  return told.length === 0 ? "" : ` (${told.slice(0, MOST_LISTED).join(", ")})`;
}

function listed(parts: readonly string[], joint = " / "): string {
  const unique = [...new Set(parts)];
  const more = unique.length - MOST_LISTED;
  return more > 0 ? `${unique.slice(0, MOST_LISTED).join(joint)} … +${more}` : unique.join(joint);
}

/** Steps, triggers or conditions inside of others. Durations (`{ minutes: 5 }`) are values. */
function isNested(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => typeof one === "object");
  return isRecord(value) && !Object.values(value).every((one) => typeof one === "number");
}

function valueWords(value: unknown, names: RoutineNames): string {
  if (Array.isArray(value)) return listed(value.map((one) => valueWords(one, names)));
  if (isRecord(value))
    return Object.entries(value)
      .map(([unit, count]) => `${count} ${unit}`)
      .join(" ");
  if (hasTemplate(value)) return TEMPLATE;
  const text = singleSpaced(String(value ?? ""));
  return text.length > LONGEST_VALUE ? "…" : (WEEKDAYS.get(text) ?? names.entity(text) ?? text);
}

/** `turn_on` → `turn on` */
function words(id: string): string {
  return id.replaceAll(/[_.]+/g, " ").trim();
}

function description({ description: text }: Fields): readonly string[] {
  if (typeof text !== "string" || text.trim() === "") return [];
  const plain = singleSpaced(text);
  return [plain.length > LONGEST_DESCRIPTION ? `${plain.slice(0, LONGEST_DESCRIPTION)}…` : plain];
}
