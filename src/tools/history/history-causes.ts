import type { ToolAnswer, ToolCaller } from "../../agent/toolbox.ts";
import type { Logbook, LogbookEntry } from "../../homeassistant/history/logbook.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { isKnown } from "../../homeassistant/registry/state-words.ts";
import { isRoutine, mayRead, mayReadOthers } from "../../security/policy/read-access.ts";
import { originOfState, worstOrigin } from "../../security/provenance/provenance.ts";
import type { ActionLedger, PastAction } from "../../storage/turns/actions.ts";
import { shorten } from "../entity-access.ts";
import { type AskedPast, askerName, headOf, otherApprovers, thatFit } from "./history-actions.ts";

const MOST_ENTRIES = 500;
const MOST_ACTIONS = 200;
const CAUSES_SHOWN = 20;
const LONGEST_STATE = 30;
const LONGEST_CAUSE = 40;

/** An action of ours and the change that it made: clocks differ a little, and a change may come after the receipt. */
const BEFORE_ACTION_MS = 3_000;
const AFTER_RECEIPT_MS = 5_000;
/** Without a receipt: the longest that a call is waited for. */
const WITHOUT_RECEIPT_MS = 60_000;

/** On the way to another state. What comes next has the same cause, though Home Assistant forgets it after 5 seconds. */
const ON_THE_WAY: ReadonlySet<string> = new Set([
  ...["opening", "closing", "locking", "unlocking", "arming", "disarming", "pending", "returning", "starting", "stopping"],
]);
/** A garage door takes half a minute; a longer way was interrupted by something else. */
const LONGEST_WAY_MS = 120_000;

interface CausesDependencies {
  readonly home: Pick<Home, "find">;
  readonly logbook: Logbook;
  readonly actions: Pick<ActionLedger, "list" | "byContext">;
  readonly personOfUser: (userId: string) => string | undefined;
}

/** Who or what made each change of an entity, newest first, in plain words: for "who opened the garage yesterday?". */
export async function tellCauses(
  asked: AskedPast,
  { home, logbook, actions, personOfUser }: CausesDependencies,
  { caller, signal }: { readonly caller: ToolCaller; readonly signal: AbortSignal },
) {
  const { entity, from, to, time } = asked;
  const [entries, ownUserId] = await Promise.all([
    logbook.causes(entity.entityId, { from, to, limit: MOST_ENTRIES }, { signal }),
    logbook.ownUserId({ signal }),
  ]);
  const changes = realChanges(entries);
  const actionBehind = createActionFinder(asked, changes, { actions, ownUserId });
  const tell = createCauseWords({ home, personOfUser, ownUserId, caller });
  const rows = changes.map((entry, index) => {
    const before = changes[index + 1];
    const maker = before && !hasCause(entry) && isOnTheWay(before, entry) ? before : entry;
    return {
      time: time.minute(entry.at),
      state: stateOf(entry, entity.domain),
      by: tell(maker, actionBehind(entry) ?? (maker === entry ? undefined : actionBehind(maker))),
    };
  });
  const notes = changes.some(({ state }) => state === undefined) && !isRoutine(entity.domain);
  const states = worstOrigin(changes.map(({ state }) => originOfState(state ?? "")));
  const head = { ...headOf(asked), origin: notes || states === "outside" ? "outside" : "home" } as const;
  const shown = thatFit(head, rows, CAUSES_SHOWN);
  return {
    ...head,
    changes: shown,
    ...(rows.length > shown.length && { earlier_changes_left_out: rows.length - shown.length }),
    ...(rows.length === 0 && { note: "Home Assistant's logbook has nothing of it in this time. It keeps none of sensors with numbers." }),
  } satisfies ToolAnswer;
}

/** Without the times in which a device was not reachable, and without its coming back as it was. Newest first, as given. */
function realChanges(entries: readonly LogbookEntry[]): readonly LogbookEntry[] {
  const real: LogbookEntry[] = [];
  let state: string | undefined;
  for (const entry of entries.toReversed()) {
    if (entry.state !== undefined && !isKnown(entry.state)) continue;
    if (entry.state !== undefined && entry.state === state && !hasCause(entry)) continue;
    state = entry.state ?? state;
    real.push(entry);
  }
  return real.reverse();
}

function hasCause({ cause }: LogbookEntry): boolean {
  return cause.kind !== "device";
}

function isOnTheWay(before: LogbookEntry, after: LogbookEntry): boolean {
  return before.state !== undefined && ON_THE_WAY.has(before.state) && after.at - before.at <= LONGEST_WAY_MS;
}

/** Scenes and buttons have the time of their last use for a state. */
const USED = /^\d{4}-\d{2}-\d{2}T/;

/** Notes of a routine name what set it off, which may be hidden from us: that it ran is enough. */
function stateOf({ state, message }: LogbookEntry, domain: string): string {
  if (state === undefined) return isRoutine(domain) ? "ran" : shorten(message ?? "", LONGEST_STATE);
  return USED.test(state) ? "used" : shorten(state, LONGEST_STATE);
}

/** Finds the action of ours behind an entry: by its context where that is known, else by time, entity and user. */
function createActionFinder(
  { entity, from, to }: AskedPast,
  entries: readonly LogbookEntry[],
  { actions, ownUserId }: Pick<CausesDependencies, "actions"> & { readonly ownUserId: string },
): (entry: LogbookEntry) => PastAction | undefined {
  // the logbook tells no contexts of changes, but the state of now has that of the last one
  const { lastChanged, context } = entity.state;
  const last = entries.find(({ at }) => Math.abs(at - lastChanged) < 1_000);
  const contextOf = (entry: LogbookEntry): string | undefined => entry.contextId ?? (entry === last ? context.id : undefined);
  const byContext = actions.byContext([...new Set(entries.flatMap((entry) => contextOf(entry) ?? []))]);
  const ours = actions.list({ limit: MOST_ACTIONS, since: from - WITHOUT_RECEIPT_MS, until: to });

  return (entry) => {
    const contextId = contextOf(entry);
    const certain = contextId === undefined ? undefined : byContext.get(contextId);
    if (certain) return certain;
    const meanwhile = ours.filter(
      ({ at, endedAt }) => entry.at >= at - BEFORE_ACTION_MS && entry.at <= (endedAt ?? at + WITHOUT_RECEIPT_MS) + AFTER_RECEIPT_MS,
    );
    const here = meanwhile.filter(({ entityIds }) => entityIds.includes(entity.entityId));
    const nearest = (actions: readonly PastAction[]): PastAction | undefined =>
      actions.toSorted((a, b) => Math.abs(entry.at - a.at) - Math.abs(entry.at - b.at))[0];
    if (!hasCause(entry)) return nearest(here.filter((action) => brought(action, entity.entityId, entry.state)));
    if (userOf(entry) !== ownUserId) return undefined;
    // what a routine did may follow from whatever we did
    const around = "name" in entry.cause ? meanwhile : meanwhile.filter(({ service }) => isRoutine(service.split(".")[0] ?? ""));
    return nearest(here.filter((action) => mayHaveBrought(action, entity.entityId, entry.state))) ?? nearest(around);
  };
}

/** A device that answers late comes without its cause; but the receipt says that the action brought this very state. */
function brought(action: PastAction, entityId: string, state: string | undefined): boolean {
  return state !== undefined && broughtState(action, entityId) === state;
}

/** The same user may click beside us: what ended otherwise by its receipt did not bring this state, unless that was on the way there. */
function mayHaveBrought(action: PastAction, entityId: string, state: string | undefined): boolean {
  const brought = broughtState(action, entityId);
  return brought === undefined || state === undefined || brought === state || state.endsWith("ing");
}

function broughtState({ receipt }: PastAction, entityId: string): unknown {
  const target = receipt?.targets.find((candidate) => candidate.entityId === entityId);
  return target?.outcome === "done" ? target.observed["state"] : undefined;
}

function userOf({ cause }: LogbookEntry): string | undefined {
  return "userId" in cause ? cause.userId : undefined;
}

/** Causes in plain words, and only such as the caller may know. */
function createCauseWords({
  home,
  personOfUser,
  ownUserId,
  caller,
}: Pick<CausesDependencies, "home" | "personOfUser"> & { readonly ownUserId: string; readonly caller: ToolCaller }) {
  const seesPeople = mayReadOthers(caller.role);

  /** Undefined where the caller may not know. */
  const someone = (userId: string | undefined, action: PastAction | undefined): string | undefined => {
    if (action) return seesPeople || action.personId === caller.personId ? askedUs(action) : undefined;
    if (userId === undefined || !seesPeople) return undefined;
    const name = personOfUser(userId);
    if (name !== undefined) return shorten(name, LONGEST_CAUSE);
    return userId === ownUserId ? "something that signs in to Home Assistant as I do" : "a user of Home Assistant";
  };

  const routine = (kind: string, entityId: string | undefined, name: string | undefined): string => {
    const known = mayRead(kind, caller.role) ? (name ?? (entityId === undefined ? undefined : home.find(entityId)?.name)) : undefined;
    if (known === undefined) return kind === "automation" ? "an automation" : `a ${kind}`;
    return `the ${kind} “${shorten(known, LONGEST_CAUSE)}”`;
  };

  return ({ cause }: LogbookEntry, action: PastAction | undefined): string => {
    switch (cause.kind) {
      case "person":
        return someone(cause.userId, action) ?? "someone";
      case "automation":
      case "script":
      case "scene": {
        const starter = someone(cause.userId, action);
        const what = routine(cause.kind, cause.entityId, cause.name);
        return starter === undefined ? what : `${what}, set off by ${starter}`;
      }
      case "service":
        return `Home Assistant itself or an integration (${shorten(cause.service, LONGEST_CAUSE)})`;
      case "entity": {
        const other = mayRead(cause.entityId, caller.role) ? home.find(cause.entityId) : undefined;
        return `it followed ${other ? shorten(other.name, LONGEST_CAUSE) : "another thing in the home"}`;
      }
      case "device":
        return action ? (someone(undefined, action) ?? "someone") : "the device itself or a switch in the room";
    }
  };
}

/** "Anna, through the assistant (approved by Ben)" */
function askedUs(action: PastAction): string {
  const approvers = otherApprovers(action);
  const approved = approvers.length > 0 ? ` (approved by ${approvers.join(" and ")})` : "";
  return `${askerName(action)}, through the assistant${approved}`;
}
