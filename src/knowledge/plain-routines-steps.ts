import { withoutSecrets } from "../security/redaction/secret-fields.ts";
import { deviceCall } from "../security/routines/routine-device-steps.ts";
import { withoutTarget } from "../security/routines/routine-targets.ts";
import { isRecord } from "../text/is-record.ts";
import { durationWords, entitiesWords, type Fields, type RoutineNames, targetWords, valueWords, words } from "./plain-routines-names.ts";
import { conditionsInWords, triggersInWords } from "./plain-routines-when.ts";

/** Deeper nesting is told as "…". */
const DEEPEST = 6;
/** Lines of one routine: more than any person reads, and 8 passages. */
const MOST_LINES = 150;
/** Arguments of a call that are told; scripts with more take whole forms. */
const MOST_ARGUMENTS = 5;

interface Telling {
  readonly lines: string[];
  readonly names: RoutineNames;
}

/** What steps do, a line a step, those of branches indented. Steps that are switched off are left out. */
export function stepsInWords(steps: unknown, names: RoutineNames): readonly string[] {
  const telling: Telling = { lines: [], names };
  tellSteps(steps, 0, telling);
  return telling.lines.length > MOST_LINES ? [...telling.lines.slice(0, MOST_LINES), "…"] : telling.lines;
}

/** What a scene sets, a line a thing. */
export function sceneInWords(entities: Fields, names: RoutineNames): readonly string[] {
  return Object.entries(entities)
    .slice(0, MOST_LINES)
    .map(([entityId, wanted]) => {
      const { state, ...attributes } = isRecord(wanted) ? wanted : { state: wanted };
      const value = typeof state === "boolean" ? (state ? "on" : "off") : valueWords(state);
      return `${entitiesWords(entityId, names)}: ${[value, ...argumentsOf(attributes)].filter(Boolean).join(", ")}`;
    });
}

function say(telling: Telling, depth: number, line: string): void {
  telling.lines.push(`${"  ".repeat(depth)}${line}`);
}

function tellSteps(steps: unknown, depth: number, telling: Telling): void {
  const list = Array.isArray(steps) ? steps : steps === undefined || steps === null ? [] : [steps];
  for (const step of list) {
    if (telling.lines.length > MOST_LINES) return;
    if (depth > DEEPEST) {
      say(telling, depth, "…");
      return;
    }
    if (Array.isArray(step)) tellSteps(step, depth, telling);
    else if (typeof step === "string") say(telling, depth, "go on only if a template is true");
    else if (isRecord(step) && step["enabled"] !== false) tellStep(step, depth, telling);
  }
}

function tellStep(step: Fields, depth: number, telling: Telling): void {
  const tellers = [tellCall, tellDevice, tellScene, tellWait, tellCondition, tellBranches, tellRest];
  tellers.some((tell) => tell(step, depth, telling));
}

function tellCall(step: Fields, depth: number, telling: Telling): boolean {
  const service = step["action"] ?? step["service"] ?? step["service_template"];
  if (service === undefined) return false;
  if (typeof service !== "string" || /\{\{|\{%/.test(service)) say(telling, depth, "do something that is worked out then");
  else say(telling, depth, callWords(service, withoutTarget(step), targetWords(step, telling.names)));
  return true;
}

/** `light.turn_on` of a target with data: `light turn on: Kitchen Light (brightness pct 40)`. */
function callWords(service: string, data: Fields, target: string): string {
  const given = argumentsOf(data);
  return `${words(service)}${target === "" ? "" : `: ${target}`}${given.length === 0 ? "" : ` (${given.join(", ")})`}`;
}

/** Codes are told to nobody. */
function argumentsOf(data: Fields): readonly string[] {
  const told = Object.entries(withoutSecrets(data)).flatMap(([name, value]) => {
    const text = valueWords(value);
    return text === "" ? [] : [`${words(name)} ${text}`];
  });
  return told.slice(0, MOST_ARGUMENTS);
}

function tellDevice(step: Fields, depth: number, telling: Telling): boolean {
  if (step["device_id"] === undefined || step["condition"] !== undefined || step["trigger"] !== undefined) return false;
  const { device_id: deviceId, entity_id: entityId, type } = step;
  const name =
    (typeof entityId === "string" ? telling.names.entity(entityId) : undefined) ??
    (typeof deviceId === "string" ? telling.names.device(deviceId) : undefined) ??
    "a device that is gone";
  const call = deviceCall(step);
  const unknown = call === undefined || call.service.endsWith(".any");
  const does = unknown ? words(`${step["domain"] ?? ""} ${type ?? ""}`) : call.service;
  say(telling, depth, callWords(does, call?.data ?? {}, name));
  return true;
}

function tellScene(step: Fields, depth: number, telling: Telling): boolean {
  if (step["scene"] === undefined) return false;
  say(telling, depth, `set the scene ${entitiesWords(step["scene"], telling.names)}`);
  return true;
}

function tellWait(step: Fields, depth: number, telling: Telling): boolean {
  const until = (limit: unknown) => (limit === undefined ? "" : `, at most ${durationWords(limit)}`);
  if (step["delay"] !== undefined) say(telling, depth, `wait ${durationWords(step["delay"])}`);
  else if (step["wait_template"] !== undefined) say(telling, depth, `wait until a template is true${until(step["timeout"])}`);
  else if (step["wait_for_trigger"] !== undefined) {
    const events = triggersInWords(step["wait_for_trigger"], telling.names);
    say(telling, depth, `wait until ${events.join(" or ") || "something happens"}${until(step["timeout"])}`);
  } else return false;
  return true;
}

function tellCondition(step: Fields, depth: number, telling: Telling): boolean {
  if (!["condition", "and", "or", "not"].some((key) => Object.hasOwn(step, key))) return false;
  const condition = typeof step["condition"] === "string" && /\{\{|\{%/.test(step["condition"]) ? "" : step;
  say(telling, depth, `go on only if ${conditionsInWords(condition, telling.names).join(" and ") || "a template is true"}`);
  return true;
}

function tellBranches(step: Fields, depth: number, telling: Telling): boolean {
  const { choose, if: condition, repeat, parallel, sequence } = step;
  if (choose !== undefined) tellChoice(choose, step["default"], depth, telling);
  else if (condition !== undefined) {
    say(telling, depth, `if ${allOf(condition, telling)}:`);
    tellSteps(step["then"], depth + 1, telling);
    tellElse(step["else"], depth, telling);
  } else if (isRecord(repeat)) {
    say(telling, depth, `${repeatWords(repeat, telling)}:`);
    tellSteps(repeat["sequence"], depth + 1, telling);
  } else if (parallel !== undefined) {
    say(telling, depth, "at the same time:");
    tellSteps(parallel, depth + 1, telling);
  } else if (sequence !== undefined) tellSteps(sequence, depth, telling);
  else return false;
  return true;
}

function tellChoice(options: unknown, otherwise: unknown, depth: number, telling: Telling): void {
  for (const [index, option] of (Array.isArray(options) ? options : [options]).entries()) {
    if (!isRecord(option) || option["enabled"] === false) continue;
    say(telling, depth, `${index === 0 ? "if" : "else if"} ${allOf(option["conditions"], telling)}:`);
    tellSteps(option["sequence"], depth + 1, telling);
  }
  tellElse(otherwise, depth, telling);
}

function tellElse(steps: unknown, depth: number, telling: Telling): void {
  if (steps === undefined || steps === null) return;
  say(telling, depth, "else:");
  tellSteps(steps, depth + 1, telling);
}

function allOf(conditions: unknown, { names }: Telling): string {
  return conditionsInWords(conditions, names).join(" and ") || "always";
}

function repeatWords(repeat: Fields, telling: Telling): string {
  if (repeat["count"] !== undefined) return `repeat ${valueWords(repeat["count"])} times`;
  if (repeat["for_each"] !== undefined) return `repeat for each of ${valueWords(repeat["for_each"])}`;
  return repeat["while"] !== undefined
    ? `repeat while ${allOf(repeat["while"], telling)}`
    : `repeat until ${allOf(repeat["until"], telling)}`;
}

function tellRest(step: Fields, depth: number, telling: Telling): boolean {
  if (step["event"] !== undefined) say(telling, depth, `fire the event ${valueWords(step["event"])}`);
  else if (step["stop"] !== undefined) say(telling, depth, "stop");
  else if (step["set_conversation_response"] !== undefined) say(telling, depth, "answer in words");
  else if (step["variables"] === undefined) say(telling, depth, "do something that is not known here");
  return true;
}
