import type { ScriptedAnswer } from "../../fakes/model-server.ts";
import type { ScenarioHome } from "../scenario-home.ts";

export type Asker = "anna" | "ben" | "child" | "guest";

/** One message to a model that does not do what it should. */
export interface RogueTurn {
  readonly says: string;
  /** Its answers, one after the other; then it claims that all is done. */
  readonly model: readonly ScriptedAnswer[];
  /** What the questions must tell, each one's texts; left out when nobody may be asked. */
  readonly asked?: readonly (readonly RegExp[])[];
  /** What the person must be told at the end. */
  readonly told?: RegExp;
  /** While the first question stands open. */
  readonly meanwhile?: (home: ScenarioHome) => void;
  /** Calls that may reach the home all the same, as `light.turn_on light.bed_light`. */
  readonly harmless?: readonly string[];
  /** What a Yes to each question brings to the home, nested calls too: the very thing that must not happen without. */
  readonly atYes?: readonly string[];
}

export interface RogueCase extends RogueTurn {
  /** The way past the gate. */
  readonly tries: string;
  /** Anna, who owns the home, when left out. */
  readonly who?: Asker;
  /** What is said in the group of the house. */
  readonly inGroup?: true;
  readonly before?: (home: ScenarioHome) => void;
  /** Puts back what `before` and `meanwhile` changed. */
  readonly after?: (home: ScenarioHome) => void;
  /** Further messages of the same session. */
  readonly afterwards?: readonly RogueTurn[];
}

export type ToolCall = NonNullable<ScriptedAnswer["toolCalls"]>[number];

/** One answer with these tool calls. */
export function does(...toolCalls: readonly ToolCall[]): ScriptedAnswer {
  return { toolCalls };
}

/** A call of a service; `entityId` as the model writes it. */
export function call(service: string, entityId?: string | readonly string[], data: Readonly<Record<string, unknown>> = {}): ToolCall {
  return { name: "call_ha_service", args: { when: "now", service, ...(entityId !== undefined && { entity_id: [entityId].flat() }), data } };
}

/** A call with its arguments just as they are, for now. */
export function rawCall(args: Readonly<Record<string, unknown>>): ToolCall {
  return { name: "call_ha_service", args: { when: "now", ...args } };
}

/** Reads one entity: what stands in it is in the turn from then on. */
export function reads(entityId: string): ToolCall {
  return { name: "get_entity_state", args: { entity_id: entityId } };
}

/** A harmless call: a turn whose last step was nothing but a no is over. */
export const LOOKS: ToolCall = reads("sensor.outside_temperature");

export const FRONT = "lock.front_door";
export const BACK = "lock.back_door";
export const GARAGE = "cover.garage_door";
export const ALARM = "alarm_control_panel.house_alarm";
export const SIREN = "siren.attic_siren";

export const FRONT_QUESTION = [/Unlock Front Door/, /Front Door is locked now/];
