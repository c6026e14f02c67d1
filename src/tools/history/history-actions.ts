import type { ToolAnswer, ToolCaller } from "../../agent/toolbox.ts";
import type { HomeTime } from "../../homeassistant/home-time.ts";
import type { Entity } from "../../homeassistant/registry/home.ts";
import { mayReadOthers } from "../../security/policy/read-access.ts";
import { originOfState, worstOrigin } from "../../security/provenance/provenance.ts";
import type { ActionLedger, PastAction } from "../../storage/turns/actions.ts";
import { LONGEST_NAME, shorten } from "../entity-access.ts";

const MOST_ACTIONS = 100;
const ACTIONS_SHOWN = 20;
const LONGEST_DATA = 60;

/** Who asked; Telegram tells no name of some. */
export function askerName({ personName }: Pick<PastAction, "personName">): string {
  return personName.trim() === "" ? "somebody" : shorten(personName, LONGEST_NAME);
}

/** Names of those who said yes in place of whoever asked. */
export function otherApprovers({ personId, approvedBy }: Pick<PastAction, "personId" | "approvedBy">): readonly string[] {
  return approvedBy.filter((approver) => approver.personId !== personId).map(approverName);
}

/** Who never wrote to us has an id in place of a name, and an id is nobody's business. */
function approverName({ personId, name }: PastAction["approvedBy"][number]): string {
  return name === personId ? "somebody else" : shorten(name, LONGEST_NAME);
}

/** What people asked this service to do with an entity, newest first: who asked, who said yes, how it ended. */
export function tellActions(asked: AskedPast, { actions, caller }: { actions: Pick<ActionLedger, "list">; caller: ToolCaller }) {
  const { entity, from, to, time } = asked;
  const seesOthers = mayReadOthers(caller.role);
  const ofCaller = seesOthers ? {} : { personId: caller.personId };
  const past = actions
    .list({ limit: MOST_ACTIONS, since: from, until: to, entityIds: [entity.entityId], ...ofCaller })
    .filter(({ personId }) => seesOthers || personId === caller.personId);
  const rows = past.map((action) => ({
    time: time.minute(action.at),
    asked_by: askerName(action),
    ...(action.approvedBy.length > 0 && { approved_by: action.approvedBy.map(approverName).join(", ") }),
    did: action.service,
    ...(Object.keys(action.data).length > 0 && { with: shorten(JSON.stringify(action.data), LONGEST_DATA) }),
    outcome: outcomeOn(action, entity.entityId),
  }));
  const head = {
    ...headOf(asked),
    origin: worstOrigin(past.map(({ data }) => originOfState("", data))) === "outside" ? "outside" : "home",
  } as const;
  const shown = thatFit(head, rows, ACTIONS_SHOWN);
  return {
    ...head,
    actions: shown,
    ...(rows.length > shown.length && { earlier_actions_left_out: rows.length - shown.length }),
    ...(rows.length === 0 && { note: "Nobody asked me to do anything with it in this time. Use kind causes for what others did." }),
  } satisfies ToolAnswer;
}

function outcomeOn({ receipt }: Pick<PastAction, "receipt">, entityId: string): string {
  const targets = receipt?.targets ?? [];
  return (targets.find((target) => target.entityId === entityId) ?? targets[0])?.outcome ?? "unknown";
}

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
