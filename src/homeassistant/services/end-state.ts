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

/** States that say nothing about the device. */
export const NO_STATE: ReadonlySet<string> = new Set(["unavailable", "unknown"]);

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
  if (NO_STATE.has(state.state)) return false;
  if (end.states && !end.states.includes(state.state)) return false;
  if (end.notStates?.includes(state.state)) return false;
  if (end.value && !meets(end.value, state.state, before?.state)) return false;
  const wanted = Object.entries(end.attributes ?? {});
  const reported = Object.entries(end.ifReported ?? {}).filter(
    ([name]) => state.attributes[name] !== undefined && state.attributes[name] !== null,
  );
  return [...wanted, ...reported].every(([name, want]) => meets(want, state.attributes[name], before?.attributes[name]));
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

function onPlane([hue, saturation]: readonly [number, number]): readonly [number, number] {
  const angle = (hue * Math.PI) / 180;
  return [saturation * Math.cos(angle), saturation * Math.sin(angle)];
}

/** A finite number, also one written as text (states are texts). */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "string" && value.trim() === "") return undefined;
  const number = typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

export function pairOf(value: unknown): readonly [number, number] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [first, second] = value.map(numberOf);
  return first === undefined || second === undefined ? undefined : [first, second];
}

function sameValue(wanted: string | number | boolean, value: unknown): boolean {
  return value !== undefined && value !== null && String(wanted).toLowerCase() === String(value).toLowerCase();
}
