import type { HomeTime } from "../../homeassistant/home-time.ts";
import type { Entity } from "../../homeassistant/registry/home.ts";
import { LONGEST_NAME, shorten } from "../entity-access.ts";

/** Characters of an answer: about 600 tokens, which small models still read well. */
const LONGEST_ANSWER = 2_000;
/** What is said beside the rows: braces, keys, a note, how many were left out. */
const ROOM_FOR_NOTES = 250;

/** One entity's past between two times (ms since the epoch), told to one caller. */
export interface AskedPast {
  readonly entity: Entity;
  readonly from: number;
  readonly to: number;
  readonly time: HomeTime;
}

/** What every answer begins with. */
export function headOf({ entity, from, to, time }: AskedPast) {
  return {
    ok: true,
    entity_id: entity.entityId,
    name: shorten(entity.name, LONGEST_NAME),
    from: time.iso(from),
    to: time.iso(to),
  } as const;
}

/** The first rows, as many as the answer has room for beside its head, at most `most`. */
export function thatFit<Row extends object>(head: object, rows: readonly Row[], most: number): readonly Row[] {
  let room = LONGEST_ANSWER - ROOM_FOR_NOTES - JSON.stringify(head).length;
  const tooFar = rows.slice(0, most).findIndex((row) => {
    room -= JSON.stringify(row).length + 1;
    return room < 0;
  });
  return rows.slice(0, tooFar < 0 ? most : tooFar);
}
