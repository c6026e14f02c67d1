import { isInState, isKnown } from "../homeassistant/registry/state-words.ts";
import type { PassingState } from "../homeassistant/registry/states.ts";
import type { Awaited } from "./trigger.ts";

/** What a state means to a trigger. Undefined for what is not known, and for what wavers around a threshold. */
export function meaning(trigger: Awaited, now: PassingState | undefined): "so" | "otherwise" | undefined {
  if (!now || !isKnown(now.state)) return undefined;
  if (trigger.kind === "state") {
    return isInState(now, trigger.state) === trigger.isLeft ? "otherwise" : "so";
  }
  if (trigger.kind === "event") {
    const isMeant = trigger.eventType === undefined || now.attributes["event_type"] === trigger.eventType;
    return isMeant && happenedAt(now) > trigger.after ? "so" : "otherwise";
  }
  const { attribute, above, below } = trigger;
  const value = numberIn(now, attribute);
  if (value === undefined) return undefined;
  if (value > (above ?? Number.NEGATIVE_INFINITY) && value < (below ?? Number.POSITIVE_INFINITY)) return "so";
  const isFar = (above !== undefined && value < above - wavers(above)) || (below !== undefined && value > below + wavers(below));
  return isFar ? "otherwise" : undefined;
}

/** When that last happened which an entity tells by the time in its state (ms); 0 for never. */
export function happenedAt(now: PassingState | undefined): number {
  return Date.parse(now?.state ?? "") || 0;
}

/** One press of a button is down, up and a click to some; each of these is an event. */
const ONE_PRESS_MS = 2_000;

/** What is waited for once it has come about by this state, where each time counts; undefined where it does not. */
export function nextTime(trigger: Awaited, found: PassingState): Awaited | undefined {
  if (trigger.repeats !== true) return undefined;
  if (trigger.kind === "event") return { ...trigger, after: happenedAt(found) + ONE_PRESS_MS };
  return { ...trigger, isNext: true, ...(trigger.kind === "numeric" && { since: undefined }) };
}

/** Whether an entity is as a trigger waits for; what is not known is not. */
export function holds(trigger: Awaited, now: PassingState | undefined): boolean {
  return meaning(trigger, now) === "so";
}

/** A sensor on a threshold goes to and fro across it by so much. */
function wavers(threshold: number): number {
  return Math.abs(threshold) * 0.05;
}

/** The number that an entity's state, or an attribute of it, is. */
export function numberIn({ state, attributes }: Pick<PassingState, "state" | "attributes">, attribute?: string): number | undefined {
  const value = attribute === undefined ? state : attributes[attribute];
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
