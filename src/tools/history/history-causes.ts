import { setTimeout } from "node:timers/promises";
import type { Cause, CausePerson } from "../../agent/cause.ts";
import type { ToolAnswer, ToolCaller } from "../../agent/toolbox.ts";
import { createAutomationWords } from "../../agent/wording/automations.ts";
import type { AutomationTrigger } from "../../automations/intent.ts";
import { triggerTraced } from "../../automations/traced-trigger.ts";
import type { Logbook, LogbookEntry } from "../../homeassistant/history/logbook.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { isKnown } from "../../homeassistant/registry/state-words.ts";
import type { Traces } from "../../homeassistant/routines/traces.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
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
/** Of the newest changes by automations it is read what set them off: two commands each, and no more are kept. */
const MOST_TRACED = 5;

/** An action of ours and the change that it made: clocks differ a little, and a change may come after the receipt. */
const BEFORE_ACTION_MS = 3_000;
const AFTER_RECEIPT_MS = 5_000;
/** Without a receipt: the longest that a call is waited for. */
const WITHOUT_RECEIPT_MS = 60_000;

/** Home Assistant's logbook follows a change by a second or two: until then an older change would be told as the last one. */
const LOGGED_WITHIN_MS = 4_000;
const LOOK_AGAIN_MS = 500;
/** The logbook rounds. */
const ROUNDED_MS = 1_000;

/** On the way to another state. What comes next has the same cause, though Home Assistant forgets it after 5 seconds. */
const ON_THE_WAY: ReadonlySet<string> = new Set([
  ...["opening", "closing", "locking", "unlocking", "arming", "disarming", "pending", "returning", "starting", "stopping"],
]);
/** A garage door takes half a minute; a longer way was interrupted by something else. */
const LONGEST_WAY_MS = 120_000;

interface CausesDependencies {
  readonly home: Pick<Home, "find">;
  readonly logbook: Pick<Logbook, "causes" | "ownUserId">;
  readonly traces: Pick<Traces, "triggerAt">;
  readonly actions: Pick<ActionLedger, "list" | "byContext">;
  readonly personOfUser: (userId: string) => string | undefined;
}

/** Who or what made each change of an entity, newest first, in plain words: for "who opened the garage yesterday?". */
export async function tellCauses(
  asked: AskedPast,
  { home, logbook, traces, actions, personOfUser }: CausesDependencies,
  { caller, signal }: { readonly caller: ToolCaller; readonly signal: AbortSignal },
) {
  const { entity, from, time } = asked;
  const [entries, ownUserId] = await Promise.all([loggedCauses(asked, logbook, signal), logbook.ownUserId({ signal })]);
  const changes = realChanges(entries);
  const actionBehind = createActionFinder(asked, changes, { actions, ownUserId });
  const known = createCauses({ home, personOfUser, ownUserId, caller });
  const caused = changes.map((entry, index) => {
    const before = changes[index + 1];
    const maker = before && !hasCause(entry) && isOnTheWay(before, entry) ? before : entry;
    const action = actionBehind(entry) ?? (maker === entry ? undefined : actionBehind(maker));
    return { entry, maker, state: stateOf(entry, entity.domain), cause: known(maker, action) };
  });
  const read = await Promise.all(
    caused.map(async ({ entry: { at }, maker, state, cause }, index) => {
      const trigger =
        index < MOST_TRACED && cause.kind === "automation" ? await setOffBy(maker, { home, traces, caller, signal }) : undefined;
      return { at, state, cause: trigger ? { ...cause, trigger } : cause };
    }),
  );
  const say = createEnglish(home);
  const rows = read.map(({ at, state, cause }) => ({ time: time.minute(at), state, by: say(cause) }));
  const notes = changes.some(({ state }) => state === undefined) && !isRoutine(entity.domain);
  const texts = [...changes.map(({ state = "" }) => state), ...read.flatMap(({ cause }) => writtenIn(cause))];
  const states = worstOrigin(texts.map((text) => originOfState(text)));
  const head = { ...headOf(asked), origin: notes || states === "outside" ? "outside" : "home" } as const;
  const shown = thatFit(head, rows, CAUSES_SHOWN);
  return {
    ...head,
    read: { kind: "causes", entity, changes: read, from },
    changes: shown,
    ...(rows.length > shown.length && { earlier_changes_left_out: rows.length - shown.length }),
    ...(rows.length === 0 && { note: "Home Assistant's logbook has nothing of it in this time. It keeps none of sensors with numbers." }),
  } satisfies ToolAnswer;
}

/** With the change that has just come about, as soon as the logbook has it. Values of sensors with numbers never come. */
async function loggedCauses(
  { entity, from, to }: AskedPast,
  logbook: Pick<Logbook, "causes" | "ownUserId">,
  signal: AbortSignal,
): Promise<readonly LogbookEntry[]> {
  const { state, lastChanged } = entity.state;
  const read = () => logbook.causes(entity.entityId, { from, to, limit: MOST_ENTRIES }, { signal });
  let entries = await read();
  for (let age = to - lastChanged; age >= 0 && age < LOGGED_WITHIN_MS && Number.isNaN(Number(state)); age += LOOK_AGAIN_MS) {
    if (entries.some(({ at }) => at >= lastChanged - ROUNDED_MS)) break;
    await setTimeout(LOOK_AGAIN_MS, undefined, { signal });
    entries = await read();
  }
  return entries;
}

/** What set off the automation behind a change, as far as the caller may know; undefined where no trace tells. */
async function setOffBy(
  { at, cause }: LogbookEntry,
  {
    home,
    traces,
    caller,
    signal,
  }: Pick<CausesDependencies, "home" | "traces"> & { readonly caller: ToolCaller; readonly signal: AbortSignal },
): Promise<AutomationTrigger | undefined> {
  if (cause.kind !== "automation" || cause.entityId === undefined || !mayRead(cause.entityId, caller.role)) return undefined;
  // traces are gone after a restart, and cause and change are told without them
  const traced = await traces.triggerAt(cause.entityId, at, signal).catch(() => undefined);
  return traced && triggerTraced(traced, home);
}

/** What an automation saw, which others may have written. */
function writtenIn(cause: Cause): readonly string[] {
  const trigger = "trigger" in cause ? cause.trigger : undefined;
  return trigger?.kind === "state" ? (trigger.to ?? []) : trigger?.kind === "event" ? [trigger.type] : [];
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
  const last = entries.find(({ at }) => Math.abs(at - lastChanged) < ROUNDED_MS);
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

/** Causes, and only such as the caller may know. */
function createCauses({
  home,
  personOfUser,
  ownUserId,
  caller,
}: Pick<CausesDependencies, "home" | "personOfUser"> & { readonly ownUserId: string; readonly caller: ToolCaller }) {
  const seesPeople = mayReadOthers(caller.role);

  /** Undefined where the caller may not know. */
  const someone = (userId: string | undefined, action: PastAction | undefined): CausePerson | undefined => {
    if (action) {
      const asked = { name: askerName(action), asked: { approvedBy: otherApprovers(action) } };
      return seesPeople || action.personId === caller.personId ? asked : undefined;
    }
    if (userId === undefined || !seesPeople) return undefined;
    const name = personOfUser(userId);
    return { name: name && shorten(name, LONGEST_CAUSE), isOwnUser: userId === ownUserId };
  };

  return ({ cause }: LogbookEntry, action: PastAction | undefined): Cause => {
    switch (cause.kind) {
      case "person":
        return { kind: "person", by: someone(cause.userId, action) };
      case "automation":
      case "script":
      case "scene": {
        const { kind, entityId, name = entityId === undefined ? undefined : home.find(entityId)?.name } = cause;
        const known = name !== undefined && mayRead(kind, caller.role) ? shorten(name, LONGEST_CAUSE) : undefined;
        return { kind, name: known, by: someone(cause.userId, action) };
      }
      case "service":
        return { kind: "service", service: shorten(cause.service, LONGEST_CAUSE) };
      case "entity": {
        const other = mayRead(cause.entityId, caller.role) ? home.find(cause.entityId) : undefined;
        return { kind: "entity", name: other && shorten(other.name, LONGEST_CAUSE) };
      }
      case "device":
        return action ? { kind: "person", by: someone(undefined, action) } : { kind: "device" };
    }
  };
}

/** Causes as a model reads them. */
function createEnglish(home: Pick<Home, "find">) {
  const { when } = createAutomationWords({ home, catalogue: catalogueFor("en") });

  const someone = ({ name, isOwnUser, asked }: CausePerson): string => {
    if (name === undefined) return isOwnUser ? "something that signs in to Home Assistant as I do" : "a user of Home Assistant";
    const approved = asked && asked.approvedBy.length > 0 ? ` (approved by ${asked.approvedBy.join(" and ")})` : "";
    return asked ? `${name}, through the assistant${approved}` : name;
  };

  return (cause: Cause): string => {
    switch (cause.kind) {
      case "person":
        return cause.by ? someone(cause.by) : "someone";
      case "automation":
      case "script":
      case "scene": {
        const { kind, name, by, trigger } = cause;
        const what = name === undefined ? `${kind === "automation" ? "an" : "a"} ${kind}` : `the ${kind} “${name}”`;
        return `${what}${trigger ? ` (${when({ triggers: [trigger] })})` : ""}${by ? `, set off by ${someone(by)}` : ""}`;
      }
      case "service":
        return `Home Assistant itself or an integration (${cause.service})`;
      case "entity":
        return `it followed ${cause.name ?? "another thing in the home"}`;
      case "device":
        return "the device itself or a switch in the room";
    }
  };
}
