import type { EntityState } from "../registry/states.ts";
import { type EndState, numberOf, type Want } from "../services/end-state.ts";

/** How long an action may take. All in milliseconds. */
export interface Timing {
  /** From sending until a target that has shown any reaction must be at its end. */
  readonly deadlineMs: number;
  /** From sending until a target that has shown no reaction at all counts as not having followed; at least `deadlineMs`. */
  readonly silentMs: number;
  /** How long the end state must stand without a break: devices pass through states that they do not keep. */
  readonly settleMs: number;
}

/**
 * A lamp that answers at all answers within 3 s; behind a cloud or a sleepy radio 7 s is common. Half a second outlives the optimistic
 * state that radio integrations write before the device answers.
 */
export const LAMP: Timing = { deadlineMs: 3_000, silentMs: 10_000, settleMs: 500 };
/** Helpers, lists and switches of automations live inside Home Assistant: there is no device that could change its mind. */
export const HELPER: Timing = { deadlineMs: 3_000, silentMs: 3_000, settleMs: 0 };
/** Bolts, doors and valves take up to half a minute, and bounce at their ends. */
export const MOTOR: Timing = { deadlineMs: 30_000, silentMs: 30_000, settleMs: 1_000 };
/** Heating, players and alarm panels are polled or reached through a cloud; 10 s is two polls of the usual 5 s. */
export const APPLIANCE: Timing = { deadlineMs: 10_000, silentMs: 10_000, settleMs: 500 };
/** Machines that drive home take minutes: the person is told after 15 s that it is on its way. */
export const ROBOT: Timing = { deadlineMs: 15_000, silentMs: 15_000, settleMs: 1_000 };

export type CallData = Readonly<Record<string, unknown>>;

/** What one service brings. */
export interface Row {
  readonly timing: Timing;
  /** The end state for these arguments and the state before; undefined when the state cannot tell. */
  readonly end: (data: CallData, before: EntityState | undefined) => EndState | undefined;
  /** Arguments that `end` looks at. Any other leaves no trace that could be watched. */
  readonly fields?: readonly string[];
  readonly moving?: readonly string[];
  readonly failed?: readonly string[];
  /** Attributes that tell the person more than the state. */
  readonly observe?: readonly string[];
}

export type Rows = Readonly<Record<string, Row>>;

/** A row whose end is one of some states, whatever the arguments. */
export function stateRow(timing: Timing, states: readonly string[], more: Partial<Row> = {}): Row {
  return { timing, end: () => ({ states }), ...more };
}

/** A row that sets one attribute to the value of one argument. */
export function attributeRow(timing: Timing, field: string, attribute: string = field): Row {
  return {
    timing,
    fields: [field],
    observe: [attribute],
    end: (data) => {
      const want = equal(data[field]);
      return want && { attributes: { [attribute]: want } };
    },
  };
}

/** A row that brings one attribute near the number of the argument of its name. */
export function nearRow(
  timing: Timing,
  field: string,
  tolerance: (before: EntityState | undefined) => { readonly within: number; readonly resolution: number },
): Row {
  return {
    timing,
    fields: [field],
    observe: [field],
    end: (data, before) => {
      const near = numberOf(data[field]);
      return near === undefined ? undefined : { attributes: { [field]: { near, ...tolerance(before) } } };
    },
  };
}

export function equal(value: unknown): Want | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? { equals: value } : undefined;
}

/** On, off; `toggle` is turned into one of them before the table is asked. */
export function onOff(domain: string, timing: Timing, more: Partial<Row> = {}): Rows {
  return {
    [`${domain}.turn_on`]: stateRow(timing, ["on"], more),
    [`${domain}.turn_off`]: stateRow(timing, ["off"], more),
  };
}
