import { isRecord } from "../../text/is-record.ts";
import type { StateMachine } from "../states.ts";
import { answers } from "../tables/tables.ts";
import { rendered, type Variables } from "./templates.ts";

type Step = Readonly<Record<string, unknown>>;

/** What the steps of a routine may do. */
export interface StepWorld {
  readonly states: Pick<StateMachine, "get">;
  /** Calls `domain.service`; rejects with a Refusal. */
  call(service: string, data: Step, target: Step, wantsResponse: boolean): Promise<unknown>;
  fire(type: string, data: Record<string, unknown>): void;
  /** The entity of a registry id, or the entity id as it is. */
  entityOf(id: string): string;
  pause(ms: number): Promise<void>;
  /** True when somebody ended the routine. */
  ended(): boolean;
}

const TARGET_KEYS = ["entity_id", "device_id", "area_id", "floor_id", "label_id"];
/** Does one step after the other. False when a step ended the whole routine: a condition that does not hold, a `stop`, or somebody. */
export async function runSteps(sequence: unknown, world: StepWorld, given: Variables): Promise<boolean> {
  let variables = given;
  for (const step of listOf(sequence)) {
    if (world.ended()) return false;
    if (!isRecord(step) || step["enabled"] === false) continue;
    const fill = (value: unknown) => rendered(value, variables, world.states);
    const own = step["variables"];
    if (isRecord(own) && !named(step)) variables = { ...variables, ...(fill(own) as Variables) };
    else if (!(await runStep(step, world, variables, fill))) return false;
  }
  return !world.ended();
}

async function runStep(step: Step, world: StepWorld, variables: Variables, fill: (value: unknown) => unknown): Promise<boolean> {
  const run = (sequence: unknown, more: Variables = {}) => runSteps(sequence, world, { ...variables, ...more });
  const holds = (conditions: unknown) => conditionsHold(conditions, { states: world.states, fill });
  const service = named(step);
  if (service !== undefined) {
    const data = asStep(fill({ ...asStep(step["data"]), ...asStep(step["data_template"]) }));
    const beside = Object.fromEntries(TARGET_KEYS.filter((key) => key in step).map((key) => [key, step[key]]));
    const target = asStep(fill({ ...beside, ...asStep(step["target"]) }));
    await world.call(String(fill(service)), data, target, "response_variable" in step);
    return true;
  }
  if ("event" in step) {
    world.fire(String(fill(step["event"])), { ...asStep(fill(step["event_data"])) });
    return true;
  }
  if ("device_id" in step && "type" in step) return deviceAction(step, world);
  if ("choose" in step) {
    const branch = listOf(step["choose"]).find((each) => isRecord(each) && holds(each["conditions"]));
    return run(isRecord(branch) ? branch["sequence"] : step["default"]);
  }
  if ("if" in step) return run(holds(step["if"]) ? step["then"] : step["else"]);
  if ("parallel" in step) {
    const ends = await Promise.all(
      listOf(step["parallel"]).map((branch) => run(isRecord(branch) && branch["sequence"] ? branch["sequence"] : branch)),
    );
    return ends.every(Boolean);
  }
  if ("repeat" in step) {
    const { for_each, sequence } = asStep(step["repeat"]);
    for (const item of listOf(for_each)) if (!(await run(sequence, { item }))) return false;
    return true;
  }
  if ("delay" in step) {
    await world.pause(milliseconds(fill(step["delay"])));
    return true;
  }
  if ("stop" in step) return false;
  return "condition" in step ? holds([step]) : true;
}

async function deviceAction(step: Step, world: StepWorld): Promise<boolean> {
  const [domain, type] = [String(step["domain"]), String(step["type"])];
  const service = `${domain}.${answers.device_actions[domain]?.[type] ?? type}`;
  await world.call(service, {}, { entity_id: world.entityOf(String(step["entity_id"])) }, false);
  return true;
}

/** What conditions are looked at with; `fill` fills templates. */
interface ConditionWorld {
  readonly states: Pick<StateMachine, "get">;
  readonly fill: (value: unknown) => unknown;
}

/** Conditions of other kinds hold, so that what is behind them can be seen at any time of day. */
export function conditionsHold(conditions: unknown, world: ConditionWorld): boolean {
  return listOf(conditions).every((condition) => holds(condition, world));
}

function holds(condition: unknown, world: ConditionWorld): boolean {
  const { states, fill } = world;
  if (typeof condition === "string") return fill(condition) !== false;
  if (!isRecord(condition) || condition["enabled"] === false) return true;
  const kind = condition["condition"] ?? ["and", "or", "not"].find((key) => key in condition);
  const inner = () => listOf(condition["conditions"] ?? condition[String(kind)]);
  const rows = () => listOf(condition["entity_id"]).map((id) => states.get(String(id)));
  switch (kind) {
    case "and":
      return conditionsHold(inner(), world);
    case "or":
      return inner().some((each) => holds(each, world));
    case "not":
      return !inner().some((each) => holds(each, world));
    case "state":
      return rows().every((row) =>
        listOf(condition["state"])
          .map(String)
          .includes(row?.state ?? ""),
      );
    case "numeric_state":
      return rows().every((row) => isBetween(Number(row?.state ?? Number.NaN), condition));
    default:
      return true;
  }
}

function isBetween(value: number, { above, below }: Step): boolean {
  return !Number.isNaN(value) && (above === undefined || value > Number(above)) && (below === undefined || value < Number(below));
}

/** ms of `5`, `"00:00:05"` or `{ seconds: 5 }`. */
function milliseconds(delay: unknown): number {
  if (isRecord(delay)) {
    const part = (key: string, factor: number) => Number(delay[key] ?? 0) * factor;
    return part("hours", 3_600_000) + part("minutes", 60_000) + part("seconds", 1_000) + part("milliseconds", 1);
  }
  const parts = String(delay).split(":").map(Number);
  return parts.reduce((sum, part) => sum * 60 + part, 0) * 1_000;
}

function named(step: Step): unknown {
  return step["action"] ?? step["service"] ?? step["service_template"];
}

/** One or a list, as Home Assistant lets people write it. */
function listOf(value: unknown): readonly unknown[] {
  return [value ?? []].flat();
}

export function asStep(value: unknown): Step {
  return isRecord(value) ? value : {};
}
