import { type PlanChanges, plansCalled } from "../../attention/plan-changes.ts";
import { type Clockwork, movedBy, movedTo, repeats, type Trigger, triggerIn, triggerOf, withoutDay } from "../../attention/trigger.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { SaidTime } from "../../languages/said-times.ts";
import { fits, matches, type Spoken, spokenIn, whatIn } from "../../recognition/spoken.ts";
import type { InteractionLog } from "../../storage/turns/interaction-log.ts";
import { MOST_PLANS, type Schedule, type ScheduleStore } from "../../storage/turns/schedules.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import type { TurnStore } from "../../storage/turns/turns.ts";
import { canonicalJson } from "../../text/json.ts";
import type { TurnInput, TurnStateValues } from "../state.ts";
import { ACTING_TOOL } from "../toolbox.ts";
import type { PlanWordsFor } from "../wording/planned.ts";
import { UNDO_MS } from "./again.ts";
import type { LastDone } from "./undo.ts";

/** How long the next message may change what was planned ("an hour later"), or say what was left open. */
export const NEXT_MESSAGE_MS = 10 * 60_000;
/** "Remind me again" is about what came not long ago (the product's bound). */
const TOLD_BEFORE_MS = 60 * 60_000;

type Timing = Clockwork & { readonly now: number };
/** Changes some plans of one turn; undefined if they cannot be changed so. */
type Change = (turn: TurnInput, plans: readonly Schedule[]) => Partial<TurnStateValues> | undefined;

interface ReplanningDependencies {
  readonly schedules: Pick<ScheduleStore, "toldTo" | "cameAbout">;
  readonly planChanges: Pick<PlanChanges, "cancel" | "lengthen" | "move" | "snooze">;
  readonly planWords: PlanWordsFor;
  readonly clockwork: () => Clockwork;
  readonly interactions: Pick<InteractionLog, "lastSaid">;
  readonly lastDone: LastDone;
  readonly turns: Pick<TurnStore, "get">;
  readonly quotes: Pick<TurnQuotes, "add" | "quotedIn">;
  readonly clock: () => number;
}

/** Changes what the message before planned or told of: another time, one time less, once more, or not at all; and takes back what was planned last. */
export function createReplanning({
  schedules,
  planChanges,
  planWords,
  clockwork,
  interactions,
  lastDone,
  turns,
  quotes,
  clock,
}: ReplanningDependencies) {
  /** What the message before planned, or changed, or heard to be planned already. What a tool read may quote more than that. */
  function plannedBefore(turn: TurnInput): readonly Schedule[] {
    const said = interactions.lastSaid(turn.sessionId);
    if (!said || clock() - said.at > NEXT_MESSAGE_MS) return [];
    const plans = schedules.toldTo(turn);
    const isQuoting = said.path !== "model" && said.toolsUsed.every((tool) => tool === ACTING_TOOL);
    const quoted = isQuoting ? quotes.quotedIn(said.turnId, [...new Set(plans.map(({ turnId }) => turnId))]) : [];
    return plans.filter(({ turnId }) => turnId === said.turnId || quoted.includes(turnId));
  }

  /** The reminder or timer that came last, if nothing that was planned was spoken of since. */
  function toldBefore(turn: TurnInput, planned: readonly Schedule[]): Schedule | undefined {
    const since = planned.length > 0 ? (interactions.lastSaid(turn.sessionId)?.at ?? 0) : clock() - TOLD_BEFORE_MS;
    const isMeant = ({ kind, recipientId, isPrivate, status }: Schedule) =>
      kind !== "action" && recipientId === undefined && (turn.isPrivate || !isPrivate) && status !== "cancelled";
    const told = schedules.cameAbout(turn.personId, since).filter(isMeant);
    return told.toSorted((one, other) => (one.lastDue ?? 0) - (other.lastDue ?? 0)).at(-1);
  }

  /** What "undo" is about where nothing was done since it was planned: what a turn did at once is taken back by the ledger. */
  function plannedLast(turn: TurnInput): readonly Schedule[] {
    const { sessionId } = turn;
    const isRecent = (plan: Schedule) => clock() - plan.createdAt < UNDO_MS && turns.get(plan.turnId)?.sessionId === sessionId;
    const plans = schedules.toldTo(turn).filter(isRecent);
    const last = plans.toSorted((one, other) => one.createdAt - other.createdAt).at(-1);
    const [done] = lastDone(turn);
    if (!last || done?.turnId === last.turnId || (done?.at ?? 0) > last.createdAt) return [];
    return plans.filter(({ turnId }) => turnId === last.turnId);
  }

  function moved(turn: TurnInput, plans: readonly Schedule[], change: (plan: Schedule) => Trigger | undefined) {
    const catalogue = catalogueFor(turn.language);
    const { made, what, when } = planWords(turn);
    const known = planChanges.move(plans, change);
    // what got a yes got it for its time
    if (!known && plans.some(({ calls }) => calls.some(({ approvalId }) => approvalId !== undefined)))
      return told(turn, plans, catalogue.text("planned.stays", { plans: plans.map((plan) => `${what(plan)}, ${when(plan)}`).join("; ") }));
    if (!known) return undefined;
    return told(turn, known, known.map((plan) => made(plan, { isWaking: plan.text === catalogue.text("planned.wake-up") })).join("\n"));
  }

  function told({ turnId }: TurnInput, plans: readonly Schedule[], answer: string): Partial<TurnStateValues> {
    quotes.add(turnId, { turnIds: plans.map((plan) => plan.turnId) });
    return { path: "asked", model: "recogniser", origin: "person", answer };
  }

  /** As the button does where no time is said. */
  function snoozed(turn: TurnInput, plan: Schedule, to: Trigger | undefined): Partial<TurnStateValues> {
    const catalogue = catalogueFor(turn.language);
    const at = planChanges.snooze(plan, to ?? "10");
    if (at === "over") return told(turn, [plan], catalogue.text("planned.when"));
    if (at === "full") return told(turn, [plan], catalogue.text("planned.full", { most: MOST_PLANS }));
    return told(turn, [plan], planWords(turn).made({ ...plan, trigger: { kind: "moment", at }, dueAt: at }));
  }

  /** What comes once, on that day, is cancelled with what ends it; what repeats comes without that day. Undefined for what has no days. */
  function skipped(turn: TurnInput, plans: readonly Schedule[], day: string): Partial<TurnStateValues> | undefined {
    const timing = { ...clockwork(), now: clock() };
    const [first] = plans;
    if (first?.dueAt === undefined) return undefined;
    const isOnce = plans.every((plan) => !repeats(triggerIn(plan)));
    const onDay = plans.filter(({ dueAt }) => dueAt !== undefined && timing.time.date(dueAt) === day);
    const touched = onDay.flatMap(({ calls }) => calls.flatMap(({ entityIds }) => entityIds));
    const isMeant = (plan: Schedule) => plan.calls.some(({ entityIds }) => entityIds.some((entityId) => touched.includes(entityId)));
    if (isOnce && onDay.length > 0)
      return withdrawn(
        turn,
        plans.filter((plan) => onDay.includes(plan) || isMeant(plan)),
      );
    const left = moved(turn, plans, (plan) => withoutDay(triggerIn(plan), day, timing));
    return left ?? told(turn, plans, plans.map(planWords(turn).line).join("\n"));
  }

  /** More of the timer that is named, or of the only one; of several it asks which. Undefined for a person without timers. */
  function lengthened(turn: TurnInput, name: string | undefined, ms: number): Partial<TurnStateValues> | undefined {
    const timers = schedules.toldTo(turn).filter(({ kind }) => kind === "timer");
    const meant = name === undefined ? timers : plansCalled(timers, name);
    const [only, ...others] = meant;
    if (timers.length === 0) return undefined;
    if (!only || others.length > 0) return told(turn, timers, planWords(turn).which(timers));
    const paused = planChanges.lengthen(only, ms);
    if (paused) return told(turn, [paused], planWords(turn).line(paused));
    return moved(turn, [only], (plan) => movedBy(triggerIn(plan), ms, clockwork().time));
  }

  const withdrawn: Change = (turn, plans) => told(turn, plans, cancel(turn, plans));

  function cancel(turn: TurnInput, plans: readonly Schedule[]): string {
    for (const plan of plans) planChanges.cancel(plan);
    return planWords(turn).cancelled(plans);
  }

  /** What a sentence changes of what was planned; undefined for every other sentence. */
  function changeIn({ changes: phrases, times }: Spoken, text: string, timing: Timing): Change | undefined {
    const read = times.read(text, timing);
    const isCancel = (said: string) => fits(phrases.cancel, said);
    if (isCancel(text)) return withdrawn;
    for (const [templates, sign] of [[phrases.later, 1] as const, [phrases.earlier, -1] as const]) {
      const shift = lengthIn(templates, text, times);
      if (shift) return (turn, plans) => moved(turn, plans, (plan) => movedBy(triggerIn(plan), sign * shift.ms, timing.time));
    }
    const without = whatIn(phrases.skip, text);
    const left = without === undefined ? read : times.read(without, timing);
    if (without !== undefined || (left && isCancel(left.rest))) {
      const { day, ...more } = left?.rest === "" || without === undefined ? (left?.said ?? {}) : {};
      return day === undefined || Object.keys(more).length > 0 ? undefined : (turn, plans) => skipped(turn, plans, day);
    }
    const other = whatIn(phrases.instead, text);
    const bare = other === undefined ? undefined : times.timeIn(other);
    const meant = bare ? { said: { clock: bare }, isVague: false, rest: "" } : other === undefined ? read : times.read(other, timing);
    if (!meant || meant.isVague || meant.rest !== "") return undefined;
    return (turn, plans) => {
      // of several times nobody knows which is meant
      if (new Set(plans.map(({ trigger }) => canonicalJson(trigger))).size > 1) return undefined;
      return moved(turn, plans, (plan) => movedTo(triggerIn(plan), meant.said, timing));
    };
  }

  function said(turn: TurnInput): Partial<TurnStateValues> | undefined {
    // what comes from outside changes no plan
    if (turn.origin !== "person") return undefined;
    const spoken = spokenIn(turn.language);
    if (!spoken) return undefined;
    const { changes: phrases, times } = spoken;
    const text = spoken.bare(turn.text).replaceAll(",", "");
    const longer = lengthIn(phrases.timer, text, times);
    const more = longer && lengthened(turn, longer.what, longer.ms);
    if (more) return more;
    const timing = { ...clockwork(), now: clock() };
    const read = times.read(text, timing);
    const isUndo = fits(spoken.followUps.undo, text);
    const plans = isUndo ? plannedLast(turn) : plannedBefore(turn);
    const shift = lengthIn(phrases.later, text, times);
    const isAgain = fits(phrases.again, read?.rest ?? text);
    const due = shift || isAgain ? toldBefore(turn, plans) : undefined;
    if (due && shift) return snoozed(turn, due, { kind: "moment", at: timing.now + shift.ms });
    if (isAgain) {
      const plan = due ?? plans.find(({ kind }) => kind === "reminder");
      if (!plan) return told(turn, [], catalogueFor(turn.language).text("planned.what"));
      if (read?.isVague) return told(turn, [plan], catalogueFor(turn.language).text("planned.when"));
      return snoozed(turn, plan, read && againAt(plan, read.said, timing));
    }
    const change = isUndo ? withdrawn : changeIn(spoken, text, timing);
    if (plans.length === 0 || !change) return undefined;
    const isOne = new Set(plans.map(({ turnId }) => turnId)).size === 1;
    return isOne ? change(turn, plans) : told(turn, plans, planWords(turn).which(plans));
  }

  return {
    said,
    /** What is said when what a turn planned is taken back with what it did; what comes from outside takes back no plan. */
    withdraw(turn: TurnInput, turnId: string): readonly string[] {
      if (turn.origin === "outside") return [];
      const plans = schedules.toldTo(turn).filter((plan) => plan.turnId === turnId);
      return plans.length === 0 ? [] : [cancel(turn, plans)];
    },
  };
}

/** The first of some templates whose duration is one, and no other words. */
function lengthIn(
  templates: readonly RegExp[],
  text: string,
  times: Spoken["times"],
): { readonly ms: number; readonly what: string | undefined } | undefined {
  for (const { duration, what } of matches(templates, text)) {
    const length = duration === undefined ? undefined : times.duration(duration);
    if (length?.rest === "") return { ms: length.ms, what };
  }
  return undefined;
}

/** When something is told once more: "tomorrow" is at the same time, "for ten minutes" in ten. */
function againAt(plan: Schedule, { lasts, ...said }: SaidTime, timing: Timing): Trigger | undefined {
  const after = said.after ?? lasts;
  const was: Trigger = { kind: "moment", at: plan.lastDue ?? plan.dueAt ?? timing.now };
  const isDay = said.day !== undefined && Object.keys(said).length === 1;
  if (isDay) return movedTo(was, said, timing);
  return triggerOf({ ...said, ...(after !== undefined && { after }) }, { ...timing, anyTime: true });
}
