import { isRecord } from "../../text/is-record.ts";
import type { Unresolved } from "../effects/action-facts.ts";
import { deviceCall } from "./routine-device-steps.ts";
import { sceneCalls } from "./routine-scenes.ts";
import { hasTemplate, NO_TARGET, type RoutineTarget, readTarget, UNKNOWN_SERVICE, withoutTarget } from "./routine-targets.ts";

/** One call of a routine, its targets not looked up yet. */
export interface RoutineCall {
  /** `domain.service`; `UNKNOWN_SERVICE` where `unresolved` says why there is none. */
  readonly service: string;
  readonly target: RoutineTarget;
  readonly data: Readonly<Record<string, unknown>>;
  readonly unresolved: readonly Unresolved[];
}

/** A routine with more than this is none that somebody wrote: it is not read to its end. */
const MOST_CALLS = 1_000;
const MOST_STEPS = 10_000;
const DEEPEST = 30;

/** What steps hold that only wait, ask or remember. A step with one of these and nothing that acts does nothing to the house. */
const QUIET_STEPS = "delay wait_template wait_for_trigger variables stop set_conversation_response condition and or not".split(" ");

type Step = Readonly<Record<string, unknown>>;

interface Reading {
  readonly calls: RoutineCall[];
  steps: number;
  full: boolean;
}

/** What a script or automation calls, in all its branches. Never throws: what cannot be read is `unresolved`. At most 1,000 calls, then `too_large`. */
export function callsOfRoutine(config: unknown): { readonly calls: readonly RoutineCall[] } {
  const reading: Reading = { calls: [], steps: 0, full: false };
  const parts = isRecord(config) ? [config["sequence"], config["actions"], config["action"]].filter((part) => part !== undefined) : [];
  if (parts.length === 0) add(reading, unknown("unreadable_routine"));
  for (const part of parts) readSteps(part, 0, reading);
  return { calls: reading.calls };
}

/** What turning on a scene does, as calls: those that bring each entity to its state, or `domain.any` where that is not known. */
export function callsOfScene(entities: Readonly<Record<string, unknown>>): readonly RoutineCall[] {
  const reading: Reading = { calls: [], steps: 0, full: false };
  for (const [entityId, state] of Object.entries(entities)) {
    if (reading.full) break;
    for (const call of sceneCalls(entityId, state)) add(reading, call);
  }
  return reading.calls;
}

function add(reading: Reading, call: RoutineCall): void {
  if (reading.full) return;
  reading.full = reading.calls.length >= MOST_CALLS - 1;
  reading.calls.push(reading.full ? unknown("too_large") : call);
}

function unknown(...unresolved: Unresolved[]): RoutineCall {
  return { service: UNKNOWN_SERVICE, target: NO_TARGET, data: {}, unresolved };
}

function readSteps(steps: unknown, depth: number, reading: Reading): void {
  if (steps === undefined || steps === null || reading.full) return;
  if (depth > DEEPEST) {
    add(reading, unknown("too_deep"));
    return;
  }
  for (const step of Array.isArray(steps) ? steps : [steps]) {
    if (reading.full) return;
    if (++reading.steps > MOST_STEPS) {
      reading.full = true;
      reading.calls.push(unknown("too_large"));
      return;
    }
    readStep(step, depth, reading);
  }
}

function readStep(step: unknown, depth: number, reading: Reading): void {
  // a list in a list is a sequence; a bare template is a condition
  if (Array.isArray(step)) readSteps(step, depth + 1, reading);
  else if (isRecord(step)) readFields(step, depth, reading);
  else if (!hasTemplate(step)) add(reading, unknown("unknown_step"));
}

function readFields(step: Step, depth: number, reading: Reading): void {
  if (step["enabled"] === false) return;
  const acts = [readServices(step, reading), readOthers(step, reading), readBranches(step, depth, reading)];
  if (acts.includes(true) || QUIET_STEPS.some((key) => Object.hasOwn(step, key))) return;
  add(reading, unknown("unknown_step"));
}

const SERVICE_KEYS = ["action", "service", "service_template"];

function hasService(step: Step): boolean {
  return SERVICE_KEYS.some((key) => Object.hasOwn(step, key));
}

function readServices(step: Step, reading: Reading): boolean {
  for (const key of SERVICE_KEYS) {
    if (!Object.hasOwn(step, key)) continue;
    const service = step[key];
    const plain = typeof service === "string" ? service.trim().toLowerCase() : "";
    const named = /^[a-z0-9_]+\.[a-z0-9_]+$/.test(plain);
    const target = readTarget(step);
    const unresolved = new Set<Unresolved>(target.unresolved);
    if (!named) unresolved.add(hasTemplate(service) ? "template" : "unknown_step");
    const call = { service: named ? plain : UNKNOWN_SERVICE, target: target.target, data: withoutTarget(step) };
    add(reading, { ...call, unresolved: [...unresolved] });
  }
  return hasService(step);
}

/** Device actions, scenes and events. A device as the target of a service, or in a condition, is no device action. */
function readOthers(step: Step, reading: Reading): boolean {
  const isDevice = Object.hasOwn(step, "device_id") && !hasService(step) && !Object.hasOwn(step, "condition");
  const [isScene, isEvent] = [Object.hasOwn(step, "scene"), Object.hasOwn(step, "event")];
  if (isDevice) add(reading, deviceCall(step) ?? unknown("unknown_step"));
  if (isScene) add(reading, { service: "scene.turn_on", ...readTarget({ target: { entity_id: step["scene"] } }), data: {} });
  if (isEvent) add(reading, { ...unknown("event"), data: { event: step["event"] } });
  return isDevice || isScene || isEvent;
}

function readBranches(step: Step, depth: number, reading: Reading): boolean {
  const within = depth + 1;
  const keys = ["choose", "default", "if", "then", "else", "parallel", "sequence", "repeat"].filter((key) => Object.hasOwn(step, key));
  for (const key of keys) {
    const inner = step[key];
    if (key === "choose" || key === "repeat") readOptions(inner, within, reading);
    // the conditions of an `if` do nothing
    else if (key !== "if") readSteps(inner, within, reading);
  }
  return keys.length > 0;
}

/** Each option's own steps: `{ conditions, sequence }`, one or several. A loop is one, with what it repeats. */
function readOptions(options: unknown, depth: number, reading: Reading): void {
  for (const option of Array.isArray(options) ? options : [options]) {
    if (isRecord(option) && Object.hasOwn(option, "sequence")) readSteps(option["sequence"], depth, reading);
    else if (option !== undefined && option !== null) add(reading, unknown("unknown_step"));
  }
}
