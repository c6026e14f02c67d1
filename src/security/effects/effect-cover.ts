import type { EntityFacts, ReadCall } from "./action-facts.ts";
import type { Because, Effect } from "./effect.ts";
import type { Kind } from "./effect-kinds.ts";
import { BLIND_CLASSES, classOf, entryOfBlind, kindsInModel, kindsOf, platformOf } from "./effect-thing.ts";

const ENTRY_CLASSES: ReadonlySet<string> = new Set(["garage", "door", "gate", "window"]);

/** Integrations of makers who make nothing else that moves. */
const BLIND_PLATFORMS: ReadonlySet<string> = new Set(
  "acmeda brunt hunterdouglas_powerview motion_blinds motionblinds_ble slide_local soma somfy_mylink tradfri".split(" "),
);

const ENTRY_KINDS: ReadonlySet<Kind> = new Set(["entry", "gate", "place", "lock"]);

const FULLY_OPEN = 100;

/** Moving a cover: `safeguard` for a damper; `open-entry` if people can come in where it was, or if nobody knows what it is; else `cover`. */
export function coverEffect(call: ReadCall, entity: EntityFacts | undefined, words: ReadonlyMap<string, Effect>): Because {
  // a closed one may be carbon monoxide, an open one lets smoke through
  if (classOf(entity) === "damper") return { effect: "safeguard", because: "device_class:damper" };
  const because = entryBecause(entity, words);
  if (because === undefined) return { effect: "cover", because: "domain" };
  return { effect: opens(call, entity) ? "open-entry" : "cover", because };
}

/** What tells that a cover lets people in; undefined if something tells that it does not. */
function entryBecause(entity: EntityFacts | undefined, words: ReadonlyMap<string, Effect>): string | undefined {
  if (entity === undefined) return "no_target";
  const deviceClass = classOf(entity);
  if (ENTRY_CLASSES.has(deviceClass)) return `device_class:${deviceClass}`;
  // some integrations call every cover a shutter, the one before the garage too
  if (BLIND_CLASSES.has(deviceClass)) return entryOfBlind(entity, words);
  const kinds = kindsOf(entity, words);
  const entry = kinds.find(({ kind }) => ENTRY_KINDS.has(kind));
  if (entry) return entry.because;
  // a group of covers is what its members are, and those are looked at one by one; a name alone makes nothing harmless
  return entity.members.length > 0 || (deviceClass === "" && isMadeAsBlind(entity)) ? undefined : "no_device_class";
}

/** What its maker says: an integration for blinds alone, or the model's own description. */
function isMadeAsBlind(entity: EntityFacts): boolean {
  if (BLIND_PLATFORMS.has(platformOf(entity))) return true;
  const kinds = kindsInModel(entity.model ?? "");
  return kinds.includes("blind") && !kinds.some((kind) => ENTRY_KINDS.has(kind));
}

/** Of a service that is not known, as of `any`, it is not known which way it moves. */
function opens({ name, data }: ReadCall, entity: EntityFacts | undefined): boolean {
  const state = entity?.state.trim().toLowerCase();
  switch (name) {
    case "close_cover":
    case "close_cover_tilt":
    case "stop_cover_tilt":
      return false;
    case "stop_cover":
      return state === "closing";
    case "set_cover_position":
      return !isZero(data["position"]);
    case "set_cover_tilt_position":
      return !isZero(data["tilt_position"]);
    case "toggle":
      return state !== "open" || !isFullyOpen(entity?.attributes["current_position"]);
    default:
      return true;
  }
}

function isZero(value: unknown): boolean {
  return value === 0 || (typeof value === "string" && value.trim() !== "" && Number(value) === 0);
}

/** Without a position Home Assistant takes every open cover for a fully open one. */
function isFullyOpen(position: unknown): boolean {
  return position === undefined || position === null || position === FULLY_OPEN;
}
