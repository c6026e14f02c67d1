import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { numberOf } from "../../security/effects/action-facts.ts";
import { isKnown } from "../registry/state-words.ts";
import type { EntityState } from "../registry/states.ts";

/** What one value (an attribute, or the state itself) should be in the end. Colours are [hue 0–360, saturation 0–100]. */
export type Want =
  | { readonly equals: string | number | boolean }
  /** `or` is a second right value: what the device rounds the first one to. */
  | { readonly near: number; readonly or?: number; readonly within: number; readonly resolution: number }
  | { readonly colour: readonly [number, number] }
  | { readonly xy: readonly [number, number] }
  | { readonly above: number }
  | { readonly below: number };

/** The state that a call should bring, as data. */
export interface EndState {
  /** Any of these states. */
  readonly states?: readonly string[];
  /** None of these states. */
  readonly notStates?: readonly string[];
  /** The state itself, for entities whose state is the value. */
  readonly value?: Want;
  readonly attributes?: Readonly<Record<string, Want>>;
  /** Attributes that count only for devices that report them: a cover without a position is open when it says so. */
  readonly ifReported?: Readonly<Record<string, Want>>;
  /** Part of what was asked leaves no trace in the state (a flash, an unknown colour name). */
  readonly partial?: boolean;
}

/** Distance between two colours on the plane of hue and saturation (0–200): bulbs mix the same red differently, but not as another colour. */
const COLOUR_WITHIN = 30;
const COLOUR_RESOLUTION = 3;
const XY_WITHIN = 0.06;
const XY_RESOLUTION = 0.005;

/**
 * A tolerance shrinks to half the way from the value before the call, so that a small step ("31 %" from 30 %) is not taken as done
 * already.
 */
export function reaches(end: EndState, state: EntityState, before: EntityState | undefined): boolean {
  if (!isKnown(state.state)) return false;
  if (end.states && !end.states.includes(state.state)) return false;
  if (end.notStates?.includes(state.state)) return false;
  if (end.value && !meets(end.value, state.state, before?.state)) return false;
  const wanted = Object.entries(end.attributes ?? {});
  const reported = Object.entries(end.ifReported ?? {}).filter(
    ([name]) => state.attributes[name] !== undefined && state.attributes[name] !== null,
  );
  return [...wanted, ...reported].every(([name, want]) => meets(want, state.attributes[name], before?.attributes[name]));
}

/** True if a number that is wanted is nearer to it than before the call: covers that never say that they move. */
export function approaches({ attributes, ifReported }: EndState, state: EntityState, before: EntityState | undefined): boolean {
  return Object.entries({ ...attributes, ...ifReported }).some(([name, want]) => {
    const [is, was] = "near" in want ? [distanceTo(want, state.attributes[name]), distanceTo(want, before?.attributes[name])] : [];
    return is !== undefined && was !== undefined && is < was;
  });
}

function meets(want: Want, value: unknown, before: unknown): boolean {
  if ("equals" in want) return sameValue(want.equals, value);
  if ("above" in want) return (numberOf(value) ?? Number.NEGATIVE_INFINITY) > want.above;
  if ("below" in want) return (numberOf(value) ?? Number.POSITIVE_INFINITY) < want.below;
  const distance = distanceTo(want, value);
  if (distance === undefined) return false;
  const { within, resolution } = tolerance(want);
  const way = distanceTo(want, before) ?? Number.POSITIVE_INFINITY;
  return distance <= Math.max(resolution, Math.min(within, way / 2));
}

type Measured = Extract<Want, { near: number } | { colour: unknown } | { xy: unknown }>;

function tolerance(want: Measured): { within: number; resolution: number } {
  if ("near" in want) return want;
  return "colour" in want ? { within: COLOUR_WITHIN, resolution: COLOUR_RESOLUTION } : { within: XY_WITHIN, resolution: XY_RESOLUTION };
}

function distanceTo(want: Measured, value: unknown): number | undefined {
  if ("near" in want) {
    const number = numberOf(value);
    return number === undefined ? undefined : Math.min(Math.abs(number - want.near), Math.abs(number - (want.or ?? want.near)));
  }
  const pair = pairOf(value);
  if (!pair) return undefined;
  const [a, b] = "colour" in want ? [onPlane(want.colour), onPlane(pair)] : [want.xy, pair];
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Names of colours as red, green and blue: Home Assistant turns them into the same before it sends them. */
export const COLOURS = readData("shared/states.yaml", z.record(z.string(), z.tuple([z.number(), z.number(), z.number()])), "colours");

/** Hue and saturation of a colour name; undefined for names that are not in the table. */
export function colourOfName(name: string): readonly [number, number] | undefined {
  const rgb = COLOURS[name.toLowerCase().replace(/[\s_-]+/g, "")];
  return rgb && colourOfRgb(...rgb);
}

/** Hue (0–360) and saturation (0–100) of red, green and blue (any common scale; brightness is not part of a light's colour). */
export function colourOfRgb(red: number, green: number, blue: number): readonly [number, number] {
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread === 0) return [0, 0];
  const sixth = most === red ? ((green - blue) / spread) % 6 : most === green ? (blue - red) / spread + 2 : (red - green) / spread + 4;
  return [(sixth * 60 + 360) % 360, (spread / most) * 100];
}

function onPlane([hue, saturation]: readonly [number, number]): readonly [number, number] {
  const angle = (hue * Math.PI) / 180;
  return [saturation * Math.cos(angle), saturation * Math.sin(angle)];
}

export function pairOf(value: unknown): readonly [number, number] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [first, second] = value.map(numberOf);
  return first === undefined || second === undefined ? undefined : [first, second];
}

function sameValue(wanted: string | number | boolean, value: unknown): boolean {
  return value !== undefined && value !== null && String(wanted).toLowerCase() === String(value).toLowerCase();
}

/** How long an action may take. All in milliseconds. */
export interface Timing {
  /** From sending until a target that has shown any reaction must be at its end. */
  readonly deadlineMs: number;
  /** From sending until a target that has shown no reaction at all counts as not having followed; at least `deadlineMs`. */
  readonly silentMs: number;
  /** How long the end state must stand without a break: devices pass through states that they do not keep. */
  readonly settleMs: number;
  /** From the first sight of it on its way until the person hears that it is: what is there by then is told once, as done. */
  readonly movingMs: number;
  /** From sending until a target that was on its way should be at its end: longer, and something is wrong. */
  readonly longestMs: number;
}

/**
 * A lamp that answers at all answers within 3 s; behind a cloud or a sleepy radio 7 s is common. Half a second outlives the optimistic
 * state that radio integrations write before the device answers.
 */
export const LAMP: Timing = { deadlineMs: 3_000, silentMs: 10_000, settleMs: 500, movingMs: 10_000, longestMs: 10_000 };
/** Helpers, lists and switches of automations live inside Home Assistant: there is no device that could change its mind. */
export const HELPER: Timing = { deadlineMs: 3_000, silentMs: 3_000, settleMs: 0, movingMs: 3_000, longestMs: 3_000 };
/** Bolts turn within three seconds; doors and valves take up to half a minute, and bounce at their ends. */
export const MOTOR: Timing = { deadlineMs: 30_000, silentMs: 30_000, settleMs: 1_000, movingMs: 3_000, longestMs: 60_000 };
/** Heating, players and alarm panels are polled or reached through a cloud; 10 s is two polls of the usual 5 s. Panels leave up to two minutes to go. */
export const APPLIANCE: Timing = { deadlineMs: 10_000, silentMs: 10_000, settleMs: 500, movingMs: 3_000, longestMs: 150_000 };
/** Machines that drive home take minutes. */
export const ROBOT: Timing = { deadlineMs: 15_000, silentMs: 15_000, settleMs: 1_000, movingMs: 3_000, longestMs: 600_000 };

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
