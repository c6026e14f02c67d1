import type { ActionCase } from "./action-rows.ts";

export interface JudgedState {
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The states of a case's entities by entity id. */
export type HomeStates = ReadonlyMap<string, JudgedState>;

export interface Judgement {
  /** `no_change`: something was expected and nothing changed at all. */
  readonly outcome: "right" | "wrong_change" | "no_change";
  /** Entities that changed and are none of those that the case is about. */
  readonly wrongEntities: readonly string[];
  /** What differs from the expectation, for whoever reads on: `light.kitchen: state`. */
  readonly differences: readonly string[];
}

/** They follow from state and position and are never declared by a case. */
const DERIVED = ["is_closed", "is_opening", "is_closing"];

/** Colour and brightness are reported rounded: 50 % of 255 is 127 or 128. */
const TOLERANCE: Readonly<Record<string, number>> = { brightness: 1, volume_level: 0.005, current_position: 0, percentage: 0 };

type Expectation = ActionCase["expect_changes"][string];

/**
 * Compares the home after a sentence with the home before it plus the expected changes; nothing else may differ. As the data's own
 * checker does, with its exceptions (ignored and derived attributes, texts and numbers of the same look are the same), and three more,
 * because that checker's devices hold fewer attributes than real ones: null, absent and 0 are one value; a brightness of 0 expected of a
 * light that is on stands for any; and where an entity is expected to change, an undeclared attribute may appear or vanish along with it.
 */
export function judge(
  row: Pick<ActionCase, "expect_changes" | "ignore_changes" | "expected_entities">,
  before: HomeStates,
  after: HomeStates,
): Judgement {
  const changed: string[] = [];
  const differences: string[] = [];
  for (const entityId of new Set([...before.keys(), ...after.keys()])) {
    const was = before.get(entityId);
    const is = after.get(entityId);
    if (!was || !is) {
      changed.push(entityId);
      differences.push(`${entityId}: ${was ? "gone" : "new"}`);
      continue;
    }
    const ignored = new Set([...DERIVED, ...(row.ignore_changes[entityId] ?? [])]);
    if (differing(was, is, ignored).length > 0) changed.push(entityId);
    differences.push(...wrong(was, is, row.expect_changes[entityId], ignored).map((what) => `${entityId}: ${what}`));
  }
  const meant = new Set([...Object.keys(row.expect_changes), ...row.expected_entities]);
  return {
    outcome: differences.length === 0 ? "right" : changed.length > 0 ? "wrong_change" : "no_change",
    wrongEntities: changed.filter((entityId) => !meant.has(entityId)),
    differences,
  };
}

/** A case that expects an answer is right if the house is as it should be and any of the expected words is in the answer, as the data's own checker has it. */
export function judgeAnswer(
  { expect_response: expected }: Pick<ActionCase, "expect_response">,
  changes: Judgement,
  answer: string | undefined,
): Judgement {
  if (expected === undefined || changes.outcome === "wrong_change") return changes;
  const said = (answer ?? "").toLowerCase();
  const isSaid = expected.some((words) => said.includes(words.toLowerCase()));
  return isSaid ? changes : { ...changes, outcome: "no_change", differences: [...changes.differences, "the answer"] };
}

function wrong(was: JudgedState, is: JudgedState, expected: Expectation | undefined, ignored: ReadonlySet<string>): string[] {
  const declared = expected?.attributes ?? {};
  const target = {
    state: expected?.state === undefined ? was.state : String(expected.state),
    attributes: { ...was.attributes, ...declared },
  };
  return differing(target, is, ignored).filter((name) => {
    if (name === "state") return true;
    if (name in declared) return !(name === "brightness" && target.state === "on" && isBlank(declared[name]));
    return !(expected && (isBlank(was.attributes[name]) || isBlank(is.attributes[name])));
  });
}

function differing(one: JudgedState, other: JudgedState, ignored: ReadonlySet<string>): string[] {
  const names = new Set([...Object.keys(one.attributes), ...Object.keys(other.attributes)]);
  const attributes = [...names].filter((name) => !ignored.has(name) && !same(name, one.attributes[name], other.attributes[name]));
  return one.state === other.state || ignored.has("state") ? attributes : ["state", ...attributes];
}

function same(name: string, one: unknown, other: unknown): boolean {
  if (isBlank(one) && isBlank(other)) return true;
  if (typeof one === "number" && typeof other === "number") return Math.abs(one - other) <= (TOLERANCE[name] ?? 0);
  if (typeof one === "object" || typeof other === "object") return JSON.stringify(one) === JSON.stringify(other);
  return String(one) === String(other);
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === 0;
}
