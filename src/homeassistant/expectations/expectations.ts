import { isKnown } from "../registry/state-words.ts";
import type { EntityState } from "../registry/states.ts";
import type { ResolvedCall } from "../services/services.ts";
import { approaches, type EndState, LAMP, MOTOR, type Row, reaches, type Timing } from "./end-state.ts";
import { EXPECTED } from "./expected-states.ts";

/** What a call should bring to one target, and how long to look for it: the one measure that receipts are judged by. */
export interface Expectation extends Timing {
  holds(state: EntityState): boolean;
  /** The device itself says that it cannot: a jammed lock. */
  failed(state: EntityState): boolean;
  /** On its way, not there yet: `opening`, `locking`, `arming`. */
  moving(state: EntityState): boolean;
  /** Nearer than before, of what may never say that it moves: a cover that tells its position alone. */
  approaching(state: EntityState): boolean;
  /** Attributes that are worth telling beside the state. */
  readonly observe: readonly string[];
}

/** Arguments that change the way, not the end. */
const WAY_ONLY: ReadonlySet<string> = new Set(["transition", "code", "speed", "skip_condition"]);

/** A slow fade is waited for up to this long; the person hears of a longer one while it runs. Milliseconds. */
const LONGEST_FADE_MS = 10_000;

/** Calls that set something off whose end no state shows. */
const STARTING: ReadonlySet<string> = new Set(["script.turn_on", "script.toggle", "automation.trigger"]);

/**
 * The end state that this call should bring to this target. Undefined when no state could prove it: the service is not in the table,
 * the arguments leave no trace, or the state before already looks like the end of a call whose effect shows only in part.
 * Pure: `before` is the target's state when the call is sent; toggles and steps are worked out from it.
 */
export function expectationOf(call: ResolvedCall, entityId: string, before: EntityState | undefined): Expectation | undefined {
  const row = EXPECTED[concreteService(call.service, entityId, before) ?? ""];
  const end = row?.end(call.data, before);
  if (!row || !end || saysNothing(end)) return undefined;
  const partial = end.partial || Object.keys(call.data).some((field) => !row.fields?.includes(field) && !WAY_ONLY.has(field));
  if (partial && before && reaches(end, before, before)) return undefined;
  const fades = row.timing === LAMP && fadeSeconds(call) > 0;
  return {
    ...timingOf(row, call),
    holds: (state) => reaches(end, state, before),
    failed: (state) => row.failed?.includes(state.state) === true,
    moving(state) {
      if (fades) return state.attributes.brightness !== before?.attributes.brightness;
      return row.moving?.includes(state.state) === true;
    },
    approaching: (state) => row.timing === MOTOR && approaches(end, state, before),
    observe: observed(row, end),
  };
}

/** The receipt of a call that was taken and that no state can prove: a routine was `started`, anything else was `sent`. */
export function withoutProof(call: ResolvedCall): "started" | "sent" {
  return STARTING.has(call.service) ? "started" : "sent";
}

/** Assumed states are what Home Assistant last asked for, not what the device said: they prove nothing. */
export function isAssumed(state: EntityState | undefined): boolean {
  return state?.attributes.assumed_state === true;
}

/** `homeassistant.turn_on` is the domain's own; a toggle is on or off, open or close, by the state before. */
function concreteService(service: string, entityId: string, before: EntityState | undefined): string | undefined {
  const [domain = "", name = ""] = service.split(".");
  const own = domain === "homeassistant" ? (entityId.split(".")[0] ?? "") : domain;
  const state = before?.state;
  if (name === "toggle" && (own === "cover" || own === "valve")) return travelToggle(own, before);
  if (name === "toggle") {
    const isOn = own === "media_player" ? state !== "off" && state !== "standby" : state !== "off" && isKnown(state);
    return `${own}.turn_${isOn ? "off" : "on"}`;
  }
  if (service === "cover.toggle_cover_tilt") {
    return before?.attributes.current_tilt_position === 0 ? "cover.open_cover_tilt" : "cover.close_cover_tilt";
  }
  if (service === "media_player.media_play_pause") return `media_player.media_${state === "playing" ? "pause" : "play"}`;
  return `${own}.${name}`;
}

/** Which way a half-open cover goes depends on its last direction, which only Home Assistant knows. */
function travelToggle(domain: "cover" | "valve", before: EntityState | undefined): string | undefined {
  const position = before?.attributes.current_position;
  if (before?.state === "closed") return `${domain}.open_${domain}`;
  if (before?.state === "opening" || before?.state === "closing") return `${domain}.stop_${domain}`;
  return before?.state === "open" && (position === 100 || position === undefined) ? `${domain}.close_${domain}` : undefined;
}

function saysNothing(end: EndState): boolean {
  return (
    !end.states && !end.notStates && !end.value && Object.keys(end.attributes ?? {}).length + Object.keys(end.ifReported ?? {}).length === 0
  );
}

function timingOf(row: Row, call: ResolvedCall): Timing {
  const { deadlineMs, silentMs, longestMs, ...timing } = row.timing;
  const fadeMs = fadeSeconds(call) * 1_000;
  const waitedMs = Math.min(LONGEST_FADE_MS, fadeMs);
  return { ...timing, deadlineMs: deadlineMs + waitedMs, silentMs: silentMs + waitedMs, longestMs: longestMs + fadeMs };
}

function fadeSeconds(call: ResolvedCall): number {
  const { transition } = call.data;
  return typeof transition === "number" && transition > 0 ? transition : 0;
}

/** What the person is told of: what was asked for, and the row's own. Colours are told as red, green, blue. */
function observed(row: Row, end: EndState): string[] {
  const asked = Object.keys({ ...end.attributes, ...end.ifReported }).flatMap((name) =>
    name === "hs_color" ? ["hs_color", "rgb_color"] : [name],
  );
  return [...new Set([...(row.observe ?? []), ...asked])];
}
