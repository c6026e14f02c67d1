import type { StateMachine } from "../states.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What conditions are looked at with; `fill` fills templates. */
export interface ConditionWorld {
  readonly states: Pick<StateMachine, "get">;
  readonly fill: (value: unknown) => unknown;
}

/**
 * Whether all conditions of a step or of an automation hold. States, numbers, templates and what joins them are looked at; every other
 * condition holds, so that what is behind it can be seen at any time of day.
 */
export function conditionsHold(conditions: unknown, world: ConditionWorld): boolean {
  return listOf(conditions).every((condition) => holds(condition, world));
}

function holds(condition: unknown, world: ConditionWorld): boolean {
  const { states, fill } = world;
  if (typeof condition === "string") return fill(condition) !== false;
  if (!isFields(condition) || condition["enabled"] === false) return true;
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

function isBetween(value: number, { above, below }: Fields): boolean {
  return !Number.isNaN(value) && (above === undefined || value > Number(above)) && (below === undefined || value < Number(below));
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : [value].flat();
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
