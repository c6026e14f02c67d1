import { type PlanChanges, plansCalled } from "../../attention/plan-changes.ts";
import { type Clockwork, movedBy, movedTo, type Trigger, triggerIn, withoutDay } from "../../attention/trigger.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import { spokenIn } from "../../recognition/spoken.ts";
import type { InteractionLog } from "../../storage/turns/interaction-log.ts";
import type { Schedule, ScheduleStore } from "../../storage/turns/schedules.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import type { TurnStore } from "../../storage/turns/turns.ts";
import { canonicalJson } from "../../text/json.ts";
import type { TurnInput, TurnStateValues } from "../state.ts";
import type { PlanWordsFor } from "../wording/planned.ts";
import { UNDO_MS } from "./again.ts";
import type { LastDone } from "./undo.ts";

/** "An hour later" is about what was planned just before. */
const PLANNED_BEFORE_MS = 10 * 60_000;
/** Sessions whose changes are kept, for those that come after them. */
const MOST_SESSIONS = 200;

interface ReplanningDependencies {
  readonly schedules: Pick<ScheduleStore, "toldTo">;
  readonly planChanges: Pick<PlanChanges, "cancel" | "lengthen" | "move">;
  readonly planWords: PlanWordsFor;
  readonly clockwork: () => Clockwork;
  readonly interactions: Pick<InteractionLog, "lastSaid">;
  readonly lastDone: LastDone;
  readonly turns: Pick<TurnStore, "get">;
  readonly quotes: Pick<TurnQuotes, "add">;
  readonly clock: () => number;
}

/** Changes what the person planned in the message before: another time, one time less, or not at all; and takes back what they planned last. */
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
  /** What a turn changed, the last of each session: further changes are about the same. */
  const changes = new Map<string, { readonly turnId: string; readonly ids: readonly number[] }>();

  function plannedBefore(turn: TurnInput): readonly Schedule[] {
    const { sessionId } = turn;
    const said = interactions.lastSaid(sessionId);
    if (!said || clock() - said.at > PLANNED_BEFORE_MS) return [];
    const changed = changes.get(sessionId);
    const isMeant = (plan: Schedule) => (changed?.turnId === said.turnId ? changed.ids.includes(plan.id) : plan.turnId === said.turnId);
    return schedules.toldTo(turn).filter(isMeant);
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

  function told({ sessionId, turnId }: TurnInput, plans: readonly Schedule[], answer: string): Partial<TurnStateValues> {
    quotes.add(turnId, { turnIds: plans.map((plan) => plan.turnId) });
    changes.delete(sessionId);
    changes.set(sessionId, { turnId, ids: plans.map(({ id }) => id) });
    for (const oldest of changes.keys().take(Math.max(0, changes.size - MOST_SESSIONS))) changes.delete(oldest);
    return { path: "asked", model: "recogniser", origin: "person", answer };
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

  function cancel(turn: TurnInput, plans: readonly Schedule[]): string {
    for (const plan of plans) planChanges.cancel(plan);
    return planWords(turn).cancelled(plans);
  }

  function said(turn: TurnInput): Partial<TurnStateValues> | undefined {
    const spoken = spokenIn(turn.language);
    if (!spoken) return undefined;
    const { changes: phrases, times } = spoken;
    const text = spoken.bare(turn.text).replaceAll(",", "");
    const groupsOf = (templates: readonly RegExp[]) => templates.map((one) => one.exec(text)).find((one) => one !== null)?.groups;
    /** The first of some templates whose duration is one, and no other words. */
    const lengthIn = (templates: readonly RegExp[]) => {
      for (const template of templates) {
        const { duration, what } = template.exec(text)?.groups ?? {};
        const length = duration === undefined ? undefined : times.duration(duration);
        if (length?.rest === "") return { ms: length.ms, what };
      }
      return undefined;
    };
    const longer = lengthIn(phrases.timer);
    const more = longer && lengthened(turn, longer.what, longer.ms);
    if (more) return more;
    const isUndo = spoken.followUps.undo.some((template) => template.test(text));
    const plans = isUndo ? plannedLast(turn) : plannedBefore(turn);
    const [first] = plans;
    if (!first) return undefined;
    if (isUndo || phrases.cancel.some((template) => template.test(text))) return told(turn, plans, cancel(turn, plans));
    const timing = { ...clockwork(), now: clock() };
    for (const [templates, sign] of [[phrases.later, 1] as const, [phrases.earlier, -1] as const]) {
      const shift = lengthIn(templates);
      if (shift) return moved(turn, plans, (plan) => movedBy(triggerIn(plan), sign * shift.ms, timing.time));
    }
    const without = groupsOf(phrases.skip);
    if (without) {
      const read = times.read(without["what"] ?? "", timing);
      const { day, ...more } = read?.rest === "" ? read.said : {};
      if (day === undefined || Object.keys(more).length > 0) return undefined;
      return moved(turn, plans, (plan) => withoutDay(triggerIn(plan), day, timing));
    }
    const other = groupsOf(phrases.instead)?.["what"] ?? text;
    const bare = groupsOf(phrases.instead) ? times.timeIn(other) : undefined;
    const read = bare ? { said: { clock: bare }, isVague: false, rest: "" } : times.read(other, timing);
    if (!read || read.isVague || read.rest !== "") return undefined;
    // of several times nobody knows which is meant
    if (plans.some(({ trigger }) => canonicalJson(trigger) !== canonicalJson(first.trigger))) return undefined;
    return moved(turn, plans, (plan) => movedTo(triggerIn(plan), read.said, timing));
  }

  return {
    said,
    /** What is said when what a turn planned is taken back with what it did. */
    withdraw(turn: TurnInput, turnId: string): readonly string[] {
      const plans = schedules.toldTo(turn).filter((plan) => plan.turnId === turnId);
      return plans.length === 0 ? [] : [cancel(turn, plans)];
    },
  };
}
