import { type Sensitivity, sensitivityOf, stricter } from "../security/sensitivity.ts";
import type { Scope } from "../storage/fact.ts";
import { normalisedKey } from "./fact-keys.ts";
import { isSaidOfOneAlone } from "./said-of-self.ts";

interface Telling {
  readonly personId: string;
  readonly key: string;
  readonly value: string;
  /** The message. */
  readonly said: string;
  /** A model's opinion. */
  readonly sensitivity?: Sensitivity | undefined;
}

/** What of a room is somebody's own: `temperature_bedroom`. */
export function keyOfRoom(key: string, room: string): string {
  return normalisedKey(`${key} ${room}`).name;
}

/**
 * Of whom a told thing is kept, and under which key. A model may want it to be of the house or a room, where everybody hears it: what a person says
 * of themselves alone ("I", "my"), and what is sensitive, stays theirs. `room`: the name of the room.
 */
export function placeOfTelling(
  wanted: Scope,
  room: string,
  { personId, key, value, said, sensitivity }: Telling,
): { readonly scope: Scope; readonly key: string } {
  if (wanted.kind === "person") return { scope: wanted, key };
  const isSensitive = stricter(sensitivityOf({ key: normalisedKey(key).name, value, isPattern: false }), sensitivity) === "sensitive";
  if (!isSensitive && !isSaidOfOneAlone(value, said)) return { scope: wanted, key };
  return { scope: { kind: "person", personId }, key: wanted.kind === "room" ? keyOfRoom(key, room) : key };
}
