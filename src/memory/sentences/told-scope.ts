import { type Sensitivity, sensitivityOf, stricter } from "../../security/redaction/sensitivity.ts";
import type { Scope } from "../../storage/facts/fact-row.ts";
import { isConfidential } from "../facts/confidential.ts";
import { normalisedKey } from "../facts/fact-keys.ts";
import { isOfSomebody } from "./telling.ts";

interface Telling {
  readonly personId: string;
  readonly key: string;
  readonly value: string;
  /** The message. */
  readonly said: string;
  /** A model's opinion. */
  readonly sensitivity?: Sensitivity | undefined;
  /** Names of the other people of the household. */
  readonly others?: readonly string[] | undefined;
}

/** What of a room is somebody's own: `temperature_bedroom`. */
export function keyOfRoom(key: string, room: string): string {
  return normalisedKey(`${key} ${room}`).name;
}

/**
 * Of whom a told thing is kept, and under which key. A model may want it to be of the house or a room, where everybody hears it: what a person says
 * with a word for themselves or for somebody else, what is sensitive or said in confidence, and what names somebody of the household, stays theirs. `room`: the name of the room.
 */
export function placeOfTelling(
  wanted: Scope,
  room: string,
  { personId, key, value, said, sensitivity, others = [] }: Telling,
): { readonly scope: Scope; readonly key: string } {
  if (wanted.kind === "person") return { scope: wanted, key };
  const known = normalisedKey(key);
  const isSensitive = stricter(sensitivityOf({ key: known.name, value, isPattern: false }), sensitivity) === "sensitive";
  const isOfFew =
    isConfidential(said) ||
    isConfidential(known.name.replaceAll("_", " ")) ||
    isOfSomebody(`${value} ${known.name.replaceAll("_", " ")}`, said, others);
  if (!isSensitive && !isOfFew) return { scope: wanted, key };
  return { scope: { kind: "person", personId }, key: wanted.kind === "room" ? keyOfRoom(key, room) : key };
}
